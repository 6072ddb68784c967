"""Validators of Spanish dates: what can be reckoned only."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.rules.rule import Rule
from scrubber.rules.validators.en.dates import calendar_day, numbers
from scrubber.rules.validators.registry import Match, span_of, validator
from scrubber.text.document import Document
from scrubber.text.span import Span


@validator
def es_dmy(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Day, month and year of the calendar, in this order; month first only where nothing else is possible."""
    day, month, year = numbers(match[0])
    if calendar_day(day, month):
        yield span_of(rule, match, 70 if "." in match[0] and year < 100 else None)


@validator
def es_year_range(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The second year comes after the first one, within a life."""
    first, second = numbers(match[0])
    second += (first - first % 100) if second < 100 else 0
    if 0 < second - first < 90:
        yield span_of(rule, match)
