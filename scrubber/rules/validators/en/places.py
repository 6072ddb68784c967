"""Validators of streets, ZIP codes and boxes: an address around them, and not a rate, a dose or a room."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, span_of, validator, words
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

_SENTENCE_END = words(r"[\p{L}\d'-]{4,}\.$|\d+\.")
_SURE_SUFFIX = WordSet("en", "sure-street-suffixes")
_STOP = WordSet("en", "no-street-names")


@validator
def street(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The words between number and suffix read as a name, and the suffix as a street's word."""
    suffix = match["suffix"]
    words = match["body"][: -len(suffix)].split()
    lows = [w.lower().strip(".") for w in words]
    if not words or any(low in _STOP for low in lows) or any(map(_SENTENCE_END.match, words)):
        return
    if len(max(lows, key=len)) < 2 or any(w.isdigit() for w in words[1:]):
        return
    low = suffix.lower()
    letters = [w for w in words if w[0].isalpha()]
    if letters and all(w[0].isupper() for w in letters) and suffix[0].isupper():
        caps = suffix.isupper() and all(map(str.isupper, letters))
        sure = low in _SURE_SUFFIX or low in ("st", "dr", "ct", "way", "pl", "court", "place", "sq", "cir", "circle")
        if low == "dr" and document.text[match.end() : match.end() + 2].strip(". ")[:1].isupper() and not caps:
            yield span_of(rule, match, 52)
            return
        yield span_of(rule, match, (80 if sure else 58) - (6 if caps else 0))
    elif not letters and (low == "st" or low in _SURE_SUFFIX) and regex.fullmatch(r"\d+(?:st|nd|rd|th)", lows[-1]):
        yield span_of(rule, match, 78)
    elif suffix.islower() and low in _SURE_SUFFIX and all(len(w) > 1 for w in lows) and low not in ("drive", "terrace"):
        yield span_of(rule, match, 64)
    elif suffix[0].isupper() and low in _SURE_SUFFIX and words[-1][0].isupper():
        yield span_of(rule, match, 70)
