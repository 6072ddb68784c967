"""What was found, as lines to print: for a reader, or a JSON document a note."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from scrubber.errors import UsageError
from scrubber.formats.registry import Format, format_of
from scrubber.formats.settings import FormatSettings
from scrubber.io.boundary import JsonLines
from scrubber.io.pieces import Piece, Reading
from scrubber.io.source import open_note
from scrubber.io.walk import printable
from scrubber.runs.ahead import small_texts
from scrubber.runs.search import search
from scrubber.runs.task import Outcome, Task

if TYPE_CHECKING:
    from scrubber.pipeline import Scrubber
    from scrubber.text.span import Span


@dataclass(frozen=True)
class Listing:
    """How findings are listed."""

    jsonl: bool = False
    show_text: bool = False
    """Put the text found into the listing; without it no text of a note is printed."""
    color: bool = False


class Finder:
    """Lists what masking would replace. Called with a task it reads a file."""

    def __init__(
        self,
        scrubber: Scrubber,
        reading: Reading,
        listing: Listing,
        formats: FormatSettings = FormatSettings(),  # noqa: B008 (frozen)
    ) -> None:
        if isinstance(reading.boundary, JsonLines):
            raise UsageError("find gives offsets in plain text: --note-boundary jsonl is not for it")
        self._scrubber = scrubber
        self._reading = reading
        self._listing = listing
        self.formats = formats

    def __call__(self, task: Task) -> Outcome:
        """Search the task's file."""
        with open_note(task.path) as file:
            if format_ := format_of(file, task.path.name, self.formats.input_format):
                return self.look(format_, file, task.name)
            outcome = Outcome()
            outcome.findings = "".join(self.lines(self._reading.of_file(file), task.name, outcome))
        return outcome

    def ahead(self, tasks: Sequence[Task]) -> None:
        """Look through the plain texts among the files that come next, all at once."""
        self._scrubber.read_ahead(small_texts(tasks, self._reading, self.formats.input_format))

    def look(self, format_: Format, file: BinaryIO, name: str) -> Outcome:
        """Search a file of a format; its findings have the place of their text (a row, a paragraph) for a line."""
        from scrubber.formats.looking import look

        lines: list[str] = []
        entries: list[dict[str, object]] = []

        def take(where: str, text: str, spans: Sequence[Span]) -> None:
            for span in spans:
                if self._listing.jsonl:
                    entries.append({"where": where, **self._as_json(text, 0, span)})
                else:
                    lines.append(f"{shown}: {where}: {self._told(text, span)}")

        shown = _colored(printable(name), "35", self._listing.color)
        context = look(format_, file, self._scrubber, self.formats, name, take)
        if self._listing.jsonl:
            lines.append(json.dumps({"path": name, "spans": entries}, ensure_ascii=False) + "\n")
        return Outcome(spans=context.spans, notes=context.notes, warnings=context.warnings, findings="".join(lines))

    def lines(self, pieces: Iterable[Piece], name: str, outcome: Outcome) -> Iterator[str]:
        """The lines for one input, each as soon as it can be printed."""
        searched = self._search(pieces, name, outcome)
        if self._listing.jsonl:
            spans = [self._as_json(piece.text, piece.start, span) for piece, found in searched for span in found]
            yield json.dumps({"path": name, "spans": spans}, ensure_ascii=False) + "\n"
        else:
            yield from self._as_text(searched, _colored(printable(name), "35", self._listing.color))

    def _search(self, pieces: Iterable[Piece], name: str, outcome: Outcome) -> Iterator[tuple[Piece, list[Span]]]:
        for piece, _, found in search(self._scrubber, pieces, name):
            outcome.notes += piece.fresh
            outcome.spans += len(found)
            yield piece, found

    def _as_json(self, text: str, offset: int, span: Span) -> dict[str, object]:
        entry: dict[str, object] = {
            "start": offset + span.start,
            "end": offset + span.end,
            "type": span.type,
            "rule": span.source,
            "weight": span.weight,
        }
        if self._listing.show_text:
            entry["text"] = text[span.start : span.end]
        return entry

    def _as_text(self, searched: Iterable[tuple[Piece, list[Span]]], name: str) -> Iterator[str]:
        """``path:line:col TYPE rule weight``; lines and columns (code points) count from 1."""
        line = column = 1
        for piece, found in searched:
            text, at = piece.text, 0
            for span in found:
                line, column = _advance(text, at, span.start, line, column)
                at = span.start
                yield f"{name}:{line}:{column} {self._told(text, span)}"
            line, column = _advance(text, at, len(text), line, column)

    def _told(self, text: str, span: Span) -> str:
        """``TYPE rule weight``."""
        kind = _colored(span.type, "1", self._listing.color)
        quoted = " " + json.dumps(text[span.start : span.end], ensure_ascii=False) if self._listing.show_text else ""
        return f"{kind} {span.source} {span.weight}{quoted}\n"


def _advance(text: str, start: int, end: int, line: int, column: int) -> tuple[int, int]:
    """Line and column of ``end``, when ``start`` is at ``line`` and ``column``."""
    newlines = text.count("\n", start, end)
    if not newlines:
        return line, column + end - start
    return line + newlines, end - text.rfind("\n", start, end)


def _colored(text: str, code: str, color: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if color else text
