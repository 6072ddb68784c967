"""One big file in portions: worked on one after another or by several processes, with the same result."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from scrubber.errors import NoteError, ScrubError
from scrubber.notices import UNLISTED, say
from scrubber.report.left import MOST_NOTES, Left
from scrubber.runs.task import Outcome

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext


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


Work = Callable[["FileContext", Portion], bytes]


@dataclass(slots=True)
class _Done(Outcome):
    data: bytes = b""
    recorded: list[Any] = field(default_factory=list)
    unmet: dict[str, str] = field(default_factory=dict)
    left: list[Left] = field(default_factory=list)


def in_order(context: FileContext, work: Work, portions: Iterable[Portion]) -> Iterator[bytes]:
    """What becomes of the portions, in their order. The context's ``jobs`` say by how many processes.

    Raises:
        NoteError: one of them cannot be processed.
    """
    if context.jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():
        for portion in portions:
            yield work(context, portion)
            context.progress(portion.end)
        return
    from scrubber.runs.pool import run_tasks

    bare: Any = (replace(portion, text="") for portion in portions)  # a full pipe would block both its ends
    make_work: Any = _Worker(context, work)
    for task, outcome in run_tasks(lambda: make_work, bare, context.jobs):
        if outcome.error:
            raise (ScrubError if outcome.fatal else NoteError)(outcome.error)
        assert isinstance(outcome, _Done)
        _merge(context, outcome)
        yield outcome.data
        assert isinstance(task, Portion)
        context.progress(task.end)


@dataclass(frozen=True)
class _Worker:
    """Works on portions at a context of its own."""

    context: FileContext
    work: Work

    def __call__(self, portion: Portion) -> _Done:
        context = copy(self.context)
        recorded: list[Any] = []
        context.begin(None if context.record is None else lambda *what: recorded.append(what))
        data = self.work(context, portion)
        counts: dict[str, Any] = {"spans": context.spans, "notes": context.notes, "warnings": context.warnings}
        return _Done(**counts, data=data, recorded=recorded, unmet=context.unmet, left=context.left)


def _merge(context: FileContext, done: _Done) -> None:
    context.spans += done.spans
    context.notes += done.notes
    context.left += done.left[: MOST_NOTES - len(context.left)]
    context.unmet = {name: option for name, option in context.unmet.items() if name in done.unmet}
    for warning in done.warnings:
        context.warn(warning)
    for notice in done.unread:
        say(notice)
    if done.unlisted:
        say(UNLISTED)
    if context.record is not None:
        for what in done.recorded:
            context.record(*what)
