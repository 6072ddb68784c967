"""Eponyms before their thing, and the same names as people's."""

from __future__ import annotations

import pytest

from scrubber.data import data_folder
from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.language import LanguagePack
from scrubber.reading import Reading
from scrubber.refine.edges import without_titles
from scrubber.refine.eponyms import Eponyms

PACK = LanguagePack(crf=False)
EPONYMS = Eponyms(data_folder("patterns") / "en" / "eponyms.toml", PACK.lexicon)


def kept(text: str, *words: str) -> list[str]:
    """Those of the words that keep their votes."""
    reading = Reading(Document(text), PACK.lexicon, [])
    texts = reading.tokens.texts
    votes = {i: Vote(0.9, "PATIENT") for i, word in enumerate(texts) if word in words}
    after = without_titles(reading, EPONYMS.without(reading, votes))
    return [texts[i] for i, vote in sorted(after.items()) if vote.probability]


def test_before_an_illness_a_sign_or_a_device_it_is_no_person() -> None:
    for text in ("Wilson disease", "Wilson's disease", "the Mayo stand", "Parkinson’s disease", "Barrett esophagus"):
        assert kept(text, "Wilson", "Mayo", "Parkinson", "Barrett") == []


def test_a_title_or_a_given_name_makes_it_a_person() -> None:
    assert kept("Dr. Mayo stand-in", "Mayo") == ["Mayo"]
    assert kept("Thomas Wilson disease free", "Thomas", "Wilson") == ["Thomas", "Wilson"]
    assert kept("J. Wilson disease free", "Wilson") == ["Wilson"]


def test_other_words_before_and_behind_change_nothing() -> None:
    assert kept("Wilson excluded it", "Wilson") == ["Wilson"]
    assert kept("Qorvath lamp", "Qorvath") == ["Qorvath"]
    assert kept("QORVATH SIGN", "QORVATH") == ["QORVATH"]


def test_behind_some_words_a_listed_eponym_is_a_things() -> None:
    assert kept("the circle of Willis, tetralogy of Fallot", "Willis", "Fallot") == []
    assert kept("the wife of Willis, tetralogy of Qorvath", "Willis", "Qorvath") == ["Willis", "Qorvath"]


def test_before_some_words_any_name_is_a_things() -> None:
    assert kept("Qorvath sign, Qorvath's syndrome", "Qorvath") == []
    assert kept("Qorvath thumb sign and Walker-Murdoch wrist sign", "Qorvath", "Walker", "Murdoch") == []
    assert kept("Ms. Walker-Murdoch sign", "Walker", "Murdoch") == ["Walker", "Murdoch"]
    assert kept("daughter Qorvath sign", "Qorvath") == ["Qorvath"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("neg for Huntington, sickle", []),
        ("neg for Huntington, Wilson, sickle", []),
        ("no Kernig/Brudzinski.", []),
        ("no Murphy's or Rovsing's.", []),
        ("seen by Huntington, Wilson.", ["Huntington", "Wilson"]),
        ("Kocher, Allis, Wilson x2", []),
        ("Seen by Kocher, Allis, Wilson x2", ["Wilson"]),
        ("Kocher, Allis, Wilson RN", ["Wilson"]),
        ("Wilson, Baker, Murphy.", ["Wilson"]),
        ("Referral to Huntington-Campbell-Wilson", ["Huntington", "Wilson"]),
        ("has Huntington.", []),
        ("Patient has Wilson, her aunt", ["Wilson"]),
        ("Ms. Wilson, Huntington, Kelly x2", ["Wilson", "Huntington"]),
        ("Wilson, Kelly, Thompson x2", ["Wilson"]),
        ("neg for Huntington, Wilson", []),
        ("EEG pending, ?Todd's", []),
        ("?Todd", []),
        ("r/o Wilson: ceruloplasmin", ["Wilson"]),
        ("r/o Wilson. Ceruloplasmin", []),
        ("PMH: Wilson; asthma", []),
        ("positive Huntington\nKnee:", []),
        ("ruled out Todd", []),
        ("? Todd Wilson, a friend", ["Todd", "Wilson"]),
        ("pos for Qorvath, ?Qorvath", ["Qorvath", "Qorvath"]),
        ("d/w Wilson, called Huntington.", ["Wilson", "Huntington"]),
        ("known to Wilson, hx by Huntington", ["Wilson", "Huntington"]),
        ("Wilson", ["Wilson"]),
        ("PCP? Wilson.", ["Wilson"]),
        ("PCP?Wilson.", ["Wilson"]),
        ("? Wilson, RN", ["Wilson"]),
        ("r/o Wilson, RN", ["Wilson"]),
        ("Dx: Wilson, Mary", ["Wilson"]),
        ("Long history with Wilson.", ["Wilson"]),
        ("Well known: Wilson.", ["Wilson"]),
        ("r/o Wilson. Seen by Dr. Wilson", ["Wilson", "Wilson"]),
    ],
)
def test_behind_some_words_a_listed_eponym_alone_is_an_illness(text: str, left: list[str]) -> None:
    assert kept(text, "Wilson", "Huntington", "Todd", "Qorvath") == left


@pytest.mark.parametrize(
    "text",
    ["Qorvath has disease progression", "Qorvath catheter out", "Qorvath's lesion was biopsied"],
)
def test_what_may_follow_a_persons_name_says_nothing(text: str) -> None:
    assert kept(text, "Qorvath") == ["Qorvath"]


def test_a_title_is_no_part_of_the_name() -> None:
    assert kept("Dr.Patel came", "Dr", "Patel") == ["Patel"]
    assert kept("saw the Dr today", "Dr") == ["Dr"]
