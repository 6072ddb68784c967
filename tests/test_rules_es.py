"""Every Spanish rule finds exactly what its examples mark, and nothing where it should miss."""

from __future__ import annotations

import pytest

from scrubber.data import data_folder
from scrubber.detect.patterns import PatternDetector
from scrubber.document import Document
from scrubber.policy import phi_types
from scrubber.rules import Rule, example, load_rules
from tests.test_rules import MASKED, found

FOLDER = data_folder("patterns") / "es"
RULES = load_rules([FOLDER])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_hits_exactly_what_its_examples_mark(rule: Rule) -> None:
    for marked in rule.hit:
        text, spans = example(marked)
        assert spans, f"{rule.id}: nothing marked in {marked!r}"
        assert found(rule, text, 1) == [f"{start}:{text[start:end]}" for start, end in spans], marked


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_misses_what_its_examples_say(rule: Rule) -> None:
    for text in rule.miss:
        assert found(rule, text, MASKED) == [], text


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_has_both_kinds_of_examples_and_a_reason(rule: Rule) -> None:
    assert rule.hit
    assert rule.miss
    assert rule.why[0].isupper() or rule.why[0] == "'", "a sentence that a privacy officer understands"
    assert rule.why.endswith(".")
    assert rule.type in phi_types()
    assert 0 < rule.weight <= 100
    assert rule.id.startswith("es-")


def test_ids_are_unique_within_the_shipped_folder() -> None:
    lines = [line for path in FOLDER.glob("*.toml") for line in path.read_text("utf-8").splitlines()]
    ids = [line for line in lines if line.startswith("id = ")]
    assert len(ids) == len(set(ids)) == len(RULES)


def test_every_pattern_is_quick_on_hostile_text() -> None:
    units = [
        "1", "1-", "1 ", "a1", "A-1 ", "(", "uno ", "Aa ", "1/", "#", "madre Aa ", "NHC 1", "0.", "1 de enero ",
        "C/ Aa ", "Dr. Aa ", "Hospital Aa ", "28001 Aa ", "de la ", "Aa de la ", "Aa-Aa-", "@", ".es", "S.A. ",
        "Calle de ", "º", "Médico: Aa ", "varón de ", "Aa, Aa ", "Universidad de Aa ", "km 1,",
    ]  # fmt: skip
    hostile = [unit * (6000 // len(unit)) for unit in units]
    whole = PatternDetector(RULES)
    for text in hostile:
        for _ in whole.find(Document(text)):  # raises PatternTimeout where one is not
            pass
