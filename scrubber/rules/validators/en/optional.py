"""Validators of the rules for optional types."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Words, validator
from scrubber.text.document import Document
from scrubber.text.span import Span

_NOT_A_FAITH = Words(
    r"(?i:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|in|on|at|by|here)\b"
)
_LANGUAGE = Words(
    r"(?i:english|french|(?:old |middle )?\p{L}*(?:ish|ese|ian|ean|ic)|german|dutch|greek|hindi|urdu|punjabi|panjabi|"
    r"tagalog|ilocano|cebuano|hmong|khmer|lao|thai|korean|bengali|gujarati|marathi|tamil|telugu|kannada|malayalam|farsi|"
    r"dari|pashto|kurdish|hebrew|somali|swahili|yoruba|igbo|hausa|twi|tigrinya|oromo|mandarin|cantonese|taiwanese|"
    r"toisan(?:ese)?|haitian(?: creole)?|creole|kreyol|patois|malay|samoan|tongan|navajo|cree|ojibwe|ojibway|inuktitut|"
    r"mohawk|czech|slovak|slovene|latvian|basque|catalan|galician|welsh|gaelic|irish|esperanto|asl|latin|michif|"
    r"plautdietsch|zulu|xhosa|sinhala|burmese|karen|rohingya|uyghur|mongolian|uzbek|kazakh|chechen|tibetan|nepali|"
    r"wolof|fula|lingala|kinyarwanda|kirundi|shona|akan|ewe|mam|quechua|nahuatl|k['’]?iche['’]?)"
    r"(?:\s(?:creole|sign language))?"
)
_LIKE_ONE = frozenset({"british", "public", "clinic", "this", "finish", "dish", "fish", "italic", "catholic"})


@validator
def no_calendar(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """'raised Catholic' but not 'raised Monday'."""
    start, end = match.span("phi")
    if not _NOT_A_FAITH.begins(document.text, start):
        yield Span(start, end, rule.type, rule.id, rule.weight)


@validator
def no_pattern_word(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """'single male' is a person, 'single male pattern' is not."""
    if regex.match(r"\s?(?:pattern|catheter|adapter|connector|condom)", document.text[match.end() :][:12]) is None:
        yield Span(*match.span("phi"), rule.type, rule.id, rule.weight)


@validator
def a_language(rule: Rule, document: Document, match: regex.Match[str]) -> Iterator[Span]:
    """Only what is called like a language."""
    for start, end in match.spans("phi"):
        name = document.text[start:end]
        if _LANGUAGE.spells(name) and name.lower() not in _LIKE_ONE:
            yield Span(start, end, rule.type, rule.id, rule.weight)
