"""Whether a span is surely personal, so that a value may be invented in its place.

What may be clinical is never replaced by an invented value: "119/77" taken for a date would become another blood
pressure, and "racemic" somebody's name. Such a span gets a tag, which nobody takes for a fact.
"""

from __future__ import annotations

from scrubber.gazetteers.ordinary import ordinary_words
from scrubber.mask.vocabulary import vocabulary
from scrubber.text.span import Span

SURE = 73
"""The least weight at which nothing in the training and development notes is masked needlessly: ``python -m
benchmarks.masking --sure`` prints it for the model at hand, and is to be run when that was trained anew."""
SURE_AGAIN = 61
"""The same for a mention of a person or place that another one in the note names surely; what has only been found again
because of the other one weighs 60."""
INVENTING = frozenset(("surrogate", "shift", "vary", "randomise", "generalise"))
"""Operators whose output reads like a fact."""
_AROUND = 16
"""Characters beside a number that tell a measurement."""


def surely_personal(text: str, span: Span, language: str, again: bool = False) -> bool:
    """Whether neither the weight nor the surroundings of a span say that it may be clinical.

    Args:
        again: the note surely names the same person or place elsewhere.
    """
    words = vocabulary(language)
    if span.weight < SURE:
        name = text[span.start : span.end]
        again = again and span.weight >= SURE_AGAIN and not name[0].isdigit()
        return again and name.casefold() not in words.products and name not in ordinary_words(language)
    if not text[span.start].isdigit() or span.weight == 100:
        return True
    if words.fraction.fullmatch(text, span.start, span.end):
        return False
    before, after = text[max(0, span.start - _AROUND) : span.start], text[span.end : span.end + _AROUND]
    return not (words.measure.search(before) or words.unit.match(after))
