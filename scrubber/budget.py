"""What masking a note or a file may take: past it, it is an error of that note or file, and not hours or all memory.

A note's budget is processor time that grows with its length, so that it bounds whatever is not linear; a text that
ends a match of a rule names the rule. A file's budget is time and memory together.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

from scrubber.errors import BudgetExceeded

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

NOTE_SECONDS, SECONDS_PER_CHARACTER = 10.0, 0.0005
"""Of computing, for the notes that are read together: ordinary text takes a hundredth of it."""
FILE_SECONDS, SECONDS_PER_BYTE = 60.0, 0.002
"""Of computing, for a file: what is packed a thousand to one still gets what ordinary text takes."""
FILE_MEMORY = 2 * 1024 * 1024 * 1024
"""Bytes that a file may take beyond what the process has when it comes."""
_EVERY = 32
"""Matches between two looks at the clock, which costs as much as a match."""
_AGAIN = 1.0
"""Seconds until a file that goes on is stopped once more: somebody on the way may have caught the first time."""


class NoteBudget:
    """The processor time for notes of so many characters together.

    Raises:
        BudgetExceeded: by :meth:`spend`, when it is over.
    """

    def __init__(self, characters: int) -> None:
        self._seconds = NOTE_SECONDS + SECONDS_PER_CHARACTER * characters
        self._end = time.thread_time() + self._seconds
        self._matches = 0
        self.left = self._seconds
        """Seconds: the time limit of the next match."""

    def match(self, rule: str) -> None:
        """A rule is about to be matched."""
        self._matches += 1
        if not self._matches % _EVERY:
            self.spend(rule)

    def spend(self, what: str) -> None:
        """Raise if the time is over; ``what`` is what has it now."""
        self.left = self._end - time.thread_time()
        if self.left <= 0:
            self.refuse(what)

    def refuse(self, what: str) -> NoReturn:
        """Raise: the time ended in ``what``."""
        raise BudgetExceeded(f"takes longer than the {self._seconds:.0f} s that its length allows: stopped in {what}")


class _Late(BaseException):
    """The time is over. No :class:`Exception`, so that nobody on the way takes it for an error of the file."""


@contextmanager
def file_budget(size: int) -> Iterator[None]:
    """Let what is done here take the time for a file of ``size`` bytes and :data:`FILE_MEMORY`, and no more.

    Only in a process's main thread, where the system can see to it; a file within a file has a part of that one's.

    Raises:
        BudgetExceeded: it takes more.
    """
    if threading.current_thread() is not threading.main_thread() or _is_bounded():
        yield
        return
    seconds = FILE_SECONDS + SECONDS_PER_BYTE * size
    try:
        with _memory(), _time(seconds):
            yield
    except _Late:
        raise BudgetExceeded(f"takes longer than the {seconds:,.0f} s that its size allows") from None
    except MemoryError:
        raise BudgetExceeded(f"larger inside than is allowed: takes more than {FILE_MEMORY >> 20:,} MB") from None


def _is_bounded() -> bool:
    return hasattr(signal, "setitimer") and signal.getitimer(signal.ITIMER_VIRTUAL) != (0.0, 0.0)


@contextmanager
def _time(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN)
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
    limits = [n for n in (used + FILE_MEMORY, soft, hard) if n != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _used() -> int:
    """The process's address space in bytes; 0 where nobody says."""
    with suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * (resource.getpagesize() if resource else 0)
    return 0


def _late(number: int, frame: FrameType | None) -> None:
    raise _Late
