"""Vetoes: what a rule of type NOT-PHI covers is masked only if something heavier than that rule says so.

"GCS 15", "97.8-74-20-138/66" and "ICD-10: E11.9" are numbers of medicine, whatever stands around them. The rules
stand with the others (``patterns/<language>/vetoes_*.toml``), and a site's own rules may veto as well.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from scrubber.budget import watched
from scrubber.reading import Reading, Spans
from scrubber.refine.own_tags import around
from scrubber.text.span import Span, covered

UNMASKED = 49
"""The most that a vetoed span weighs: it is told of, and not masked."""


class Vetoes(NamedTuple):
    """Lowers what is vetoed.

    Args:
        is_beyond: whether vetoes do not concern what a source found (known identifiers, a site's own rules).
    """

    is_beyond: Callable[[str], bool]

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, vetoed ones with a weight that does not count."""
        return [self._judged(reading, note, spans) for note, spans in enumerate(found)]

    def _judged(self, reading: Reading, note: int, spans: list[Span]) -> list[Span]:
        vetoes = reading.vetoes[note]
        if not vetoes:
            return spans
        concerned = [span for span in spans if not self.is_beyond(span.source)]
        beyond = [span for span in spans if self.is_beyond(span.source)]
        return [*beyond, *without_vetoed(reading.documents[note].text, concerned, vetoes)]


def without_vetoed(text: str, spans: Iterable[Span], vetoes: Sequence[Span]) -> Iterator[Span]:
    """The spans, those too light to count of which half or more of the letters and digits are vetoed.

    What of such a one no veto covers stays a span of its own ("Yi Wu, M.B.B.S."); of others the whole stays.
    """
    if not vetoes:
        yield from spans
        return
    ordered = sorted(vetoes)
    starts = [veto.start for veto in ordered]
    reaches = [*accumulate([veto.end for veto in ordered], max)]
    for span in watched(spans):
        first, last = bisect_right(reaches, span.start), bisect_left(starts, span.end)
        against = vetoing(text, span, ordered[first:last]) if first < last else ()
        if not against:
            yield span
            continue
        yield span.weighing(min(span.weight, UNMASKED))
        if len(against) > 1 or not against[0].start <= span.start < span.end <= against[0].end:
            yield from around(text, span, covered(against))


def vetoing(text: str, span: Span, vetoes: Iterable[Span]) -> list[Span]:
    """The vetoes that together keep a span from being masked; none if they do not."""
    start, end, _, _, weight = span
    heavier = [veto for veto in vetoes if veto.weight > weight and veto.start < end and veto.end > start]
    if not heavier or (heavier[0].start <= start and heavier[0].end >= end):
        return heavier
    vetoed = [text[max(start, low) : min(end, high)] for low, high in covered(heavier)]
    return heavier if 2 * _letters("".join(vetoed)) >= _letters(text[start:end]) else []


def _letters(text: str) -> int:
    """How many letters and digits a text has."""
    return sum(map(str.isalnum, text))
