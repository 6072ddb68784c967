"""One file masked in a process of its own, which may be slow, large or broken without harm to the others."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrubber import Scrubber

SECONDS = 60
"""Of the processor: what takes longer hangs, and so does"""
_WAITS = 600.0
"""what has not ended after so long by the clock."""
INTERNAL = "internal error"


@dataclass(frozen=True)
class Masked:
    """What became of a file."""

    seconds: float
    """Of the processor, so that a busy machine does not count."""
    megabytes: float
    """Resident memory at the peak, with what the parent process had loaded."""
    error: str = ""
    """Why it was not written; empty where it was."""
    hangs: bool = False
    spans: int = 0

    @property
    def written(self) -> bool:
        """Whether there is an output."""
        return not self.error and not self.hangs

    @property
    def fails(self) -> bool:
        """Whether the error is a fault of the program, and no refusal."""
        return self.error.startswith(INTERNAL)


def masked(scrubber: Scrubber, source: Path, target: Path, **settings: Any) -> Masked:
    """Mask a file as ``scrub SOURCE -o TARGET`` does, for a minute of the processor at most."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.close(reads)
        _in_child(scrubber, source, target, writes, settings)
    os.close(writes)
    waits = not select.select([reads], [], [], _WAITS)[0]
    if waits:
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reads, "rb") as file:
        told = file.read()
    _, status, used = os.wait4(child, 0)
    about = (used.ru_utime + used.ru_stime, used.ru_maxrss / 1000)
    if waits or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU):
        return Masked(*about, hangs=True)
    if status or not told:
        return Masked(*about, error=f"{INTERNAL}: the process ended with {status}")
    return Masked(*about, **json.loads(told))


def _in_child(scrubber: Scrubber, source: Path, target: Path, writes: int, settings: dict[str, Any]) -> None:
    """Does the work, says what became of it, and ends the process."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, resource.RLIM_INFINITY))
    from scrubber import scrub_file
    from scrubber.errors import ScrubError
    from scrubber.faults import describe

    try:
        told: dict[str, Any] = {"spans": scrub_file(scrubber, source, target, **settings).spans}
    except ScrubError as error:
        told = {"error": str(error) or "refused"}
    except BaseException as error:
        told = {"error": describe(error)}
    os.write(writes, json.dumps(told).encode())
    os._exit(0)
