"""Pair values: what a row says of a number in a pair, "3/12" (see ``doubt.py``): a day, or three out of twelve?

A note that counts out of ten does so again, and what it dates lies near its other dates.
"""

from __future__ import annotations

from collections import Counter

from scrubber.detect.day_pairs import NEAR, Pair, pairs_of
from scrubber.detect.doubt_values import MANY

NAMES = ["pair near", "pair other", "pair place", "pairs of first", "pairs of second", "pairs"]
"""Of the values, in their order."""
_NEAR = {said: number for number, said in enumerate(("!", "x", "-", *map(str, NEAR)), 1)}


class NotePairs:
    """The pairs of one text."""

    def __init__(self, text: str) -> None:
        pairs = pairs_of(text)
        self._at: dict[int, Pair] = {start: pair for pair in pairs for start in pair.starts}
        self._firsts, self._seconds = [Counter(pair.numbers[place] for pair in pairs) for place in (0, 1)]
        self._count = min(len(pairs), MANY)

    def of(self, start: int) -> tuple[int, ...]:
        """Of the number that begins there: how near its pair is to a date, the other number, which of the two it is
        and whether a hyphen parts them, how many pairs begin and end alike; and how many there are at all.
        """
        pair = self._at.get(start)
        if pair is None:
            return 0, 0, 0, 0, 0, self._count
        first, second = pair.numbers
        behind = start == pair.starts[1]
        return (
            _NEAR[pair.near],
            first if behind else second,
            1 + behind + 2 * (pair.sign == "-"),
            min(self._firsts[first], MANY),
            min(self._seconds[second], MANY),
            self._count,
        )
