"""Generalising: a wider group in place of the value itself."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from scrubber.errors import UsageError
from scrubber.mask.dates.parse import parse_date
from scrubber.mask.numerals import number_in_words
from scrubber.mask.surrogate.pools import like, plain, surrogate_table

if TYPE_CHECKING:
    from scrubber.mask.subject import Subject

LOW_POPULATION_ZIPS = frozenset(
    (
        "036",
        "059",
        "063",
        "102",
        "203",
        "556",
        "692",
        "790",
        "821",
        "823",
        "830",
        "831",
        "878",
        "879",
        "884",
        "890",
        "893",
    )
)
"""ZIP prefixes with 20,000 inhabitants or fewer, from the HHS guidance on 45 CFR 164.514(b)(2)(i)(B), Census 2000."""
_SPANISH = re.compile(r"\b(?:años?|meses|mes|semanas?|días?|dias?)\b")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_TENS_PLURAL = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_UNITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_BABY = re.compile(r"(?i)\b(?:d|days?|w|wk|wks|weeks?|m|mo|mos|mths?|months?|días?|dias?|semanas?|mes(?:es)?)\b")


def generalise(
    text: str,
    type_: str,
    subject: Subject | None = None,
    *,
    age: str = "decade",
    width: int = 10,
    date: str = "year",
    zip_: int = 3,
    chance: int = 0,
) -> str:
    """A wider group: an age its decade, a date its year, a ZIP its first three digits, a town its state or province.

    ``age`` is ``decade`` or ``90+`` (ages under 90 stay), ``width`` the years of a group of ages; ``date`` is ``year``,
    ``quarter`` or ``decade``; ``zip`` is the number of characters kept. ZIP areas of few inhabitants become 000, rural
    Canadian ones their first letter. A type that has no wider group is redacted.

    Risk: a small group can still be one person, above all where several generalised values come together (a decade of
    age, a year, a province, a rare disease).
    """
    if type_ == "AGE":
        return _age(text, age, width, chance)
    if type_ == "DATE":
        return _date(text, date)
    if type_ == "ZIP":
        return _zip(text, zip_)
    if type_ in ("CITY", "HOSPITAL", "LOCATION-OTHER"):
        region = _regions("en" if subject is None else subject.surrogates.language).get(" ".join(plain(text).split()))
        return like(text, region) if region else f"[{type_}]"
    return f"[{type_}]"


@cache
def _regions(language: str) -> dict[str, str]:
    return {plain(line[0]): line[1] for line in surrogate_table(language, "city_regions")}


def years_of(text: str) -> int | None:
    """The age in whole years that a text tells, or None; 0 for ages in days, weeks or months under a year."""
    low = text.lower().replace("-", " ")
    numbers = [int(n) for n in re.findall(r"\d+", low)]
    if not numbers and _SPANISH.search(low) and (found := number_in_words(low)) is not None:
        numbers = [found[0]]
    if numbers:
        months = _BABY.search(low) is not None and re.search(r"\b(?:y|yrs?|years?|años?|a)\b", low) is None
        return numbers[0] // 12 if months and re.search(r"\bm", low) else 0 if months else numbers[0]
    words = low.split()
    for table, first in ((_TENS, 20), (_TENS_PLURAL, 20)):
        for n, name in enumerate(table):
            if name in words:
                unit = next((_UNITS.index(w) for w in words if w in _UNITS), 0)
                return first + 10 * n + unit
    if "hundred" in words:
        return 100
    for n, name in enumerate((*_UNITS, *_TEENS)):
        if name in words:
            return n
    return None


def _age(text: str, how: str, width: int, chance: int) -> str:
    if how not in ("decade", "90+", "same-decade"):
        raise UsageError("generalise: age is 'decade' or '90+'")
    if not 2 <= width <= 45 or (width != 10 and how != "decade"):
        raise UsageError("generalise: width is 2 to 45 years, and goes with no other age than 'decade'")
    years = years_of(text)
    if years is None:
        return "[AGE]"
    if years >= 90:
        return "90+"
    if how == "90+":
        return text
    if how == "same-decade":
        return _same_decade(text, years, chance)
    low = years // width * width
    return f"{low}s" if width == 10 <= years else f"{low}-{min(low + width, 90) - 1}"


def vary(text: str, by: int, chance: int) -> str:
    """An age moved by 1 to ``by`` of its units (years, months…) either way; words become digits, 90 and more "90+"."""
    years, found = years_of(text), re.search(r"\d+(?!\d*s)", text)
    if years is None or by < 1 or re.search(r"\ds", text):
        return "[AGE]"
    if years >= 90:
        return "90+"
    number = int(found[0]) if found else years
    most = number + by if number != years else min(number + by, 89)
    others = [n for n in range(max(1, number - by), most + 1) if n != number]
    made = str(others[chance % len(others)]) if others else "1"
    return f"{text[: found.start()]}{made}{text[found.end() :]}" if found else made


def _same_decade(text: str, years: int, chance: int) -> str:
    """Another age of the same ten years, in place of the first number; words become digits."""
    low = years // 10 * 10
    others = [n for n in range(max(low, 1), low + 10) if n != years]
    new = str(others[chance % len(others)])
    found = re.search(r"\d+", text)
    if found is None and _SPANISH.search(text) and (word := number_in_words(text)) is not None:
        return _same_decade(f"{text[: word[1]]}{word[0]}{text[word[2] :]}", years, chance)
    if found is None:
        return new
    if years == 0 or int(found[0]) != years:  # months, weeks: another number of them
        number = int(found[0])
        others = [n for n in range(max(1, number - 3), number + 4) if n != number]
        new = str(others[chance % len(others)])
    if re.search(r"\ds", text):
        return f"{low}s"
    tail = re.sub(r"\d+", lambda m: str((int(m[0]) + 1 + chance % 3) % 12 or 1), text[found.end() :])
    return text[: found.start()] + new + tail


def _date(text: str, how: str) -> str:
    if how not in ("year", "quarter", "decade"):
        raise UsageError("generalise: date is 'year', 'quarter' or 'decade'")
    parsed = parse_date(text)
    if parsed is None or not parsed.y:
        return "[DATE]"
    if how == "decade":
        return f"{parsed.y // 10 * 10}s"
    if how == "quarter" and parsed.m:
        return f"Q{(parsed.m + 2) // 3} {parsed.y}"
    return str(parsed.y)


def _zip(text: str, kept: int) -> str:
    compact = re.sub(r"[\s-]", "", text).upper()
    if re.fullmatch(r"\d{5}(?:\d{4})?", compact):
        start = compact[: min(kept, 3)]
        return "000" if compact[:3] in LOW_POPULATION_ZIPS else start or "000"
    if re.fullmatch(r"[A-Z]\d[A-Z]\d[A-Z]\d", compact):
        return compact[0] if compact[1] == "0" else compact[: min(kept, 3)]
    outward = re.fullmatch(r"([A-Z]{1,2})\d[A-Z\d]?\d[A-Z]{2}", compact)
    return outward[1] if outward else "[ZIP]"
