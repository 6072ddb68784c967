"""Dates that were moved to another time, as data for research have them: "2087-02-14", "hernia repair 2055".

A text whose full dates lie decades ahead is read as one of our own time: every year of it as earlier by the same number
of decades, so that rules, lists and the model see the years that they know. As many digits are read as stand there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from scrubber.lazy_pattern import lazy_re
from scrubber.text.document import Document

_OURS = 2011
"""The last year of a text is read as one of the ten from this one on."""
_OLDEST = 1920
_AHEAD = 5
"""Years behind the last full date that plans and warranties are about."""
_SHORT_BACK = 25
"""Years before it that may stand as two digits: a fraction, a score or an acuity ("6/60") has such numbers too."""

# from 2036 to 2299: no note's own, and what dates are moved to
_BEHIND_2 = r"(?:0(?:3[6-9]|[4-9]\d)|[12]\d\d)"
_YEAR = f"2{_BEHIND_2}"
_MONTH = (
    r"(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|janv|f[eé]v|avr|mai|juin|juil|ao[uû]|d[eé]c|ene|abr|ago|dic)"
    r"[^\W\d_]{0,7}\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th|er)?"
_FULL = (
    rf"(?<![\d.-]){_YEAR}(?P<a>[-/.])\d{{1,2}}(?P=a)\d{{1,2}}(?=T\d|(?!\d))"
    rf"|(?<![\d/.-])\d{{1,2}}(?P<b>[-/.])\d{{1,2}}(?P=b){_YEAR}(?!\d)"
    rf"|(?<![\w/.-])(?:0?[1-9]|1[0-2])/{_YEAR}(?![\w/%]|[.,]\d)"
    rf"|(?<![^\W_]){_MONTH}[ ,-]+(?:{_DAY}[ ,-]+)?{_YEAR}(?!\w)|(?<!\w){_YEAR}[ -]{_MONTH}[ -]\d{{1,2}}(?!\w)"
    rf"|(?<!\w){_DAY} de {_MONTH} (?:de|del) {_YEAR}(?!\w)"
)
"""Dates with such a year, told by their form: the day may be missing."""
_MAY_BE_MOVED = lazy_re(rf"2(?<!\d.){_BEHIND_2}(?!\d)")  # the literal first: most texts have none
_BEFORE, _BEHIND = 22, 8
"""Characters of a date before and behind its year."""
_MOVED = lazy_re(_FULL)
_OF_MOVED = lazy_re(
    rf"(?P<full>{_FULL})|(?<![\w$£€.,-])(?P<year>2\d{{3}})(?![\w%]|[.,]\d)"
    r"|(?<![\w/.-])(?:(?:0?[1-9]|1[0-2])/|['’](?=\d\d\b))(?P<short>\d\d)(?![\w/%]|\.\d)"
)
_CLOCK = lazy_re(r"2[0-3][0-5]\d")
"""What may be an hour as well."""
_SAYS_HOUR = lazy_re(
    r"(?i)(?:\b(?:at|by|around|about|until|till|time|hrs?|hours?)\W{0,2}|[@~][ ]?|^[ \t]*)\Z", re.MULTILINE
)
_CUE = 12
"""Characters before a number in which an hour's cue is looked for."""
_HOUR_BEHIND = lazy_re(r"(?i)[ ]?(?:h|hrs?|hours)\b|:")


def in_our_time(document: Document) -> Document:
    """The document with its years as those of our own time, where its dates are of another; its text is as long."""
    pieces, at = [], 0
    for start, year in _moved(document.text):
        pieces += [document.text[at:start], year]
        at = start + len(year)
    return replace(document, text="".join([*pieces, document.text[at:]]), own=document.text) if pieces else document


def _moved(text: str) -> Iterator[tuple[int, str]]:
    """Where years stand, and what they are read as."""
    last = max((int(year[0]) for year in _MAY_BE_MOVED.finditer(text) if _is_of_date(text, *year.span())), default=0)
    if not last:
        return
    decades = (last - _OURS) // 10 * 10
    for found in _OF_MOVED.finditer(text):
        if found["short"]:
            yield from _short(found, last, decades)
            continue
        year = _MAY_BE_MOVED.search(text, *found.span("year" if found["year"] else 0))
        if year is None or (found["year"] and _CLOCK.fullmatch(year[0]) and _is_hour(text, *year.span())):
            continue
        if int(year[0]) <= last + _AHEAD:
            yield year.start(), str(max(_OLDEST, int(year[0]) - decades))


def _is_of_date(text: str, start: int, end: int) -> bool:
    """Whether a year is part of a date."""
    dates = _MOVED.finditer(text, max(0, start - _BEFORE), end + _BEHIND)
    return any(date.start() <= start and end <= date.end() for date in dates)


def _is_hour(text: str, start: int, end: int) -> bool:
    """Whether what stands around four digits says that they are an hour."""
    begin = max(text.rfind("\n", 0, start) + 1, start - _CUE)
    return _SAYS_HOUR.search(text, begin, start) is not None or _HOUR_BEHIND.match(text, end) is not None


def _short(found: re.Match[str], last: int, decades: int) -> Iterator[tuple[int, str]]:
    """A year of two digits behind a month or an apostrophe, where it is one of the last."""
    year = last + _AHEAD - (last + _AHEAD - int(found["short"])) % 100
    if int(found["short"]) > 31 and last - year <= _SHORT_BACK:
        yield found.start("short"), f"{(year - decades) % 100:02}"
