"""Values of named quantities and small words at the edges lose their votes, and nothing else does."""

from __future__ import annotations

import re

import pytest

from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading
from scrubber.refine.edges import without_loose_ends
from scrubber.refine.quantities import without_quantities

WORD = re.compile(r"\w")


def reading(text: str) -> Reading:
    return Reading(Document(text), Lexicon.load([]))


def numbers_left(text: str) -> list[str]:
    """The numbers that keep their vote when every token has a sure one."""
    note = reading(text)
    texts = note.tokens.texts
    votes = without_quantities(note, {i: Vote(0.9, "AGE") for i, t in enumerate(texts) if WORD.match(t)})
    return [texts[i] for i, vote in sorted(votes.items()) if vote.probability > 0.5 and texts[i].isdigit()]


@pytest.mark.parametrize(
    "text",
    [
        "GCS 15",
        "Apgar 8 and 9",
        "MMSE 27/30",
        "Glasgow Coma Scale: 15",
        "WBC (12), Hgb (9)",
        "platelets 150000",
        "EF now 55, down from 60",
        "insulin 70/30 at night",
        "shock at 200 J",
        "white count of 12",
    ],
)
def test_a_quantity_loses_its_votes(text: str) -> None:
    assert numbers_left(text) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("GCS 15 yo", ["15"]),
        ("MMSE 9/30", ["9", "30"]),
        ("WBC 3/14/2021", ["3", "14", "2021"]),
        ("GCS 15 3/14", ["3", "14"]),
        ("EF 12 March", ["12"]),
        ("BUN 84F", ["84"]),
        ("Mr. Wells 84", ["84"]),
        ("WBC\n84", ["84"]),
        ("MRN 150000", ["150000"]),
    ],
)
def test_what_may_be_phi_keeps_them(text: str, left: list[str]) -> None:
    assert numbers_left(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a welder", ["welder"]),
        ("University of the West", ["University", "of", "the", "West"]),
        ("Mercy for", ["Mercy"]),
        ("A Smith", ["A", "Smith"]),
        ("of the", []),
    ],
)
def test_small_words_count_only_in_the_middle(text: str, left: list[str]) -> None:
    note = reading(text)
    votes = without_loose_ends(note, {i: Vote(0.9, "HOSPITAL") for i in range(len(note.tokens.texts))})
    assert [note.tokens.texts[i] for i, vote in sorted(votes.items()) if vote.probability > 0.5] == left
