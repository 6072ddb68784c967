"""One big file in portions: worked on one after another or by several processes, with the same result."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from scrubber.errors import NoteError, ScrubError
from scrubber.notices import UNLISTED, say
from scrubber.run import Outcome

if TYPE_CHECKING:
    from scrubber.formats.desk import Desk


@dataclass(frozen=True)
class Portion:
    """Some records of a file: whole notes."""

    start: int
    """Bytes of the file before it, and"""
    end: int
    """bytes to its end."""
    row: int
    """The number of its first record."""
    text: str = field(default="", repr=False)
    """Empty where the process that works on it has to read it from the file."""
    out: None = None
    """As a pool's tasks have; a portion is no file."""


Work = Callable[["Desk", Portion], bytes]


@dataclass(slots=True)
class _Done(Outcome):
    data: bytes = b""
    recorded: list[Any] = field(default_factory=list)
    unmet: dict[str, str] = field(default_factory=dict)


def in_order(desk: Desk, work: Work, portions: Iterable[Portion]) -> Iterator[bytes]:
    """What becomes of the portions, in their order. The desk's ``jobs`` say by how many processes.

    Raises:
        NoteError: one of them cannot be processed.
    """
    if desk.jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():
        for portion in portions:
            yield work(desk, portion)
            desk.progress(portion.end)
        return
    from scrubber.pool import run_tasks

    bare: Any = (replace(portion, text="") for portion in portions)  # a full pipe would block both its ends
    make_work: Any = _Worker(desk, work)
    for task, outcome in run_tasks(lambda: make_work, bare, desk.jobs):
        if outcome.error:
            raise (ScrubError if outcome.fatal else NoteError)(outcome.error)
        assert isinstance(outcome, _Done)
        _merge(desk, outcome)
        yield outcome.data
        assert isinstance(task, Portion)
        desk.progress(task.end)


@dataclass(frozen=True)
class _Worker:
    """Works on portions at a desk of its own."""

    desk: Desk
    work: Work

    def __call__(self, portion: Portion) -> _Done:
        desk = copy(self.desk)
        recorded: list[Any] = []
        desk.begin(None if desk.record is None else lambda *what: recorded.append(what))
        data = self.work(desk, portion)
        counts: dict[str, Any] = {"spans": desk.spans, "notes": desk.notes, "warnings": desk.warnings}
        return _Done(**counts, data=data, recorded=recorded, unmet=desk.unmet)


def _merge(desk: Desk, done: _Done) -> None:
    desk.spans += done.spans
    desk.notes += done.notes
    desk.unmet = {name: option for name, option in desk.unmet.items() if name in done.unmet}
    for warning in done.warnings:
        desk.warn(warning)
    for notice in done.unread:
        say(notice)
    if done.unlisted:
        say(UNLISTED)
    if desk.record is not None:
        for what in done.recorded:
            desk.record(*what)
