"""One name, one role."""

from __future__ import annotations

import pytest

from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.language import LanguagePack
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading
from scrubber.refine.people import one_person
from scrubber.refine.repeats import Memory


@pytest.fixture(scope="module")
def pack() -> LanguagePack:
    return LanguagePack("en", crf=False)


def roles(text: str, votes: dict[str, Vote]) -> list[str]:
    """The types of the words that have votes, in order."""
    reading = Reading(Document(text), Lexicon.load([]), [])
    texts = reading.tokens.texts
    after = one_person(reading, {i: votes[word] for i, word in enumerate(texts) if word in votes})
    return [vote.type for _, vote in sorted(after.items())]


def test_the_words_of_a_name_take_the_role_that_they_speak_for_together() -> None:
    votes = {"Darius": Vote(0.9, "PATIENT"), "Q": Vote(0.6, "DOCTOR"), "Velankar": Vote(0.8, "DOCTOR")}
    assert roles("Mr. Darius Q. Velankar", votes) == ["DOCTOR"] * 3
    votes["Q"] = Vote(0.6, "PATIENT")
    assert roles("Mr. Darius Q. Velankar", votes) == ["PATIENT"] * 3


def test_two_people_stay_two() -> None:
    votes = {"Osei": Vote(0.9, "DOCTOR"), "Fuller": Vote(0.8, "PATIENT")}
    for text in ("Osei, Fuller", "Osei\nFuller", "Osei and Fuller"):
        assert roles(text, votes) == ["DOCTOR", "PATIENT"]


def test_other_types_and_faint_votes_are_left() -> None:
    votes = {"Austin": Vote(0.9, "CITY"), "May": Vote(0.1, "DOCTOR"), "Fuller": Vote(0.8, "PATIENT")}
    assert roles("Austin May Fuller", votes) == ["CITY", "DOCTOR", "PATIENT"]


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Mr. Colm Drury came. Drury left.", "PPP"),
        ("Mr. Drury came. Drury left.", "PP"),
        ("Drury came. Drury left.", "PD"),
        ("Mr. Drury came. Dr. Drury left.", "PD"),
        ("Mr. Drury came. Drury, MD", "PD"),
        ("Mr. Drury came. Attending: Drury", "PD"),
    ],
)
def test_a_bare_name_has_the_role_in_which_it_was_introduced(pack: LanguagePack, text: str, roles: str) -> None:
    reading = Reading(Document(text), pack.lexicon)
    names = [i for i, t in enumerate(reading.tokens.texts) if t in ("Colm", "Drury")]
    kinds = ["PATIENT"] * (len(names) - 1) + ["DOCTOR"]
    votes = {i: Vote(0.99, kind) for i, kind in zip(names, kinds, strict=True)}
    after = pack.repeats.apply(reading, votes, Memory())
    assert "".join(after[i].type[0] for i in names) == roles


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Patient Name: Gcwabe, Musa    DOB", "PP"),
        ("Gcwabe, Musa (14)", "PP"),
        ("Gcwabe, Musa\nEnd", "PP"),
        ("Gcwabe, Musa came", "PD"),
        ("Gcwabe, Qorvath", "PD"),
    ],
)
def test_last_and_first_are_one_person(pack: LanguagePack, text: str, roles: str) -> None:
    reading = Reading(Document(text), pack.lexicon)
    names = [i for i, t in enumerate(reading.tokens.texts) if t in ("Gcwabe", "Musa", "Qorvath")]
    votes = {names[0]: Vote(0.9, "PATIENT"), names[1]: Vote(0.8, "DOCTOR")}
    assert "".join(one_person(reading, votes)[i].type[0] for i in names) == roles
