"""What was almost found: candidates whose weight is too low, for a reviewer to look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from scrubber.text.span import Span

if TYPE_CHECKING:
    from scrubber.note import Note

FLOOR = 10
"""Weight below which a candidate is not worth a look."""


def almost(note: Note, text: str, found: Iterable[Span]) -> list[Span]:
    """The heaviest candidates of a piece that overlap neither what was found nor each other."""
    low = [s for s in note.candidates(text) if FLOOR <= s.weight < note.detection.min_weight]
    return without_overlaps(low, list(found))


def without_overlaps(candidates: Iterable[Span], taken: Sequence[Span]) -> list[Span]:
    """The heaviest first, as long as nothing taken is in their way; sorted by position."""
    covered = set[int]()
    for span in taken:
        covered.update(range(span.start, span.end))
    chosen: list[Span] = []
    for span in sorted(candidates, key=lambda s: (-s.weight, s.start - s.end, s.start, s.type, s.source)):
        stretch = range(span.start, span.end)
        if covered.isdisjoint(stretch):
            covered.update(stretch)
            chosen.append(span)
    return sorted(chosen, key=lambda s: s.start)
