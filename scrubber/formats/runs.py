"""Text that a file holds in parts: a paragraph's runs, the words between tags.

The parts are read as one text, so that a name split over three of them is found, and what replaces it stands in the
part in which the name began; the parts keep their formatting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise

from scrubber.formats.context import FileNote, Mark, applied, spread

BLOCK = 64_000
"""From so many characters on, a long text is cut at the next line end, to be read piece by piece."""
_LONGEST = 1_000_000
"""Without a line end for so long, it is cut after the next part."""
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+")
"""Soft hyphens and the like: who looks at the document does not see them, and a search must not stumble over them."""

Find = Callable[[str, str], list[Mark]]
_BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f", " "))


class Runs:
    """Parts of text in the order in which they are read, gathered first, then scrubbed together."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._fixed: set[int] = set()
        self._cuts: dict[int, list[Mark]] = {}

    def __len__(self) -> int:
        return len(self._texts)

    def add(self, text: str, *, fixed: bool = False) -> int:
        """Append a part; its number. A fixed one is read and stays as it is."""
        if fixed:
            self._fixed.add(len(self._texts))
        self._texts.append(text)
        return len(self._texts) - 1

    def scrub(self, note: FileNote, where: str = "", view: Sequence[int] | None = None, *, known: bool = False) -> None:
        """Look at the parts, or at those of one view (a document without its deletions), piece by piece.

        What several views find adds up: a character that any of them masks is masked.

        Args:
            known: only what is known of people is looked for.
        """
        marks = note.known_marks if known else note.marks
        for block in self._blocks(range(len(self)) if view is None else view):
            self.learn(block, _marks(marks, "".join(self._texts[i] for i in block), where))

    def learn(self, view: Sequence[int], marks: Sequence[Mark]) -> None:
        """Take marks that count in the joined parts of a view."""
        ends = list(accumulate((len(self._texts[number]) for number in view), initial=0))
        ranges = pairwise(ends)
        changed = [(view[at], r) for at, r in enumerate(ranges) if view[at] not in self._fixed]
        for at, mark in spread(marks, (r for _, r in changed)):
            cuts = self._cuts.setdefault(changed[at][0], [])
            if cuts and mark.start < cuts[-1].end:
                cuts[:] = sorted([*cuts, *_beside(cuts, *mark)])
            else:  # nearly always: quadratic otherwise
                cuts.append(mark)

    def results(self, escape: Callable[[str], str] = str) -> list[str]:
        """The parts as they are to be written, with every replacement escaped as the file needs it."""
        return [self._result(number, escape) for number in range(len(self))]

    def marks(self, number: int) -> Sequence[Mark]:
        """What has to be replaced in a part."""
        return self._cuts.get(number, ())

    def changed(self) -> list[int]:
        """The numbers of the parts that are not what they were."""
        return [n for n in sorted(self._cuts) if self._result(n) != self._texts[n]]

    def _result(self, number: int, escape: Callable[[str], str] = str) -> str:
        return applied(self._texts[number], [cut._replace(text=escape(cut.text)) for cut in self.marks(number)])

    def _blocks(self, view: Sequence[int]) -> Iterator[list[int]]:
        block: list[int] = []
        size = 0
        for number in view:
            block.append(number)
            size += len(self._texts[number])
            if size >= BLOCK and (size >= _LONGEST or self._texts[number].endswith("\n")):
                yield block
                block, size = [], 0
        if block:
            yield block


def _marks(find: Find, text: str, where: str) -> list[Mark]:
    """What is found in a text without its invisible characters, counted in the text with them.

    Blanks at which no line may break are blanks: HTML and Word put them into numbers and names.
    """
    text = text.translate(_BLANKS)
    gaps = [(found.start(), found.end()) for found in _INVISIBLE.finditer(text)]
    if not gaps:
        return find(text, where)
    marks: list[Mark] = []
    gap = hidden = 0
    for mark in find(_INVISIBLE.sub("", text), where):
        ends = []
        for at in (mark.start, mark.end - 1):  # places of characters that are seen
            while gap < len(gaps) and gaps[gap][0] <= at + hidden:
                hidden += gaps[gap][1] - gaps[gap][0]
                gap += 1
            ends.append(at + hidden)
        marks.append(Mark(ends[0], ends[1] + 1, mark.text))
    return marks


def _beside(cuts: Sequence[Mark], start: int, end: int, text: str) -> Iterator[Mark]:
    """What of a new cut lies outside those that are there (sorted); its text goes with its beginning."""
    at = start
    for cut in cuts:
        if cut.end <= at or cut.start >= end:
            continue
        if cut.start > at:
            yield Mark(at, cut.start, text if at == start else "")
        at = cut.end
    if at < end:
        yield Mark(at, end, text if at == start else "")
