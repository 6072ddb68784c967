"""How a text is taken apart."""

from __future__ import annotations

import pytest

from scrubber.data import data_folder
from scrubber.rules.loading import load_rules
from scrubber.text.tokens import split, tokenize


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("seen 3/12, BP 98", ["seen", "3", "/", "12", ",", "BP", "98"]),
        ("67yoM\nDr.Patel", ["67", "yoM", "\n", "Dr", ".", "Patel"]),
        ("wifeHalina, DrPatel", ["wife", "Halina", ",", "Dr", "Patel"]),
        ("his sonRafa DNR", ["his", "son", "Rafa", "DNR"]),
        ("Fret,RichardDOB:", ["Fret", ",", "Richard", "DOB", ":"]),
        ("Élise GarciaRN", ["Élise", "Garcia", "RN"]),
        ("housewifeHalina McDonald", ["housewifeHalina", "McDonald"]),
        ("birthDate mmHg MiraLax", ["birthDate", "mmHg", "MiraLax"]),
        ("proBNP wife sonHR", ["proBNP", "wife", "sonHR"]),
    ],
)
def test_runs_of_letters_and_of_digits_and_single_signs(text: str, tokens: list[str]) -> None:
    found = tokenize(text)
    assert found.texts == tokens
    assert [text[a:b] for a, b in zip(found.starts, found.ends, strict=True)] == tokens
    assert "".join(split(text)) == text


def test_every_word_that_a_rule_knows_to_run_together_with_a_name_is_taken_apart() -> None:
    rules = [r for r in load_rules([data_folder("patterns") / "en"]) if r.id.startswith("name-joined-to-")]
    assert len(rules) == 2
    for word in {keyword for rule in rules for keyword in rule.keywords}:
        assert tokenize(f"{word}Halina").texts == [word, "Halina"]
