"""A span: a stretch of a document's text that holds protected health information."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self


class _Span(NamedTuple):
    """The parts of a span. A tuple, for dense text has many, and an object takes more to make."""

    start: int
    end: int
    type: str
    """PHI type, such as ``PATIENT`` (see ``patterns/types.toml``)."""
    source: str
    """Id of the rule, lexicon or model that found it; what ``scrub rules ID`` explains."""
    weight: int
    """How sure the source is, 0 to 100. The pipeline masks from ``Scrubber.min_weight`` upwards."""


class Span(_Span):
    """One stretch of text that a detector takes for PHI. Spans sort by where they begin, then by where they end.

    Offsets are code points of the decoded text: ``document.text[span.start:span.end]`` is what was found.

    Raises:
        ValueError: the offsets are not those of a non-empty stretch, or the weight is not in 0..100. The message holds
            numbers only, never text.
    """

    __slots__ = ()

    def __new__(cls, start: int, end: int, type: str, source: str, weight: int) -> Self:
        """A span of these parts."""
        if 0 <= start < end and 0 <= weight <= 100:
            return tuple.__new__(cls, (start, end, type, source, weight))
        raise ValueError(f"not a span: {start}..{end}, or weight out of 0..100: {weight}")

    def at(self, start: int, end: int) -> Span:
        """The same found elsewhere."""
        same = start == self.start and end == self.end
        return self if same else Span(start, end, *self[2:])

    def moved(self, by: int) -> Span:
        """The span, so many code points further on."""
        return Span(self.start + by, self.end + by, *self[2:])

    def weighing(self, weight: int) -> Span:
        """The span with another weight."""
        return self if weight == self.weight else Span(*self[:4], weight)

    def typed(self, type_: str) -> Span:
        """The span as one of another type."""
        return self if type_ == self.type else Span(*self[:2], type_, *self[3:])

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a code point."""
        return self.start < other.end and other.start < self.end


def covered(spans: Iterable[Span]) -> list[tuple[int, int]]:
    """What spans cover, as stretches in order and apart."""
    stretches: list[tuple[int, int]] = []
    for start, end in sorted((span.start, span.end) for span in spans):
        if stretches and start <= stretches[-1][1]:
            start, end = stretches[-1][0], max(end, stretches.pop()[1])
        stretches.append((start, end))
    return stretches


def touches(start: int, end: int, stretches: Sequence[tuple[int, int]]) -> bool:
    """Whether a stretch shares a code point with one of some that are in order and apart."""
    last = bisect_left(stretches, (end,)) - 1
    return last >= 0 and stretches[last][1] > start
