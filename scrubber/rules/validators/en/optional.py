"""Validators of the rules for optional types."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, Words, spans_of, validator
from scrubber.text.document import Document
from scrubber.text.span import Span

_LANGUAGE = Words(r"{LANGUAGE}", "en")


@validator
def a_language(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Only what is called like a language."""
    for span in spans_of(rule, match):
        if _LANGUAGE.spells(document.text[span.start : span.end]):
            yield span
