"""A finding: one stretch of PHI in a file, with its place in lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scrubber.text.span import Span

_BREAK = re.compile(r"\r\n?|\n")


def versioned(path: str, commit: str) -> str:
    """A path, behind the commit that has this version of it, if there is one."""
    return f"{commit[:10]}:{path}" if commit else path


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Where PHI stands. Sorts by path, then position."""

    path: str
    """As it was given, with forward slashes."""
    start: int
    """Code points of the decoded file before it."""
    end: int
    type: str
    rule: str
    weight: int
    line: int
    """From 1."""
    column: int
    """From 1, in code points."""
    end_line: int
    end_column: int
    """The column after its last code point."""
    text: str = field(repr=False, compare=False)
    """What was found; reports leave it out unless they are asked for it."""
    where: str = ""
    """In a file that is no plain text the place of the text (a row, a paragraph) from which all the rest counts."""
    commit: str = ""
    """The commit whose version of the file it is; empty for the file as it is."""

    @property
    def file(self) -> str:
        """What reports call the file: its path, behind the commit if it is a version that git holds."""
        return versioned(self.path, self.commit)

    @property
    def length(self) -> int:
        """Code points."""
        return self.end - self.start


class Places:
    """Turns offsets within the pieces of one file into lines and columns."""

    def __init__(self) -> None:
        self._line = 1
        self._line_start = 0
        self._starts: Sequence[int] = (0,)
        self._offset = 0
        self._next: tuple[int, int] = (1, 0)

    def enter(self, text: str, offset: int) -> None:
        """Go to the next piece, which begins ``offset`` code points into the file."""
        self._line, self._line_start = self._next
        self._offset = offset
        self._starts = [found.end() + offset for found in _BREAK.finditer(text)]
        lines = len(self._starts)
        self._next = (self._line + lines, self._starts[-1] if lines else self._line_start)

    def place(self, at: int) -> tuple[int, int]:
        """Line and column of an offset within the piece."""
        at += self._offset
        number = bisect_right(self._starts, at)
        start = self._starts[number - 1] if number else self._line_start
        return self._line + number, at - start + 1

    def finding(self, path: str, span: Span, text: str) -> Finding:
        """The finding of a span of the piece with this text."""
        line, column = self.place(span.start)
        end_line, end_column = self.place(span.end - 1)
        return Finding(
            path=path,
            start=span.start + self._offset,
            end=span.end + self._offset,
            type=span.type,
            rule=span.source,
            weight=span.weight,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column + 1,
            text=text[span.start : span.end],
        )


class FoundTexts:
    """Findings in a file that is no plain text: each counts from the beginning of its own text.

    Where the texts are kept, for a page to look at, offsets count from the beginning of them all.
    """

    def __init__(self, path: str, *, keeps: bool) -> None:
        self._path = path
        self._keeps = keeps
        self._pieces: list[str] = []
        self._length = 0

    def findings(self, where: str, text: str, spans: Iterable[Span]) -> list[Finding]:
        """The findings in the text at ``where``."""
        places = Places()
        places.enter(text, 0)
        found = [replace(places.finding(self._path, span, text), where=where) for span in spans]
        if not self._keeps:
            return found
        heading = ("\n\n" if self._pieces else "") + f"{where}\n"
        offset = self._length + len(heading)
        self._pieces += (heading, text)
        self._length = offset + len(text)
        return [replace(f, start=f.start + offset, end=f.end + offset) for f in found]

    @property
    def text(self) -> str:
        """All texts that were kept, each below its place."""
        return "".join(self._pieces)


def line_around(text: str, start: int, end: int) -> str:
    """The line or lines in which a stretch lies."""
    before = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    found = _BREAK.search(text, end)
    return text[before : found.start() if found else len(text)]
