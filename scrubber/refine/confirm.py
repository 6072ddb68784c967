"""Confirmation: which rules stand by themselves, and which are only told to the CRF, whose word counts then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from scrubber.reading import Reading, Spans
from scrubber.span import Span

SURE = 84
"""From this weight on a rule stands by itself: the CRF has not seen every kind of text that such a rule knows."""
LEAST = 50
"""The weight that it then has: where the CRF found something as well, it knows better where that begins and ends."""
UNCONFIRMED = 49
"""The most that a rule weighs which does not: it is told of, and not masked."""


class Confirm(NamedTuple):
    """Leaves the CRF's own spans, of sure rules what these do not cover, and before all the spans of a site's own rules.

    Args:
        is_judged: whether the CRF decides on what a source found. is_own: whether a rule is a site's own.
    """

    is_judged: Callable[[str], bool]
    is_own: Callable[[str], bool]

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, unsure rules' with a weight that does not count, sure rules' with the least that does."""
        return [[self._weighed(span, spans) for span in spans] for spans in found]

    def _weighed(self, span: Span, spans: Sequence[Span]) -> Span:
        if self.is_judged(span.source):
            return replace(span, weight=LEAST if span.weight >= SURE else min(span.weight, UNCONFIRMED))
        if not self.is_own(span.source):
            least = min((s.weight for s in spans if self.is_own(s.source) and s.overlaps(span)), default=101)
            return replace(span, weight=min(span.weight, max(0, least - 1)))
        return span
