"""The steps of a run: the system calls by which it changes files, counted, so that it can be stopped at each of them.

They are counted where Python makes them (a shim of functions of ``os`` and of files' writes), not in the kernel: that
needs no rights and is the same on every machine. What the kernel does later with what was not flushed is played by
:mod:`benchmarks.faults.power`.
"""

from __future__ import annotations

import errno
import io
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

CHANGING = ("open", "replace", "fsync", "unlink", "mkdir", "chmod", "write", "ftruncate")
"""Functions of ``os`` that are steps; a write of a buffered file is one too."""


class Operation(NamedTuple):
    """A step that changed something, for the record."""

    kind: str
    path: Path
    other: Path | None = None
    """Where a file is moved to."""
    content: bytes = b""
    """What a file holds when it is flushed."""


Before = Callable[[str, tuple[Any, ...]], object]
After = Callable[[str, tuple[Any, ...], Any], object]


def install(before: Before, after: After = lambda *_: None) -> None:
    """Let every step of this process be told before and after it is made; what ``before`` raises is its failure."""
    for name in CHANGING:
        setattr(os, name, _told(name, getattr(os, name), before, after))

    class Raw(io.FileIO):
        def write(self, data: Any, /) -> int:
            before("write", ())
            return super().write(data)

    real = os.fdopen

    def fdopen(descriptor: int, mode: str = "r", *rest: Any, **named: Any) -> Any:
        return io.BufferedWriter(Raw(descriptor, "wb")) if mode == "wb" else real(descriptor, mode, *rest, **named)

    os.fdopen = fdopen  # type: ignore[assignment]


def _told(name: str, real: Callable[..., Any], before: Before, after: After) -> Callable[..., Any]:
    def step(*arguments: Any, **named: Any) -> Any:
        before(name, arguments)
        result = real(*arguments, **named)
        after(name, arguments, result)
        return result

    return step


class Counter:
    """Counts steps, and does something at one of them.

    Args:
        at: the number of the step, from 1; 0: none.
    """

    def __init__(self, at: int, act: Callable[[], object]) -> None:
        self.count = 0
        self._at = at
        self._act = act

    def __call__(self, name: str, arguments: tuple[Any, ...]) -> None:
        self.count += 1
        if self.count == self._at:
            self._act()


def die() -> None:
    """End this process as ``kill -9`` does."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail(number: int) -> Callable[[], None]:
    """What lets a step fail with an error of the system's."""

    def act() -> None:
        raise OSError(number, os.strerror(number))

    return act


FAILURES = (errno.EIO, errno.ENOSPC, errno.EACCES)
