"""Validators of names and kin in Spanish notes."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.rule import Rule
from scrubber.rules.validators.es.stops import PEOPLE, until_stop
from scrubber.rules.validators.registry import Match, validator
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

_NO_NAMES = WordSet("es", "no-names")
_END = lazy_regex(r"[\s.,;:-]+$")
_INITIAL_AT_END = lazy_regex(r"(?:^|[\s.])\p{Lu}\.$")
_WORD = lazy_regex(r"[^\s,.]*")
_DOCTORS, _AND = lazy_regex(r"(?i)(?:dra?s|dres|doctor[ae]s)\b"), lazy_regex(r"[ ](?:y|e)[ ]")


def _cut(rule: Rule, match: Match, start: int, end: int) -> Iterator[Span]:
    text = match.string[start:end]
    text = text[: until_stop(text, PEOPLE)]
    if sum(map(str.isalpha, text)) < 2:
        return
    tail = _END.search(text)
    if tail and not _INITIAL_AT_END.search(text):
        text = text[: tail.start()]
    yield Span(start, start + len(text), rule.type, rule.id, rule.weight)


@validator
def es_name_value(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A name, without the full stop behind it; not a word of medicine in its place."""
    value = match["phi"]
    first = _WORD.match(value.lower())
    assert first is not None
    if first[0] in _NO_NAMES or sum(map(str.isalpha, value)) < 2:
        return
    several = _DOCTORS.match(match[0]) and _AND.search(value)
    if several:  # the last of them is another rule's
        start = match.start("phi")
        yield from _cut(rule, match, start, start + several.start())
        return
    if value.islower() and rule.id != "es-name-label":
        return
    if rule.id.startswith("es-name-before") and until_stop(value, PEOPLE) < len(value.rstrip()):
        return
    yield from _cut(rule, match, *match.span("phi"))


@validator
def es_kin_name(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A name behind kin: written with a capital inside the sentence, no abbreviation and no illness."""
    value = match["phi"]
    low = regex.split(r"[\s,.-]+", value.lower())[0]
    between = match.string[match.start() : match.start("phi")]
    if not regex.match(r"\p{Lu}\p{Ll}+(?!\p{L})", value):
        return
    if low in _NO_NAMES or value.isupper() or len(value) < 3 or ":" in between or "." in between.rstrip(" .")[-1:]:
        return
    if between.rstrip().endswith(".") and not regex.search(r"(?i)(?:sra?|d|dña)\.\s?$", between):
        return
    if match.string[match.start()].isupper() and not regex.match(
        r"[,.; ]{0,2}\p{Lu}|\s(?:y|de|refiere|acude|con)\b", text_after_raw(match)
    ):
        weight = 60
    else:
        weight = rule.weight
    for span in _cut(rule, match, *match.span("phi")):
        yield Span(span.start, span.end, span.type, span.source, weight)


def text_after_raw(match: Match) -> str:
    """The text behind a match as it is written."""
    return match.string[match.end() : match.end() + 20]
