"""The syntax of a message: its delimiters, its segments, and what its escapes stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scrubber.errors import NoteError
from scrubber.formats.slices import Slice, decoded

HEADERS = ("MSH", "FHS", "BHS")
_END = r"[\r\n\x0b\x1c\x1a]"


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment: where its fields stand, numbered as HL7 does (the field separator of MSH is its first)."""

    name: str
    start: int
    fields: list[tuple[int, int, int]]
    """Number, start and end."""


class Syntax:
    """The delimiters that a message declares in its header segment, with which it begins.

    Raises:
        NoteError: it declares none, or some that cannot be.
    """

    def __init__(self, message: str) -> None:
        self.field = message[3:4]
        signs = re.split(r"[\r\n]", message[4:20], maxsplit=1)[0].split(self.field or "\0", 1)[0]
        every = self.field + signs
        if not 2 <= len(every) <= 6 or len(set(every)) < len(every) or any(c.isalnum() or c.isspace() for c in every):
            raise NoteError("HL7: the header segment declares no usable delimiters")
        signs = signs.ljust(5, "\0")
        self.component, self.repetition, self.escape, self.sub = signs[0], signs[1], signs[2], signs[3]
        self._expansions = {
            "F": self.field, "S": self.component, "T": self.sub, "R": self.repetition, "E": self.escape,
            "P": signs[4], "H": "", "N": "", ".br": "\n", ".ce": "\n", ".sp": "\n",
        }  # fmt: skip
        self._letters = {self._expansions[letter]: letter for letter in "FSTRE"}
        # A line that does not begin with a segment's name and a field separator belongs to the field before it.
        self._ends = re.compile(rf"(?<!{_END}){_END}++(?=[A-Z][A-Z0-9]{{2}}{re.escape(self.field)}|\Z)")
        self._pattern: re.Pattern[str] | None = None
        if self.escape != "\0":
            sign = re.escape(self.escape)
            self._pattern = re.compile(
                rf"{sign}(?:[FSTREPHN]|X(?:[0-9A-Fa-f]{{2}})*|[CMZ][0-9A-Za-z]*|\.[a-z]{{2}}[ +\-0-9]*){sign}"
            )

    def segments(self, source: str, start: int, end: int) -> Iterator[Segment]:
        """The segments between two places."""
        at = start
        while at < end:
            match = self._ends.search(source, at, end)
            stop = match.start() if match else end
            if stop > at:
                yield self._segment(source, at, stop)
            at = match.end() if match else end

    def _segment(self, source: str, start: int, end: int) -> Segment:
        name = source[start : start + 3]
        parts = self.split(source, start, end, self.field)
        shift = 1 if name in HEADERS else 0
        return Segment(name, start, [(n + shift, *part) for n, part in enumerate(parts) if n])

    @staticmethod
    def split(source: str, start: int, end: int, sign: str) -> list[tuple[int, int]]:
        """Where the parts between the signs stand."""
        if sign == "\0" or source.find(sign, start, end) < 0:
            return [(start, end)]
        result = []
        while (stop := source.find(sign, start, end)) >= 0:
            result.append((start, stop))
            start = stop + 1
        return [*result, (start, end)]

    def slice(self, source: str, start: int, end: int) -> Slice:
        """A stretch of the message as the text that it stands for."""
        if self._pattern is None or source.find(self.escape, start, end) < 0:
            return Slice(start, end, source[start:end])
        return decoded(source, start, end, self._pattern, self._expand)

    def _expand(self, match: re.Match[str]) -> str:
        code = match[0][1:-1]
        if code in self._expansions:
            return self._expansions[code]
        if code[0] == "X":
            data = bytes.fromhex(code[1:])
            try:
                return data.decode()
            except UnicodeDecodeError:
                return data.decode("latin-1")
        return self._expansions.get(code[:3], " " if code[0] == "." else "")

    def escaped(self, text: str) -> str:
        """A replacement as it may stand in a field."""
        signs = self._letters
        usable = self._pattern is not None
        return "".join(
            (f"{self.escape}{signs[c]}{self.escape}" if usable else " ") if c in signs else " " if c in "\r\n" else c
            for c in text
        )
