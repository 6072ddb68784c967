"""The view of a text that detection has: what copying, typesetting, programs and scanners do to it is undone.

Characters that nobody sees, blanks, hyphens, quotes and digits of other kinds, accents that stand by themselves, markup
and codes would hide a name or a number from every list and every pattern; a line end at which a paragraph was wrapped
parts it. The bytes of the note stay as they are: spans of the view are told as spans of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.budget import look
from scrubber.text.paragraphs import unwrapped
from scrubber.text.remembered import CELL, CELLS, remembered
from scrubber.text.span import Span
from scrubber.text.undoing import UNDOINGS
from scrubber.text.undoing.kinds import Change

_NOTE, _NOTES = 4096, 128
"""Characters of a small note, and how many are looked at ahead before it is their turn."""
_PIECE, _PIECES = 1 << 18, 2
"""Of a piece of a long one, which is judged and masked right after."""
Offsets = range | NDArray[np.int64]


class View(NamedTuple):
    """A text as detection sees it."""

    text: str
    starts: Offsets
    """Where what each of its characters stands for begins in the text as it is, and"""
    ends: Offsets
    """where it ends."""

    def back(self, span: Span) -> Span:
        """A span of the view, in the text as it is; what is not seen at its edges stays outside."""
        return span.at(int(self.starts[span.start]), int(self.ends[span.end - 1]))

    def all_back(self, spans: Iterable[Span]) -> list[Span]:
        """Spans of the view, in the text as it is."""
        return list(spans) if isinstance(self.starts, range) else [self.back(span) for span in spans]

    def all_forth(self, spans: Iterable[Span]) -> list[Span] | None:
        """Spans of the text as it is, in the view: with all the characters of which they hold a part.

        ``None`` where one of them holds nothing that is seen.
        """
        starts, ends, spans = self.starts, self.ends, list(spans)
        if isinstance(starts, range) or isinstance(ends, range):
            return spans
        places = [(int(ends.searchsorted(s.start, "right")), int(starts.searchsorted(s.end))) for s in spans]
        if any(start >= end for start, end in places):
            return None
        return [span.at(*place) for span, place in zip(spans, places, strict=True)]

    def changed(self, changes: Sequence[Change]) -> View:
        """The view with stretches of it, in order and apart, read as something else."""
        edges = [0, *(edge for start, end, _ in changes for edge in (start, end)), len(self.text)]
        pieces = [self.text[low:high] for low, high in pairwise(edges)]
        pieces[1::2] = [shown for _, _, shown in changes]
        lengths = np.array(list(map(len, pieces)))
        lows, highs = np.repeat(edges[:-1], lengths), np.repeat(edges[1:], lengths)
        inside = lows + np.arange(len(lows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        kept = np.repeat(np.arange(len(pieces)) % 2 == 0, lengths)
        first, last = np.where(kept, inside, lows), np.where(kept, inside, highs - 1)
        return View("".join(pieces), np.asarray(self.starts)[first], np.asarray(self.ends)[last])


@remembered(CELLS, CELL)
@remembered(_NOTES, _NOTE)
@remembered(_PIECES, _PIECE)
def view(text: str) -> View:
    """The text as detection sees it."""
    seen = View(text, range(len(text)), range(1, len(text) + 1))
    for undoing in UNDOINGS:
        look()
        if undoing.may_be_in(seen.text):
            changes = list(undoing.changes(seen.text))
            if changes:
                seen = seen.changed(changes)
    return seen._replace(text=unwrapped(seen.text))
