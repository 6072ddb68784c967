"""Where one note ends and the next begins within one input."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from scrubber.errors import NoteError, UsageError

NOTE_LIMIT = 8 * 1024 * 1024
"""Code points after which an input without boundaries is taken for a new note, so that what is remembered of a stream
that never ends stays bounded."""
_REGEX_SECONDS = 5.0


class Boundary(Protocol):
    """A rule that finds the starts of notes."""

    def starts(self, text: str) -> Iterator[int]:
        """Offsets in ``text`` (whole paragraphs) at which a new note begins, ascending."""


@dataclass(frozen=True)
class FormFeed:
    """A form feed ends a note. The rule when nothing else is asked for."""

    def starts(self, text: str) -> Iterator[int]:
        at = text.find("\f") + 1
        while at:
            yield at
            at = text.find("\f", at) + 1


FORM_FEED = FormFeed()


@dataclass(frozen=True)
class BlankLines:
    """This many blank lines in a row end a note."""

    count: int

    def starts(self, text: str) -> Iterator[int]:
        import regex

        pattern = regex.compile(rf"(?:\r?\n|\r(?!\n))(?:[ \t]*+(?:\r?\n|\r(?!\n))){{{self.count},}}+")
        for found in pattern.finditer(text):
            yield found.end()


@dataclass(frozen=True)
class StartLine:
    """A line in which the regular expression is found begins a note."""

    pattern: str

    def __post_init__(self) -> None:
        import regex

        try:
            regex.compile(self.pattern)
        except regex.error as error:
            raise UsageError(f"--note-boundary: the regular expression is not valid: {error}") from None

    def starts(self, text: str) -> Iterator[int]:
        import regex

        pattern = regex.compile(self.pattern, regex.MULTILINE)
        try:
            for found in pattern.finditer(text, timeout=_REGEX_SECONDS):
                yield text.rfind("\n", 0, found.start()) + 1
        except TimeoutError:
            raise NoteError(f"the pattern of --note-boundary ran past {_REGEX_SECONDS:g} s") from None


@dataclass(frozen=True)
class JsonLines:
    """Every line is a JSON document and a note of its own; its string values are scrubbed, one by one."""

    def starts(self, text: str) -> Iterator[int]:
        at = text.find("\n") + 1
        while at:
            yield at
            at = text.find("\n", at) + 1


def parse_boundary(value: str) -> Boundary:
    """The boundary that ``--note-boundary VALUE`` names.

    Raises:
        UsageError: it names none.
    """
    if value.isascii() and value.isdigit() and int(value) > 0:
        return BlankLines(int(value))
    if value == "formfeed":
        return FormFeed()
    if value == "jsonl":
        return JsonLines()
    if value.startswith("regex:") and len(value) > 6:
        return StartLine(value.removeprefix("regex:"))
    raise UsageError("--note-boundary takes a number of blank lines, formfeed, regex:PATTERN or jsonl")


class Splitter:
    """Cuts the pieces of one input where notes begin."""

    def __init__(self, boundary: Boundary) -> None:
        self._boundary = boundary
        self._fresh = True
        self._length = 0

    def split(self, text: str) -> Iterator[tuple[str, bool]]:
        """The parts of the next piece, and for each whether it begins a new note."""
        at = 0
        for start in self._boundary.starts(text):
            if start > at:
                yield self._part(text[at:start])
                at = start
            self._fresh = True
        if at < len(text):
            yield self._part(text[at:])

    def _part(self, text: str) -> tuple[str, bool]:
        fresh = self._fresh or self._length > NOTE_LIMIT
        self._length = len(text) if fresh else self._length + len(text)
        self._fresh = False
        return text, fresh
