"""A note and the spans that somebody (an annotator, or scrub) marked in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

IGNORE = "IGNORE"
"""The type of gold marks that count neither as PHI nor as clear text."""

Part = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """One marked entity. Most have one part; brat's discontinuous ones have several, in order.

    Raises:
        ValueError: no part, an empty part, or parts out of order.
    """

    type: str
    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        ends = [edge for part in self.parts for edge in part]
        if not ends or ends[0] < 0 or ends != sorted(ends) or any(start >= end for start, end in self.parts):
            raise ValueError(f"not a mark: {self.parts}")

    @property
    def start(self) -> int:
        """Code point at which it begins."""
        return self.parts[0][0]

    @property
    def end(self) -> int:
        """Code point after its last."""
        return self.parts[-1][1]

    def overlaps(self, other: Mark) -> bool:
        """Whether the two share a code point."""
        return any(s < e2 and s2 < e for s, e in self.parts for s2, e2 in other.parts)

    def retyped(self, type_: str) -> Mark:
        """The same stretch under another type."""
        return Mark(type_, self.parts)


@dataclass(frozen=True, slots=True)
class MarkedNote:
    """A note's text and its marks, sorted by position. Offsets are code points of ``text``."""

    name: str
    """Path below the gold folder without its ending, with forward slashes."""
    text: str
    marks: tuple[Mark, ...]


def mark(type_: str, start: int, end: int) -> Mark:
    """A mark of one part."""
    return Mark(type_, ((start, end),))


def in_order(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Sorted by position, then type."""
    return tuple(sorted(marks, key=lambda m: (m.parts, m.type)))


def by_line(text: str, parts: Iterable[Part]) -> list[Part]:
    """The parts cut at line breaks, without the white space around them: formats of lines hold no break in a mark."""
    pieces: list[Part] = []
    for start, end in parts:
        at = start
        for line in text[start:end].splitlines(keepends=True):
            lead = len(line) - len(line.lstrip())
            if line.strip():
                pieces.append((at + lead, at + lead + len(line.strip())))
            at += len(line)
    return pieces


def joined(text: str, parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts with those joined that only white space separates: the inverse of :func:`by_line`."""
    result: list[Part] = []
    for start, end in sorted(parts):
        if result and not text[result[-1][1] : start].strip():
            result[-1] = (result[-1][0], end)
        else:
            result.append((start, end))
    return tuple(result)
