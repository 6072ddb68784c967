"""A known date as a pattern that matches it in every common format."""

from __future__ import annotations

import re

from scrubber.mask.dates.parse import parse_date
from scrubber.mask.dates.words import calendars


def date_pattern(value: str) -> str | None:
    """The pattern (for ``re.IGNORECASE``), or None for what is no full date.

    Args:
        value: the date as the file has it. Where it may be read either way ("3/4/1950"), both readings are matched.
    """
    readings = {parsed for day_first in (False, True) if (parsed := _full(value, day_first)) is not None}
    if not readings:
        return None
    return "|".join(_pattern(*reading) for reading in sorted(readings))


def _full(value: str, day_first: bool) -> tuple[int, int, int] | None:
    parsed = parse_date(value.strip(), day_first)
    if parsed is None or not (parsed.y and parsed.m and parsed.d):
        return None
    return parsed.y, parsed.m, parsed.d


def _pattern(year: int, month: int, day: int) -> str:
    names = sorted(
        {
            name
            for calendar in calendars().values()
            for name, word in calendar.words.items()
            if word.kind == "month" and word.index == month - 1
        },
        key=lambda name: (-len(name), name),
    )
    name = rf"(?:{'|'.join(map(re.escape, names))})\.?"
    d, m = f"0?{day}", f"0?{month}"
    y = rf"(?:{year}|'?{year % 100:02})"
    gap, word_gap = r"[\s./,–-]{1,3}", r"[\s./,–-]{0,3}(?:of\s|de\s)?"
    nth = r"(?:st|nd|rd|th|er|re|e)?"
    full = (
        f"{m}{gap}{d}{gap}{y}",
        f"{d}{gap}{m}{gap}{y}",
        rf"{year}\s?[-/.–]\s?{m}\s?[-/.–]\s?{d}",
        f"{name}{word_gap}{d}{nth}{gap}{y}",
        f"{d}{nth}{word_gap}{name}{word_gap}{y}",
        f"{year}{word_gap}{name}{word_gap}{d}",
        f"{year}{month:02}{day:02}",
        f"{month:02}{day:02}{year}",
        f"{day:02}{month:02}{year}",
    )
    return rf"(?<![^\W_])(?:{'|'.join(full)})(?![^\W_])"
