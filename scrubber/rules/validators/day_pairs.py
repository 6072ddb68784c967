"""Pairs of numbers that may be a month and a day, and how near they come to the dates that a text writes in full."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple

from scrubber.lazy_pattern import lazy_re

NEAR = (0, 7, 31, 92)
"""Days by which nearness is told."""
_YEAR = 365
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_STARTS = (0, *accumulate((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30)))
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = "|".join("".join(f"[{letter}{letter.upper()}]" for letter in month) for month in _MONTHS)
# each begins with a set and looks behind it afterwards: the scan for the set runs at C speed
_FULL = lazy_re(r"(\d(?<![\d/.-]\d)\d?)([/.-])(\d{1,2})\2(?:19|20)?\d\d(?![\d/-])")
_ISO = lazy_re(r"[12](?<!\d\d)(?:(?<=1)9|(?<=2)0)\d\d([-/.]?)(0[1-9]|1[0-2])\1(0[1-9]|[12]\d|3[01])(?!\d)")
_NAMED = lazy_re(
    rf"(?=[\dJFMASONDjfmasond])(?:\b({_MONTH})[A-Za-z]{{0,6}}[.,]? {{0,2}}-?(\d{{1,2}})(?!\d|[:/])"
    rf"|(?<!\d)(\d{{1,2}})(?:[Ss][Tt]|[Nn][Dd]|[Rr][Dd]|[Tt][Hh])?[ -]{{0,2}}({_MONTH}))",
    re.ASCII,
)
_PAIR = lazy_re(r"(\d(?<![\d./:-]\d)\d?)([/-])(\d{1,2})(?![\d/:%-]|\.\d)")


class Pair(NamedTuple):
    """Two numbers with a sign between them: "3/12", "3-12"."""

    numbers: tuple[int, int]
    starts: tuple[int, int]
    """Where each begins in the text."""
    sign: str
    near: str
    """The least of :data:`NEAR` that the nearest full date of the text is not farther away than, in days and whatever
    the year; "x" where it is farther, "-" where no date stands in full, "!" where the pair is no day of a year."""


@lru_cache(maxsize=4)
def pairs_of(text: str) -> Sequence[Pair]:
    """The pairs of a text in their order; of the last texts they are remembered."""
    found = list(_PAIR.finditer(text))
    if not found:
        return ()
    known, day_first = full_dates(text)
    nearness = cache(lambda day: _nearness(day, known))
    pairs = []
    for match in found:
        first, second = int(match[1]), int(match[3])
        near = nearness(day_of(second, first) if day_first else day_of(first, second))
        pairs.append(Pair((first, second), (match.start(1), match.start(3)), match[2], near))
    return pairs


@lru_cache(maxsize=4)
def days_near(text: str) -> dict[int, str]:
    """How near the pair of each number comes to a full date, and the sign, by the number's offset."""
    return {start: pair.near + pair.sign for pair in pairs_of(text) for start in pair.starts}


def _nearness(day: int | None, known: set[int]) -> str:
    if day is None:
        return "!"
    if not known:
        return "-"
    away = min(min(abs(day - other), _YEAR - abs(day - other)) for other in known)
    return next((str(most) for most in NEAR if away <= most), "x")


def full_dates(text: str) -> tuple[set[int], bool]:
    """The days of the year of a text's full dates, and whether its dates of numbers have the day first."""
    pairs = [(int(m[1]), int(m[3])) for m in _FULL.finditer(text)]
    day_first = any(a > 12 for a, _ in pairs) and not any(b > 12 for _, b in pairs)
    days = {day_of(b, a) if day_first else day_of(a, b) for a, b in pairs}
    days |= {day_of(int(m[2]), int(m[3])) for m in _ISO.finditer(text)}
    for m in _NAMED.finditer(text):
        month, day = (m[1], m[2]) if m[1] else (m[4], m[3])
        days.add(day_of(_MONTHS.index(month.lower()) + 1, int(day)))
    return {day for day in days if day is not None}, day_first


def day_of(month: int, day: int) -> int | None:
    """The day of the year, from 0; None where there is none such."""
    return _STARTS[month - 1] + day - 1 if 1 <= month <= 12 and 1 <= day <= _LENGTHS[month - 1] else None
