"""Validators of dates in numbers: on the calendar, and not a score, a dose, a ratio or a decimal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import (
    Match,
    last_word,
    span_of,
    spans_of,
    text_after,
    text_before,
    validator,
    words,
)
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.days import FAR
from scrubber.text.document import Document
from scrubber.text.span import Span

_NUMBER = lazy_regex(r"\d+")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


_CALENDAR = frozenset(
    pair for month, days in enumerate(_DAYS, 1) for day in range(1, days + 1) for pair in ((month, day), (day, month))
)


def month_day(month: int, day: int) -> bool:
    """Whether the month has that day."""
    return 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]


def calendar_day(a: int, b: int) -> bool:
    """Whether two numbers are a month and a day, in either order."""
    return (a, b) in _CALENDAR


def numbers(text: str) -> list[int]:
    """The numbers in a text."""
    return list(map(int, _NUMBER.findall(text)))


_VERSION = WordSet("en", "before-versions")


@validator
def numeric_date(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Three numbers are a date in day-month, month-day or year-first order."""
    a, b, c = numbers(match[0])[:3]
    good = calendar_day(b, c) if a > 31 else calendar_day(a, b)
    if good and a and last_word(text_before(match, 14)) not in _VERSION:
        yield span_of(rule, match, rule.weight - 14 if 31 < a < 100 else None)


_RATIO_WORDS = WordSet("en", "before-ratios")
_DAY_WORDS = WordSet("en", "before-days")
_RATIO_AFTER = words(r"{RATIOAFTER}", "en")
_NEARNESS = {0: 20, 1: 20, 2: 16, 3: 6, FAR: -10}
"""What a pair of numbers gains by standing so near to a full date, by the steps of :mod:`~scrubber.text.days`."""
_MOST_STEPS = 1
"""As near as this to a full date it may be a day even of a note that writes lengths of time so."""
_MOST_BY_NEARNESS = 82
"""Up to here: what surrounds it still has a say."""
_LINE_START = words(r"(?:^|\n|\|)[\s*•>-]*$")
_OPEN_BRACKET = words(r"\([^()]{0,20}$")
_CLOCK = words(r"[,;]?\s*(?:at|@)?\s*(?:\d{1,2}:\d\d|[01]\d[0-5]\d\b(?![/.-])|\d{1,2}\s?[ap]\.?m)")
_FRACTIONS = words(r"\d{1,3}/\d{1,3}(?![\d/])")
_WEEKDAY_BEFORE = words(r"\b(?:mon|tues?|wed(?:s|nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\.?,?\s$")
_AT_VA = words(r"\b(?:at|to|from|the|f/u)\sva\s$")
"""A hospital of the Veterans Affairs, which is no visual acuity."""
_VALUE_AFTER = words(r"\s?[:=]\s?\d{1,3}(?![\d/.-])")
"""A value of its own ("PHQ-9 12/21: 14"): what stands before it is its day and no score out of something."""
_DATES_NEAR = words(r"\d{1,2}/\d{1,2}/(?:\d{4}|\d\d)(?!\d)")


@validator
def slash_date(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Month and day: valid on the calendar, and the words around speak of a date rather than of a score or ratio."""
    first, second = numbers(match[0])
    if not calendar_day(first, second):
        return
    before, after = text_before(match), text_after(match)
    word = last_word(before)
    told = word in _DAY_WORDS
    if word in _RATIO_WORDS:
        told = bool(_AT_VA.search(before) or _VALUE_AFTER.match(after))
        if not told:
            return
    if _RATIO_AFTER.match(after):
        return
    if _CLOCK.match(after) or _WEEKDAY_BEFORE.search(before):
        yield span_of(rule, match, 90)
    else:
        weight = _weight_of_pair(first, second, before, after, told=told)
        yield span_of(rule, match, _by_nearness(weight, document, match))


def _weight_of_pair(a: int, b: int, before: str, after: str, *, told: bool) -> int:
    """The weight of two numbers with a slash: few scores go so high as the second half of a month or year."""
    high = b > 10 or a > 6
    if told:
        weight = 76 if high else 70
    elif _LINE_START.search(before):
        weight = 72
    elif _OPEN_BRACKET.search(before):
        weight = 66 if high else 56
    else:
        weight = 56 if b > 10 and a <= 12 else 34
    duration = (b in (7, 12) and a < 7) or b == 52  # "4/12", "1/7": months and days, as British notes count them
    if duration or _FRACTIONS.search(before[-14:]) or _FRACTIONS.search(after[:12]):
        weight -= 12
    return weight + 6 * (weight < 50 and _DATES_NEAR.search(before + after) is not None)


def _by_nearness(weight: int, document: Document, match: Match) -> int:
    """The weight, raised for a day near the dates that the note writes in full, and lowered for one far from them."""
    change = _NEARNESS.get(document.days.get(match.start(), -1), 0)
    return max(weight, min(_MOST_BY_NEARNESS, weight + change)) if change > 0 else max(1, weight + change)


@validator
def date_range(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Two days with a hyphen between them, both on the calendar and the second after the first."""
    a, b, c, *rest = numbers(match[0])
    good = calendar_day(a, b) and calendar_day(c, rest[0]) if rest else month_day(a, b) and b < c <= 31  # 3/14-17
    if good and last_word(text_before(match)) not in _RATIO_WORDS and not _RATIO_AFTER.match(text_after(match)):
        yield from spans_of(rule, match)


_RANGE_WORDS = WordSet("en", "before-ranges")
_DASHED_DAY_WORDS = WordSet("en", "before-dashed-days")


@validator
def dash_date(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'11-23' or '8.19' as month and day, behind a word of time or at the start of a log's line; else it is a range."""
    a, b = numbers(match[0])[:2]
    before, dotted = text_before(match), "." in match[0]
    word = last_word(before)
    if word in _RANGE_WORDS or not calendar_day(a, b):
        return
    weight = 24
    if word in _DASHED_DAY_WORDS:
        weight = (58 if b > 12 or a > b or not dotted else 46) - 6 * dotted
    elif not dotted and _LINE_START.search(before) and (b > 12 or b < a):
        weight = 62
    elif not dotted and b < a:
        weight = 50  # a range does not go down
    yield span_of(rule, match, _by_nearness(weight, document, match))


@validator
def compact_label(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Six or eight digits without signs behind a label of a date, in any order of the calendar."""
    value = match["phi"]
    if len(value) == 8:
        good = month_day(int(value[:2]), int(value[2:4])) or month_day(int(value[2:4]), int(value[:2]))
        good = good or month_day(int(value[4:6]), int(value[6:]))
    else:
        pairs = [int(value[i : i + 2]) for i in (0, 2, 4)]
        good = calendar_day(*pairs[:2]) or month_day(*pairs[1:])
    if good:
        yield span_of(rule, match)


_WEEKS = lazy_regex(r"(?<![\d/.-])\d{1,2}/52(?![\d/])")
"""Weeks as the Commonwealth writes them, which no month has days for."""
_SURE_DAY_WORDS = WordSet("en", "before-sure-days")


@lru_cache(maxsize=16)
def _counts_so(text: str) -> bool:
    """Whether a note writes lengths of time as a number over that of the unit in a year or week."""
    return _WEEKS.search(text) is not None


@validator
def duration(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Days, weeks or months of a note that writes them so: not what is called a day, nor one near the note's dates."""
    weeks = match[0].endswith("/52")
    near = not weeks and document.days.get(match.start(), FAR) <= _MOST_STEPS
    if not near and _counts_so(document.text) and last_word(text_before(match, 16)) not in _SURE_DAY_WORDS:
        yield span_of(rule, match)


@validator
def ratio_row(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A list of things and two sizes of each, of which one at least is no day of a year."""
    pairs = [[*map(int, document.text[start:end].split("/"))] for start, end in match.spans("phi")]
    if any(len(pair) == 2 and not calendar_day(*pair) for pair in pairs):
        yield from spans_of(rule, match)


@validator
def share(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """So many of so many, where they make the percentage beside them, as it is rounded."""
    part, whole = map(int, match["phi"].split("/"))
    said = match["share"]
    unit = 10.0 ** -len(said.partition(".")[2])
    if 0 < whole >= part and abs(100 * part / whole - float(said)) <= unit:
        yield span_of(rule, match)
