"""Support: in a text that holds nothing that is surely PHI (a guideline, a form), what is only likely is none."""

from __future__ import annotations

from itertools import compress

from scrubber.model.detector import CONTEXT, SHORT
from scrubber.reading import Reading, Spans
from scrubber.refine.repeats import SOURCE as REPEAT
from scrubber.stages import MODELS
from scrubber.text.span import Span

SURE = 74
"""The weight from which a span of the CRF is sure: one in twelve texts about nobody has one, and nearly all others. Of
75 fewer would have one, and too few paragraphs that name somebody once."""
SURE_ALONE = 66
"""The same without the chain, where weights are lower."""
UNSUPPORTED = 49
"""The most that a span weighs which nothing supports: it is told of, and not masked."""
ANYBODYS = frozenset({"AGE", "PROFESSION", "COUNTRY"})
"""What texts about nobody name as well: "aged 65 or older", "made in India"."""
_ALONE = f"{CONTEXT}-"
_LEARNED = tuple(f"{name}-" for name in (*MODELS, CONTEXT, REPEAT))
_YEAR = 4
"""Digits of a year alone, which guidelines and editions have: "AACE 2020"."""


class Support:
    """Lowers what is not sure in texts that hold nothing sure; short ones, which say little either way, stay."""

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, those that nothing supports with a weight that does not count."""
        return [_supported(reading, note, spans) for note, spans in enumerate(found)]


def _supported(reading: Reading, note: int, spans: list[Span]) -> list[Span]:
    """A note's spans; where none is surely somebody's, the unsure ones with a weight that does not count."""
    text = reading.documents[note].text
    first, behind = reading.batch.tokens_of(note)
    if behind - first < SHORT:
        return spans
    weighty = {kind for kind in {span[2:] for span in spans} if _is_sure(*kind)}
    sure = [span[2:] in weighty and not (span.type == "DATE" and _is_lone_year(span, text)) for span in spans]
    if not ANYBODYS.issuperset([span.type for span in compress(spans, sure)]):
        return spans
    return [s if known else s.weighing(min(s.weight, UNSUPPORTED)) for s, known in zip(spans, sure, strict=True)]


def _is_sure(_type: str, source: str, weight: int) -> bool:
    """Whether what is found so stands by itself: of rules and lists all that counts, of the CRF what it is sure of."""
    if source.startswith(_LEARNED):
        return weight >= (SURE_ALONE if source.startswith(_ALONE) else SURE)
    return weight >= 50


def _is_lone_year(span: Span, text: str) -> bool:
    """Whether a learned date is a year and no more."""
    year = span.end - span.start == _YEAR and text[span.start : span.end].isdecimal()
    return year and span.source.startswith(_LEARNED)
