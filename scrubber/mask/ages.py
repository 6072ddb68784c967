"""Ages: how many years a text tells, a group of ages, and another age in its place."""

from __future__ import annotations

import re

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


def _with_digits(text: str) -> str:
    return in_digits(text, "es" if _SPANISH.search(text) else "en")


def years_of(text: str) -> int | None:
    """The age in whole years that a text tells, or None; 0 for ages in days, weeks or months under a year."""
    digits = _with_digits(text.replace("-", " "))
    if "hundred" in text.lower():
        return 100
    if (found := _NUMBER.search(digits)) is None:
        return None
    if _BABY.search(digits) is None or _YEARS.search(digits):
        return int(found[0])
    return int(found[0]) // 12 if _MONTHS.search(digits) else 0


def group_of(text: str, width: int) -> str:
    """The group of so many years that an age lies in: "50s" or "50-54"."""
    years = years_of(text)
    if years is None:
        return "[AGE]"
    if years >= OLDEST:
        return f"{OLDEST}+"
    low = years // width * width
    return f"{low}s" if width == 10 <= years else f"{low}-{min(low + width, OLDEST) - 1}"


def vary(text: str, by: int, chance: int) -> str:
    """An age moved by 1 to ``by`` of its units (years, months…) either way; words become digits, 90 and more "90+"."""
    years, digits = years_of(text), _with_digits(text)
    found = _NUMBER.search(digits)
    if years is None or found is None or by < 1 or _DECADE.search(digits):
        return "[AGE]"
    if years >= OLDEST:
        return f"{OLDEST}+"
    return digits[: found.start()] + _another(int(found[0]), by, years, chance) + digits[found.end() :]


def _another(number: int, by: int, years: int, chance: int) -> str:
    """A number from 1 on that is near this one, and no age of the oldest if it counts years."""
    most = number + by if number != years else min(number + by, OLDEST - 1)
    others = [n for n in range(max(1, number - by), most + 1) if n != number]
    return str(others[chance % len(others)]) if others else "1"


def another_of_decade(text: str, chance: int) -> str:
    """Another age of the same ten years; words become digits, 90 and more "90+"."""
    years, digits = years_of(text), _with_digits(text)
    if years is None:
        return "[AGE]"
    if years >= OLDEST:
        return f"{OLDEST}+"
    low = years // 10 * 10
    found = _NUMBER.search(digits)
    if found is None or _DECADE.search(digits):
        return f"{low}s"
    if years == 0 or int(found[0]) != years:  # months, weeks: another number of them
        new = _another(int(found[0]), _NEAR, years, chance)
    else:
        others = [n for n in range(max(low, 1), low + 10) if n != years]
        new = str(others[chance % len(others)])
    rest = re.sub(r"\d+", lambda m: str((int(m[0]) + 1 + chance % 3) % 12 or 1), digits[found.end() :])
    return digits[: found.start()] + new + rest
