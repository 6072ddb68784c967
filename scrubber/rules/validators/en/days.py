"""Validators of rows of years and of times of day."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scrubber.rules.rule import Rule
from scrubber.rules.validators.en.dates import numbers
from scrubber.rules.validators.registry import Match, spans_of, validator
from scrubber.text.document import Document
from scrubber.text.span import Span


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
