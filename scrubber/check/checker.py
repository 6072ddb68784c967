"""Checking one file: its findings, in order, with what the filters leave out counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, BinaryIO

from scrubber.check.filters import INLINE_MARK, Filters
from scrubber.check.findings import Finding, FoundTexts, Places, line_around
from scrubber.errors import UsageError
from scrubber.formats.registry import Format, format_of, recognise
from scrubber.formats.settings import FormatSettings
from scrubber.io.boundary import JsonLines
from scrubber.io.pieces import Piece, Reading
from scrubber.runs.ahead import small_texts
from scrubber.runs.search import search
from scrubber.runs.task import Outcome, Task
from scrubber.settings import ScrubberSettings

if TYPE_CHECKING:
    from scrubber.note import Note
    from scrubber.pipeline import Scrubber
    from scrubber.text.span import Span

TEXT_LIMIT = 8 * 1024 * 1024
"""Code points of a file's text that are kept for a page to look at; findings of a longer one are listed without it."""


@dataclass(slots=True)
class Checked(Outcome):
    """A file's findings."""

    found: list[Finding] = field(default_factory=list)
    allowed: int = 0
    """Findings left out by filters."""
    text: str | None = None
    """The file's text, where it was asked for."""
    almost: list[Span] = field(default_factory=list)
    """What was not sure enough to be a finding, where text was asked for."""


@dataclass(frozen=True)
class CheckSetup:
    """Makes a :class:`Checker`; small, so that it can be sent to a process."""

    settings: ScrubberSettings
    reading: Reading
    filters: Filters
    keep_text: bool = False
    formats: FormatSettings = field(default_factory=FormatSettings)

    def __call__(self) -> Checker:
        """Load everything."""
        from scrubber.pipeline import Scrubber

        scrubber = Scrubber.made_from(self.settings)
        return Checker(scrubber, self.reading, self.filters, keep_text=self.keep_text, formats=self.formats)


class Checker:
    """Checks files. Called with a task it reads one."""

    def __init__(
        self,
        scrubber: Scrubber,
        reading: Reading,
        filters: Filters,
        *,
        keep_text: bool = False,
        formats: FormatSettings = FormatSettings(),  # noqa: B008 (frozen)
    ) -> None:
        if isinstance(reading.boundary, JsonLines):
            raise UsageError("check gives places in plain text: --note-boundary jsonl is not for it")
        self._scrubber = scrubber
        self._reading = reading
        self._filters = filters
        self._keep_text = keep_text
        self._formats = formats

    def __call__(self, task: Task) -> Checked:
        """The findings of the task's file.

        Raises:
            NoteError: the file cannot be read whole, so that nothing can be said of it.
        """
        name = task.name if task.blob is None else task.path.as_posix()
        with task.open() as file:
            if format_ := format_of(file, task.path.name, self._formats.input_format):
                checked = self.look(format_, file, name)
            else:
                checked = self.check(self._reading.of_file(file), name)
        if task.blob is not None:
            checked.found = [replace(finding, commit=task.blob.commit) for finding in checked.found]
        return checked

    def ahead(self, tasks: Sequence[Task]) -> None:
        """Look through the plain texts among the files that come next, all at once."""
        self._scrubber.read_ahead(small_texts(tasks, self._reading, self._formats.input_format))

    def stream(self, chunks: Iterable[bytes], name: str) -> Checked:
        """The findings in what comes through a pipe, which is called ``name``. As for a file."""
        format_ = recognise(name, b"", self._formats.input_format)
        if format_ is None:
            return self.check(self._reading.pieces(chunks), name)
        from scrubber.formats.spool import fill, spool

        with spool() as source:
            fill(source, chunks)
            return self.look(format_, source, name)

    def look(self, format_: Format, file: BinaryIO, name: str) -> Checked:
        """The findings in a file of a format; as its text the texts in which something was found, one after another."""
        from scrubber.formats.looking import look

        outcome = Checked()
        texts = FoundTexts(name, keeps=self._keep_text)

        def take(where: str, text: str, spans: Sequence[Span]) -> None:
            for finding in texts.findings(where, text, spans):
                if self._filters.reported(finding, lambda: text):
                    outcome.found.append(finding)
                else:
                    outcome.allowed += 1

        context = look(format_, file, self._scrubber, self._formats, name, take)
        outcome.notes, outcome.warnings, outcome.spans = context.notes, context.warnings, len(outcome.found)
        if self._keep_text and len(texts.text) <= TEXT_LIMIT:
            outcome.text = texts.text
        return outcome

    def check(self, pieces: Iterable[Piece], name: str) -> Checked:
        """The findings of one input."""
        outcome = Checked()
        kept: list[str] = []
        places = Places()
        for piece, note, spans in search(self._scrubber, pieces, name):
            outcome.notes += piece.fresh
            places.enter(piece.text, piece.start)
            self._add(outcome, piece.text, places, name, spans)
            if self._keep_text:
                kept.append(piece.text)
                outcome.almost += _almost(note, piece, spans)
        outcome.spans = len(outcome.found)
        text = "".join(kept)
        if self._keep_text and len(text) <= TEXT_LIMIT:
            outcome.text = text
        return outcome

    def _add(self, outcome: Checked, text: str, places: Places, name: str, spans: Iterable[Span]) -> None:
        marked = INLINE_MARK in text
        for span in spans:
            finding = places.finding(name, span, text)
            if self._filters.reported(finding, _line(text, span) if marked else str):
                outcome.found.append(finding)
            else:
                outcome.allowed += 1


def _almost(note: Note, piece: Piece, found: Iterable[Span]) -> Iterator[Span]:
    from scrubber.report.html.candidates import almost

    for span in almost(note, piece.text, found):
        yield span.moved(piece.start)


def _line(text: str, span: Span) -> Callable[[], str]:
    return lambda: line_around(text, span.start, span.end)
