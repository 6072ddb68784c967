"""A weight that the pattern gives, by what stands around."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, span_of, validator
from scrubber.text.document import Document
from scrubber.text.span import Span


@validator
def es_weighed(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The weight that a group which took part is named after (``weight92``); the rule's where none did."""
    groups = match.groupdict()
    weights = [int(name.removeprefix("weight")) for name in groups if name[:6] == "weight" and groups[name] is not None]
    yield span_of(rule, match, weights[0] if weights else None)
