"""Ages: how many years a text tells, a group of ages, and another age in its place."""

from __future__ import annotations

import re
from collections.abc import Callable

from scrubber.mask.numerals import in_digits

OLDEST = 90
"""Years from which on all ages are one group (45 CFR 164.514(b)(2)(i)(C))."""
_NEAR = 3
"""Units by which an age in months, weeks or days moves."""
_SPANISH = re.compile(r"(?i)\b(?:años?|meses|mes|semanas?|días?|dias?)\b")
_BABY = re.compile(r"(?i)\b(?:d|days?|w|wk|wks|weeks?|m|mo|mos|mths?|months?|días?|dias?|semanas?|mes(?:es)?)\b")
_YEARS = re.compile(r"(?i)\b(?:y|yrs?|years?|años?|a)\b")
_MONTHS = re.compile(r"(?i)\bm")
_NUMBER = re.compile(r"\d+(?!\d|st|nd|rd|th)")
_DECADE = re.compile(r"\ds")


def years_of(text: str) -> int | None:
    """The age in whole years that a text tells, or None; 0 for ages in days, weeks or months under a year."""
    digits = in_digits(text.replace("-", " "), "es" if _SPANISH.search(text) else "en")
    if "hundred" in text.lower():
        return 100
    if (found := _NUMBER.search(digits)) is None:
        return None
    if _BABY.search(digits) is None or _YEARS.search(digits):
        return int(found[0])
    return int(found[0]) // 12 if _MONTHS.search(digits) else 0


def group_of(text: str, width: int) -> str:
    """The group of so many years that an age lies in: "50s" or "50-54"; "[AGE]" where none can be read."""
    years = years_of(text)
    if years is None or years >= OLDEST:
        return "[AGE]" if years is None else f"{OLDEST}+"
    low = years // width * width
    return f"{low}s" if width == 10 <= years else f"{low}-{min(low + width, OLDEST) - 1}"


def vary(text: str, by: int, chance: int) -> str:
    """An age moved by 1 to ``by`` of its units (years, months…) either way; words become digits, 90 and more "90+"."""
    made = _moved(text, lambda number: range(max(1, number - by), number + by + 1), chance)
    return made if made != text else "[AGE]"


def another_of_decade(text: str, chance: int) -> str:
    """Another age of the same ten years, or number of months near it; words become digits, 90 and more "90+"."""
    years = years_of(text)

    def decade(number: int) -> range:
        low = number // 10 * 10
        return range(max(low, 1), low + 10) if number == years else range(max(1, number - _NEAR), number + _NEAR + 1)

    return _moved(text, decade, chance)


def _moved(text: str, choices: Callable[[int], range], chance: int) -> str:
    """An age with another number, of those that its own may become; its group where it has no number of its own."""
    years, digits = years_of(text), in_digits(text, "es" if _SPANISH.search(text) else "en")
    found = _NUMBER.search(digits)
    if found is None or years is None or years >= OLDEST or _DECADE.search(digits):
        return group_of(text, 10)
    number = int(found[0])
    others = [n for n in choices(number) if n != number and (n < OLDEST or number != years)]
    if not others:
        return "[AGE]"
    rest = re.sub(r"\d+", lambda m: str((int(m[0]) + 1 + chance % 3) % 12 or 1), digits[found.end() :])
    return f"{digits[: found.start()]}{others[chance % len(others)]}{rest}"
