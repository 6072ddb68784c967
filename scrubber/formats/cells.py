"""A row's cells as one text: each behind its column's name, which tells detection what the value is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scrubber.formats.uids import is_uuid
from scrubber.text.span import Span


class Cell(NamedTuple):
    """A value that may hold PHI."""

    label: str
    """The column's name or the key; empty where nothing is known, or where the value is a note by itself."""
    value: str
    where: str
    """Its place in the file, for findings."""


class Joined:
    """The text of some cells, and where each lies in it. Of a UUID, which is one as a whole, nothing is read."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        pieces: list[str] = []
        self.ranges: list[tuple[int, int]] = []
        """Start and end of each cell's value."""
        at = 0
        for cell in cells:
            head = f"{plain_label(cell.label)}: " if cell.label else ""
            value = "" if is_uuid(cell.value) else cell.value
            pieces += (head, value, "\n\n" if len(value) > _LONG else "\n")
            self.ranges.append((at + len(head), at + len(head) + len(value)))
            at += len(head) + len(value) + len(pieces[-1])
        self.text = "".join(pieces[:-1])  # a note that is a cell by itself reads as it is

    def clipped(self, spans: Iterable[Span]) -> list[tuple[int, Span]]:
        """The parts of the spans that lie in values: the cell's number, and the part as it lies in the text."""
        found: list[tuple[int, Span]] = []
        number = 0
        for span in spans:
            while number < len(self.ranges) and self.ranges[number][1] <= span.start:
                number += 1
            for at in range(number, len(self.ranges)):
                start, end = self.ranges[at]
                if start >= span.end:
                    break
                start, end = max(start, span.start), min(end, span.end)
                if self.text[start:end].strip():
                    found.append((at, span.at(start, end)))
        return found


_LONG = 200
"""Code points: a longer value is taken for a paragraph."""


def plain_label(label: str) -> str:
    """A column's name in words: "date of birth" for ``date_of_birth``."""
    return " ".join(label.replace("_", " ").split())
