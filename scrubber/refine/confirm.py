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
        if own or asides:
            return [self._beside(span, own, asides) for span in watched(spans)]
        weights = {span[2:]: self._weight(span) for span in {span[2:]: span for span in spans}.values()}
        return [span.weighing(weights[span[2:]]) for span in watched(spans)]

    def _weight(self, span: Span, *, inside: bool = False) -> int:
        """The weight of a span wherever it stands; ``inside`` of what gives way."""
        weight = span.weight
        if weight < WHOLE and self.is_judged(span.source, span.type):
            weight = LEAST if weight >= self.sure or inside else min(weight, UNCONFIRMED)
        return min(weight, ASIDE) if span.type in self.asides else weight

    def _beside(self, span: Span, own: Sequence[Span], asides: Sequence[tuple[int, int]]) -> Span:
        """A span with the weight that it has beside a site's own, and beside what gives way."""
        if self.is_own(span.source):
            return span
        weight = self._weight(span, inside=span.weight >= ASIDE and touches(span.start, span.end, asides))
        for other in near(span, own):
            weight = min(weight, max(0, other.weight - 1))
        return span.weighing(weight)


def near(span: Span, others: Sequence[Span]) -> Iterator[Span]:
    """Those of some spans, sorted by start, that share a code point with one."""
    at = bisect_left(others, span.end, key=_start)
    for other in others[max(0, at - _MOST_NEAR) : at]:
        if other.overlaps(span):
            yield other
