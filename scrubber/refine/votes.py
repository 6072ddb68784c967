"""Votes: of types that vote, what a model finds counts where two of rules, CRF and network find something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple

from scrubber.budget import watched
from scrubber.reading import Reading, Spans
from scrubber.refine.confirm import near
from scrubber.stages import MODELS
from scrubber.text.span import Span

OUTVOTED = 49
"""The most that a span weighs which nobody seconds: it is told of, and not masked."""
_COUNTS = 50
_RULES = "rules"


class Votes(NamedTuple):
    """Lowers what one model alone finds.

    Args:
        votes: whether a type does.
    """

    votes: Callable[[str], bool]

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, those outvoted with a weight that does not count."""
        return [self._judged(spans) for spans in found]

    def _judged(self, spans: list[Span]) -> list[Span]:
        counting = sorted((span for span in spans if span.weight >= _COUNTS), key=attrgetter("start"))
        return [
            span.weighing(min(span.weight, OUTVOTED)) if self._is_alone(span, counting) else span
            for span in watched(spans)
        ]

    def _is_alone(self, span: Span, others: Sequence[Span]) -> bool:
        """Whether a span of a model's is seconded by none."""
        own = _voter(span)
        return own != _RULES and self.votes(span.type) and all(_voter(other) == own for other in near(span, others))


def _voter(span: Span) -> str:
    name = span.source.partition("-")[0]
    return name if name in MODELS else _RULES
