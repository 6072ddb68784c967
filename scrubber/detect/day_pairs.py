"""Pairs of numbers that may be a month and a day, and how near they come to the dates that a text writes in full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate

NEAR = (0, 7, 31, 92)
"""Days by which nearness is told."""
_YEAR = 365
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_STARTS = (0, *accumulate((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30)))
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = "|".join(_MONTHS)
_FULL = re.compile(r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(?:19|20)?\d\d(?![\d/-])")
_ISO = re.compile(r"(?<!\d)(?:19|20)\d\d([-/.]?)(0[1-9]|1[0-2])\1(0[1-9]|[12]\d|3[01])(?!\d)")
_NAMED = re.compile(
    rf"\b({_MONTH})[a-z]{{0,6}}[.,]? {{0,2}}-?(\d{{1,2}})(?!\d|[:/])"
    rf"|(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?[ -]{{0,2}}({_MONTH})",
    re.IGNORECASE | re.ASCII,
)
_PAIR = re.compile(r"(?<![\d./:-])(\d{1,2})([/-])(\d{1,2})(?![\d/:%-]|\.\d)")


def near_dates(text: str) -> Iterator[tuple[int, str]]:
    """What each number of a pair ("3/12", "3-12") comes to, by its offset.

    The least of :data:`NEAR` that the nearest full date of the text is not farther away than, in days and whatever the
    year; "x" where it is farther, "-" where no date stands in full, "!" where the pair is no day of a year. The sign
    between the two follows.
    """
    pairs = list(_PAIR.finditer(text))
    if not pairs:
        return
    known, day_first = full_dates(text)
    nearness = cache(lambda day: _nearness(day, known))
    for pair in pairs:
        first, second = int(pair[1]), int(pair[3])
        said = nearness(day_of(second, first) if day_first else day_of(first, second)) + pair[2]
        yield pair.start(1), said
        yield pair.start(3), said


@lru_cache(maxsize=4)
def days_near(text: str) -> dict[int, str]:
    """The same as a table; of the last texts it is remembered."""
    return dict(near_dates(text))


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
