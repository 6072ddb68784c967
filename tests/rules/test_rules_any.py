"""The rules for notes in a language without a pack find exactly what their examples mark."""

from __future__ import annotations

import pytest

from scrubber.data import data_folder
from scrubber.policy import phi_types
from scrubber.refine.resolve import resolve
from scrubber.rules.loading import load_rules
from scrubber.rules.matcher import Matcher
from scrubber.rules.rule import Rule, example
from scrubber.text.document import Document

RULES = load_rules([data_folder("patterns") / "any"])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_examples(rule: Rule) -> None:
    for marked in rule.hit:
        text, spans = example(marked)
        found = resolve(text, Matcher([rule]).find_in(Document(text)), phi_types())
        assert [(s.start, s.end) for s in found] == spans, marked
    for text in rule.miss:
        assert list(Matcher([rule]).find_in(Document(text))) == [], text


def test_every_pattern_is_quick_on_hostile_text() -> None:
    for unit in ("1", "1-", "1 ", "a1", "A-1 ", "(1", "1/", "a@", "a.", "@a.", "http://", "1.1."):
        for _ in Matcher(RULES).find_in(Document(unit * (6000 // len(unit)))):
            pass
