"""What belongs to a found name is found with it."""

from __future__ import annotations

import pytest

from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.lexicon import Lexicon
from scrubber.policy import phi_types
from scrubber.reading import Reading
from scrubber.refine.complete import complete
from scrubber.refine.votes import vote_spans

THRESHOLDS = dict.fromkeys(phi_types(), 0.5)


def found(text: str, type_: str, *words: str) -> list[str]:
    """What is found where these words are believed to be of a type, in the lines of ``text``."""
    reading = Reading(Document(text), Lexicon.load([]))
    votes = {i: Vote(0.9, type_) for i, t in enumerate(reading.tokens.texts) if t in words}
    spans = vote_spans(reading, complete(reading, votes, THRESHOLDS), THRESHOLDS, "test")
    return [text[s.start : s.end] for s in spans if s.weight >= 50]


@pytest.mark.parametrize(
    ("text", "type_", "words", "expected"),
    [
        ("seen at St. Vartan's last week", "HOSPITAL", "St Vartan", ["St. Vartan's"]),
        ("to Queen’s University", "ORGANIZATION", "Queen University", ["Queen’s University"]),
        ("LAKEHURST GENERAL HOSPITAL", "HOSPITAL", "LAKEHURST HOSPITAL", ["LAKEHURST GENERAL HOSPITAL"]),
        ("Mercy, General Hospital", "HOSPITAL", "Mercy Hospital", ["Mercy", "Hospital"]),
        ("Okonjo saw Halvorsrud", "DOCTOR", "Okonjo Halvorsrud", ["Okonjo", "Halvorsrud"]),
        ("Kinsmere's wait list", "HOSPITAL", "Kinsmere", ["Kinsmere"]),
        ("Children's called", "HOSPITAL", "Children s", ["Children's"]),
        ("Mr. Wells's wife", "PATIENT", "Wells s", ["Wells"]),
        ("St. John's wife", "PATIENT", "John s", ["John"]),
        ("Patient Ekwu-\neme returned", "PATIENT", "Ekwu", ["Ekwu", "eme"]),
        ("with Ekwu-\nEme", "PATIENT", "Ekwu", ["Ekwu"]),
        ("Drs. Okonjo and Halvorsrud scrubbed in", "DOCTOR", "Okonjo", ["Okonjo", "Halvorsrud"]),
        ("Drs Ana Okonjo, Halvorsrud & Tiernan", "DOCTOR", "Ana Okonjo", ["Ana Okonjo, Halvorsrud & Tiernan"]),
        ("Drs. Okonjo and the team", "DOCTOR", "Okonjo", ["Okonjo"]),
        ("Dr. Okonjo and Halvorsrud", "DOCTOR", "Okonjo", ["Okonjo"]),
    ],
)
def test_what_is_found_with_it(text: str, type_: str, words: str, expected: list[str]) -> None:
    assert found(text, type_, *words.split()) == expected


def test_a_word_of_its_own_is_no_broken_name() -> None:
    reading = Reading(Document("Ekwu-\nstable"), Lexicon.load([]))
    reading.masks = [0, 0, 0, 1]
    assert len(complete(reading, {0: Vote(0.9, "PATIENT")}, THRESHOLDS)) == 1


@pytest.mark.parametrize(
    ("text", "name", "type_", "chance", "expected"),
    [
        ("Children's called", "Children", "HOSPITAL", 0.55, "Children's"),
        ("Kinsmere's wait list", "Kinsmere", "HOSPITAL", 0.45, "Kinsmere"),
        ("seen at St. Vartan's last week", "Vartan", "ORGANIZATION", 0.75, "Vartan's"),
        ("seen at St. Vartan's last week", "Vartan", "ORGANIZATION", 0.1, "Vartan's"),
    ],
)
def test_a_possessive_is_of_the_name_by_its_votes(
    text: str, name: str, type_: str, chance: float, expected: str
) -> None:
    reading = Reading(Document(text), Lexicon.load([]))
    texts = reading.tokens.texts
    votes = {texts.index(name): Vote(0.9, "HOSPITAL"), texts.index("s"): Vote(chance, type_)}
    least = dict.fromkeys(phi_types(), 0.4)
    spans = [s for s in vote_spans(reading, complete(reading, votes, least), least, "test") if s.weight >= 50]
    assert [(text[s.start : s.end], s.type) for s in spans] == [(expected, "HOSPITAL")]
