"""Whether a span is surely personal, so that a value may be invented in its place.

What may be clinical is never replaced by an invented value: "119/77" taken for a date would become another blood
pressure, and "racemic" somebody's name. Such a span gets a tag, which nobody takes for a fact. How sure detection must
be depends on what the span looks like: less of what reads like nothing else ("Dr. Osei", "March 3, 2021"), more of what
many other things read like ("Hope", "3/8", "10044").
"""

from __future__ import annotations

from collections.abc import Callable

from scrubber.gazetteers.ordinary import ordinary_words
from scrubber.lazy_pattern import lazy_re
from scrubber.mask.cues import cue_before
from scrubber.mask.dates.parse import parse_date
from scrubber.mask.identity import PERSON_TYPES
from scrubber.mask.names import Role, parse_name, word_set
from scrubber.mask.vocabulary import vocabulary
from scrubber.text.span import Span

FIRM, SURE, BARE = 71, 73, 74
"""The least weight of what has a form of its own, of most things, and of what may be much else. ``python -m
benchmarks.masking --sure`` counts what is masked needlessly from there on, and is to be run when the model was trained
anew."""
SPELLED = 76
"""More than a model ever gives: what only a rule or list may be sure of."""
SURE_AGAIN, SURE_AGAIN_WORD = 61, 66
"""The least weight of a mention of a person or place that another one in the note names surely; what has only been
found again because of the other one weighs 60. More of a word that opens a sentence."""
INVENTING = frozenset(("surrogate", "shift", "vary", "randomise", "generalise"))
"""Operators whose output reads like a fact."""
_FIRM = word_set("CITY STREET ZIP PHONE FAX EMAIL URL IPADDRESS SSN MEDICALRECORD ACCOUNT LICENSE VEHICLE DEVICE")
_BARE = word_set("HOSPITAL ORGANIZATION PROFESSION LOCATION-OTHER HEALTHPLAN IDNUM")
_AROUND = 16
"""Characters beside a number that tell a measurement."""
_LETTERS = lazy_re(r"(?:[^\W\d_][.-]){3,}[^\W\d_]?[.-]?")


def surely_personal(text: str, span: Span, language: str, knows: Callable[[str], bool]) -> bool:
    """Whether neither the weight nor the looks nor the surroundings of a span say that it may be clinical.

    Args:
        knows: whether a folded word is in the lists of names.
    """
    if span.weight == 100:
        return True
    if span.weight < FIRM or span.weight < least_weight(text, span, language, knows):
        return False
    if not text[span.start].isdigit():
        return True
    words = vocabulary(language)
    if words.fraction.fullmatch(text, span.start, span.end):
        return False
    before, after = text[max(0, span.start - _AROUND) : span.start], text[span.end : span.end + _AROUND]
    return not (words.measure.search(before) or words.unit.match(after))


def likely_again(text: str, span: Span, language: str) -> bool:
    """Whether a span may be another mention of somebody or something that the note surely names elsewhere."""
    name = text[span.start : span.end]
    opens = text[max(0, span.start - _AROUND) : span.start].rstrip(" ")[-1:] in ("", ".", "!", "?", "\n")
    # a capital that opens a sentence says nothing: "Faith important"
    least = SURE_AGAIN_WORD if opens and name.casefold() in ordinary_words(language) else SURE_AGAIN
    plain = name.casefold() in vocabulary(language).products or name in ordinary_words(language)
    return span.weight >= least and not name[0].isdigit() and not plain


def least_weight(text: str, span: Span, language: str, knows: Callable[[str], bool]) -> int:
    """From which weight on what looks like a span is surely personal."""
    if span.type in PERSON_TYPES:
        return _least_of_name(text, span, language, knows)
    if span.type == "DATE":
        return _least_of_date(text[span.start : span.end], language)
    return FIRM if span.type in _FIRM else BARE if span.type in _BARE else SURE


def _least_of_name(text: str, span: Span, language: str, knows: Callable[[str], bool]) -> int:
    """Of a name with a title, or of several words, less than of a lone one; more of ordinary words and of what is in no
    list of names, and most of letters that spell a word ("S.A.S.H.")."""
    name = text[span.start : span.end]
    if _LETTERS.fullmatch(name):
        return SPELLED
    words = [word for word in parse_name(name).words if word.role not in (Role.PARTICLE, Role.SUFFIX, Role.GENERIC)]
    whole = [word.key for word in words if not word.initial]
    known = any(map(knows, whole))
    if whole and ordinary_words(language).issuperset(whole):
        return BARE if known else SPELLED
    if "\n" in name:  # or a word that is broken over two lines
        return BARE
    if len(words) > 1 or cue_before(text, span.start, vocabulary(language)).role:
        return FIRM
    return SURE if known else BARE


def _least_of_date(text: str, language: str) -> int:
    """Of a date with a year or the name of a month less than of a weekday, and of that less than of "3/8"."""
    parsed = parse_date(text, language=language)
    fields = parsed.fields() if parsed else frozenset[str]()
    if parsed and ("y" in fields or any(token.field == "m" and token.word for token in parsed.tokens)):
        return FIRM
    return BARE if parsed is None or {"d", "m"} <= fields else SURE
