"""Marked notes with stretches of their text replaced: marks keep to what they marked."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate

from scrubber.evaluate.marks import Mark, MarkedNote, Part

Edit = tuple[int, int, str]
"""Start and end of a stretch, and what stands there then."""


def rewritten(note: MarkedNote, edits: Iterable[Edit]) -> MarkedNote:
    """The note with edits made, which lie apart. What is put in at the edge of a mark stands outside of it."""
    edits = sorted(edits)
    pieces: list[str] = []
    at = 0
    for start, end, new in edits:
        pieces += [note.text[at:start], new]
        at = end
    moved = [0, *accumulate(len(new) - (end - start) for start, end, new in edits)]
    starts, ends = [start for start, _, _ in edits], [end for _, end, _ in edits]

    def part(start: int, end: int) -> Part:
        return start + moved[bisect_right(ends, start)], end + moved[bisect_left(starts, end)]

    marks = tuple(Mark(one.type, tuple(part(*old) for old in one.parts)) for one in note.marks)
    return replace(note, text="".join([*pieces, note.text[at:]]), marks=marks)
