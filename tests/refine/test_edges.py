"""Edges of spans: small words, and the letters behind an age."""

from __future__ import annotations

from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.language import LanguagePack
from scrubber.reading import Reading
from scrubber.refine.edges import without_loose_ends, without_signs_of_sex, without_titles

PACK = LanguagePack(crf=False)


def kept(text: str, types: dict[str, str], probability: float = 0.6) -> list[str]:
    """The words that keep their votes when these words have one."""
    reading = Reading(Document(text), PACK.lexicon, [])
    texts = reading.tokens.texts
    votes = {i: Vote(probability, types[word]) for i, word in enumerate(texts) if word in types}
    after = without_signs_of_sex(reading, without_loose_ends(reading, votes))
    return [texts[i] for i, vote in sorted(after.items()) if vote.probability]


def test_small_words_stay_in_the_middle_only() -> None:
    types = dict.fromkeys(("University", "of", "the", "West"), "ORGANIZATION")
    assert kept("for the University of the West", types) == ["University", "of", "the", "West"]


def test_small_words_in_capitals_too_but_not_ontario() -> None:
    assert kept("SEEN AT MERCY", {"AT": "HOSPITAL", "MERCY": "HOSPITAL"}) == ["MERCY"]
    assert kept("SARNIA ON", {"SARNIA": "CITY", "ON": "STATE"}) == ["SARNIA", "ON"]


def test_the_letters_behind_an_age_are_no_part_of_it() -> None:
    for text, letters in (("84M here", "M"), ("65 f here", "f"), ("57yoF here", "yoF"), ("40m here", "m")):
        number = text[:2]
        assert kept(text, {number: "AGE", letters: "AGE"}) == [number]


def test_units_and_initials_stay() -> None:
    assert kept("18 m: walks", {"18": "AGE", "m": "AGE"}) == ["18", "m"]
    assert kept("2 y 3 mo", {"2": "AGE", "y": "AGE", "3": "AGE", "mo": "AGE"}) == ["2", "y", "3", "mo"]
    assert kept("85 M Osei", {"85": "AGE", "M": "PATIENT", "Osei": "PATIENT"}) == ["85", "M", "Osei"]


def titled(text: str, **types: str) -> list[str]:
    """The words that keep their votes when titles are told."""
    reading = Reading(Document(text), PACK.lexicon, [])
    lows = reading.tokens.lows
    votes = {i: Vote(0.9, types[low]) for i, low in enumerate(lows) if low in types}
    return [lows[i] for i, vote in sorted(without_titles(reading, votes).items()) if vote.probability]


def test_titles_are_no_part_of_persons_names_but_of_places() -> None:
    assert titled("saw Nurse Zeblin", nurse="DOCTOR", zeblin="DOCTOR") == ["zeblin"]
    assert titled("a nurse's aide here", nurse="PROFESSION", s="PROFESSION", aide="PROFESSION") == [
        "nurse",
        "s",
        "aide",
    ]
    assert titled("General Zeblin", general="ORGANIZATION", zeblin="ORGANIZATION") == ["general", "zeblin"]
    assert titled("Zeblin, Fred Jr 46 M", zeblin="PATIENT", jr="PATIENT", **{"46": "AGE"}) == ["zeblin", "jr", "46"]


def test_a_sure_initial_behind_a_name_is_no_article() -> None:
    types = {"carter": "PATIENT", "a": "PATIENT"}
    assert kept("carter, a (medicare)", types, 0.9) == ["carter", "a"]
    assert kept("carter had a fall", types, 0.6) == ["carter"]
