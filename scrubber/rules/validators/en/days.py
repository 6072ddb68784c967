"""Validators of dates in words and years."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scrubber.rules.rule import Rule
from scrubber.rules.validators.en.dates import numbers
from scrubber.rules.validators.registry import Match, Words, span_of, spans_of, text_before, validator
from scrubber.text.document import Document
from scrubber.text.span import Span

_FIRM = Words(r"(?i)\d(?:st|nd|rd|th)|(?:19|20)\d\d|'\d\d")
_WORD = Words(r"(?:may|mar|march|dec|sep)(?!\p{L})")
_COUNTED = Words(r"{DAYCOUNT}", "en")


@validator
def month_name_day(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'may 2 puffs' and 'march 3 times' are no dates: lower-case months that are words need a year or an ordinal."""
    counted = _WORD.begins(match[0]) or _COUNTED.begins(document.text, match.end())
    if not counted or _FIRM.search(match[0]):
        yield from spans_of(rule, match)


_YEAR_CUE = Words(r"{YEARCUE}$", "en")
_CLOCKS = Words(r"(?<![\d/.:-])(?:0\d|1[0-8])[0-5]\d(?![\d/.:-])")
_WORDLIKE_BEFORE = Words(r"\p{L}{2,}[)\].,]?\s$")


@validator
def bare_year(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A year by itself; without a word of time before it, '2015' may be a quarter past eight in the evening."""
    before, value = text_before(match), int(match[0].rstrip("s"))
    if _YEAR_CUE.search(before):
        yield span_of(rule, match, 80)
    elif value % 100 >= 60:
        yield span_of(rule, match)
    else:
        near = document.text[max(0, match.start() - 160) : match.end() + 160]
        sure = 1940 <= value <= 2035 and _WORDLIKE_BEFORE.search(before) and not _CLOCKS.search(near)
        yield span_of(rule, match, 56 if sure else 42)


@validator
def year_range(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Two years that go up, by seventy at most; the second may be of two digits."""
    first, *rest = numbers(match[0])
    for second in rest:
        passed = second - first if second > 99 else (second - first) % 100
        if not 0 < passed <= 70:
            return
    yield from spans_of(rule, match)


@validator
def clock_row(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Times of day, each later than the one before."""
    times = [int(document.text[start:end]) for start, end in match.spans("phi")]
    if all(a < b for a, b in pairwise(times)):
        yield from spans_of(rule, match)
