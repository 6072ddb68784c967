"""Values: what a row says of a token, as small numbers (see ``doubt.py``)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from math import exp

from scrubber.detect.cues import POINTS
from scrubber.lexicon import Flags
from scrubber.words import Memo, shape_of

_BOUNDS = [1 / (1 + exp(-step / 4)) for step in range(-20, 21)]
"""Of the levels of a probability: even steps of log-odds."""
MANY, END = 20, 60
"""Up to here counts and places are told apart."""
_SHAPES = {shape: number for number, shape in enumerate(("Aa", "A1", "A2", "A3", "AA", "a", "a1", "aA"), 1)}
_SIGNS = {sign: number for number, sign in enumerate(" ,.-/:'()&+\"#|;=@\t’", 1)}
_OTHER_SIGN = len(_SIGNS) + 1
_GRADES = {"": 3, "?": 2, "~": 1}
"""Of the grades of a rule's hit (:attr:`scrubber.reading.Reading.hits`)."""


def level(probability: float) -> int:
    """A probability as a small number, 1 or more; 0 stands for none."""
    return 1 + bisect(_BOUNDS, probability)


def points_level(points: int) -> int:
    """Points as a small number, 128 for none; eight to what makes PHI e times as likely."""
    return max(0, min(255, 128 + points * 8 // POINTS))


def summed(chances: Sequence[float]) -> tuple[int, int, int]:
    """How many there are, the highest, and their mean."""
    if not chances:
        return 0, 0, 0
    return min(len(chances), MANY), level(max(chances)), level(sum(chances) / len(chances))


def shape_value(text: str) -> int:
    """The shape of a word, or how many digits."""
    return 10 + min(len(text), 9) if text[0].isdigit() else _SHAPES.get(shape_of(text), 0)


def number_value(text: str) -> int:
    """A number of up to two digits itself, the length of any other; 120 of a word."""
    if not text.isdecimal():
        return 120
    return int(text) if len(text) < 3 else 100 + min(len(text), 10)


def _sign_of(gap: str) -> int:
    """The first sign between two words; 0 where nothing is."""
    first = gap.strip()[:1] or gap[:1]
    return _SIGNS.get(first, _OTHER_SIGN) if first else 0


_SIGNS_BETWEEN: Memo[str, int] = Memo(_sign_of, 4096)
_SHORT_GAP = 40
"""Longer gaps, of whole lines of signs, are not remembered."""


def sign_between(gap: str) -> int:
    """The first sign between two words; 0 where nothing is."""
    return _SIGNS_BETWEEN[gap] if len(gap) <= _SHORT_GAP else _sign_of(gap)


def grades(flags: Flags, names: Sequence[str], mask: int) -> list[int]:
    """How far a word belongs to each list: 0 not, 1 surely, 2 perhaps, 3 as a chance homonym."""
    found = []
    for name in names:
        flag = flags[name]
        found.append(1 if mask & flag.sure else 2 if mask & flag.ambiguous else 3 if mask & flag.ordinary else 0)
    return found


def grade_of_rule(hit: str) -> int:
    """How sure the rule is that covers a token; 0 of none."""
    return _GRADES.get(hit[-1], _GRADES[""]) if hit else 0
