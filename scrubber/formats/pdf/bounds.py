"""Bounds on what reading a page may take: a few bytes of a hostile PDF can ask for hours and for all memory."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

SECONDS = 60.0
"""Of computing, for a page."""
MEMORY = 2 * 1024 * 1024 * 1024
"""More than the process has."""
_AGAIN = 1.0


class Late(BaseException):
    """The time is over. No :class:`Exception`, so that nobody on the way takes it for an error of the file."""


@contextmanager
def bounded() -> Iterator[None]:
    """Let what is done here take :data:`SECONDS` and :data:`MEMORY` and no more, where the system can see to it.

    Raises:
        Late: it takes longer. MemoryError: it takes more.
    """
    with _memory(), _time():
        yield


@contextmanager
def _time() -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _late)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def _memory() -> Iterator[None]:
    used = _used()
    if resource is None or not used:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = used + MEMORY
    limits = [n for n in (limit, soft, hard) if n != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _used() -> int:
    """The process's address space in bytes; 0 where nobody says."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * (resource.getpagesize() if resource else 0)
    except (OSError, ValueError):
        return 0


def _late(number: int, frame: FrameType | None) -> None:
    raise Late
