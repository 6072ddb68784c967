"""Confirmation: which rules stand by themselves, and which are only told to the CRF, whose word counts then."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from scrubber.budget import watched
from scrubber.reading import Reading, Spans
from scrubber.text.span import Span, covered, touches

LEAST = 51
"""The weight that it then has: where the CRF found something as well, it knows better where that begins and ends,"""
WHOLE = 99
"""From this weight on a rule knows that better: nothing else has the form (coordinates), and it keeps its weight."""
ASIDE = 50
"""but for types that are off by default ("hija Carmen": she is a name before she is a relative)."""
_start = attrgetter("start")
_MOST_NEAR = 64
"""So many of a site's spans before a span are looked at: more do not begin within a name or number."""
UNCONFIRMED = 49
"""The most that a rule weighs which does not: it is told of, and not masked."""


class Confirm(NamedTuple):
    """Leaves the CRF's own spans, of sure rules what these do not cover, and first of all those of a site's own rules.

    Args:
        is_judged: whether the CRF decides on what a source found as a type. is_own: whether a rule is a site's own.
        asides: types that give way to all others. sure: from this weight on a rule stands by itself.
    """

    is_judged: Callable[[str, str], bool]
    is_own: Callable[[str], bool]
    asides: frozenset[str] = frozenset()
    sure: int = 84

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, unsure rules' with a weight that does not count, sure rules' with the least that does."""
        return [self._refined(spans) for spans in found]

    def _refined(self, spans: Sequence[Span]) -> list[Span]:
        own = sorted([s for s in spans if self.is_own(s.source)])
        asides = covered([s for s in spans if s.type in self.asides and s.weight >= ASIDE])
        return [self._weighed(span, own, asides) for span in watched(spans)]

    def _weighed(self, span: Span, own: Sequence[Span], asides: Sequence[tuple[int, int]]) -> Span:
        """A span with the weight that it has beside a site's own, and beside what gives way."""
        _, _, type_, source, weight = span
        if own and self.is_own(source):
            return span
        if weight < WHOLE and self.is_judged(source, type_):
            inside = weight >= ASIDE and touches(span.start, span.end, asides)
            weight = LEAST if weight >= self.sure or inside else min(weight, UNCONFIRMED)
        if type_ in self.asides:
            weight = min(weight, ASIDE)
        for other in near(span, own) if own else ():
            weight = min(weight, max(0, other.weight - 1))
        return span.weighing(weight)


def near(span: Span, others: Sequence[Span]) -> Iterator[Span]:
    """Those of some spans, sorted by start, that share a code point with one."""
    at = bisect_left(others, span.end, key=_start)
    for other in others[max(0, at - _MOST_NEAR) : at]:
        if other.overlaps(span):
            yield other
