"""What masking a note or a file may take: past it, it is an error of that note or file, and not hours or all memory.

A note's budget is processor time that grows with its length, so that it bounds whatever is not linear. The clock is
looked at between stages, and inside of them between matches, blocks and some spans; who is over says which stage
or rule had the time. A file's budget is time and memory together.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TypeVar

from scrubber.errors import BudgetExceeded

if TYPE_CHECKING:
    import regex

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
_MATCHES, _ITEMS = 32, 512
"""Matches between two looks at the clock, and spans or the like."""
_SLOW = 0.1
"""Seconds from which on a single match is tried once more with all the time that is left."""
_computed, _now = time.thread_time, time.monotonic
Item = TypeVar("Item")
_AGAIN = 1.0
"""Seconds until a file that goes on is stopped once more: somebody on the way may have caught the first time."""


class NoteBudget:
    """The processor time for notes of so many characters together."""

    def __init__(self, characters: int) -> None:
        self._seconds = NOTE_SECONDS + SECONDS_PER_CHARACTER * characters
        self._end = _computed() + self._seconds
        self._earliest = _now() + self._seconds
        """When the time is over at the earliest: it passes no faster than a clock's."""
        self._matches = 0
        self.stage = "reading"
        """What has the time now."""

    def look(self, rule: str = "") -> float:
        """Look at the clock, before a match of this rule if any; the seconds that are surely left.

        Raises:
            BudgetExceeded: the time is over.
        """
        left = self._earliest - _now()
        return left if left > 0 else self._count(rule)

    def _count(self, rule: str) -> float:
        """The same by the processor's time, which some systems take long to tell."""
        left = self._end - _computed()
        self._earliest = _now() + left
        if left <= 0:
            self._refuse(rule)
        return left

    def match(self, rule: str, pattern: regex.Pattern[str], text: str, at: int) -> regex.Match[str] | None:
        """The match of a rule's pattern that begins at an offset.

        Raises:
            BudgetExceeded: the time is over.
        """
        self._matches += 1
        if not self._matches % _MATCHES:
            self.look(rule)
        try:
            return pattern.match(text, at, timeout=_SLOW)
        except TimeoutError:
            left = self._count(rule)
        try:
            return pattern.match(text, at, timeout=left)
        except TimeoutError:
            self._refuse(rule)

    def _refuse(self, rule: str) -> NoReturn:
        where = f"rule {rule}" if rule else self.stage
        raise BudgetExceeded(f"takes longer than the {self._seconds:.0f} s that its length allows: stopped in {where}")


_current = threading.local()


@contextmanager
def note_budget(characters: int) -> Iterator[NoteBudget]:
    """Let what is done here take the time for notes of so many characters; within another one it has a part of that.

    Raises:
        BudgetExceeded: it takes more.
    """
    outer: NoteBudget | None = getattr(_current, "budget", None)
    if outer is not None:
        yield outer
        return
    _current.budget = NoteBudget(characters)
    try:
        yield _current.budget
    finally:
        _current.budget = None


def look(stage: str = "") -> None:
    """Look at the clock where notes are being read; from here on this stage has the time, if one is named.

    Raises:
        BudgetExceeded: the time is over.
    """
    budget: NoteBudget | None = getattr(_current, "budget", None)
    if budget is not None:
        budget.look()
        budget.stage = stage or budget.stage


def watched(items: Iterable[Item]) -> Iterator[Item]:
    """The items, with a look at the clock every few hundred.

    Raises:
        BudgetExceeded: the time is over.
    """
    return chain.from_iterable(_parts(iter(items)))


def _parts(items: Iterator[Item]) -> Iterator[Sequence[Item]]:
    while part := list(islice(items, _ITEMS)):
        look()
        yield part


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
