"""Whether a span is surely personal, so that a value may be invented in its place.

What may be clinical is never replaced by an invented value: "119/77" taken for a date would become another blood
pressure, and "racemic" somebody's name. Such a span gets a tag, which nobody takes for a fact.
"""

from __future__ import annotations

from scrubber.mask.person import Person
from scrubber.mask.vocabulary import vocabulary
from scrubber.text.span import Span

SURE = 73
"""The least weight at which nothing in the training and development notes is masked needlessly: ``python -m
benchmarks.masking --sure`` prints it for the model at hand, and is to be run when that was trained anew."""
SURE_AGAIN = 62
"""The same for a mention of somebody whom another one in the note names surely."""
INVENTING = frozenset(("surrogate", "shift", "vary", "randomise", "generalise"))
"""Operators whose output reads like a fact."""
_AROUND = 16
"""Characters beside a number that tell a measurement."""


def surely_personal(text: str, span: Span, language: str, person: Person | None = None) -> bool:
    """Whether neither the weight nor the surroundings of a span say that it may be clinical.

    Args:
        person: whom it names.
    """
    words = vocabulary(language)
    if span.weight < SURE:
        again = person is not None and person.sure and span.weight >= SURE_AGAIN
        return again and text[span.start : span.end].casefold() not in words.products
    if not text[span.start].isdigit() or span.weight == 100:
        return True
    before, after = text[max(0, span.start - _AROUND) : span.start], text[span.end : span.end + _AROUND]
    return not (words.measure.search(before) or words.unit.match(after))
