"""The notes that ship with the repository: marks that read, and halves that no model learns from."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import MarkedNote
from scrubber.policy import phi_types

CORPUS = Path(__file__).parents[2] / "benchmarks" / "corpus"
TRAINING = ("gold/train", "written")
HELD_BACK = (
    "gold/dev",
    "gold/prose",
    "gold/genres/dev.jsonl",
    "gold/genres/blind.jsonl",
    "gold/kinds.jsonl",
    "gold/beside.jsonl",
    "gold/registers.jsonl",
    "gold/styles.jsonl",
    "gold/hands.jsonl",
    "gold/strangers.jsonl",
)
GENRES = sorted((CORPUS / "written").glob("w[a-m].jsonl"))
RESERVED = "55501"
"""What the digits of an invented telephone number hold."""
MISREAD = str.maketrans("OIlS", "0115")
"""Digits of scanned notes that were read as letters."""


@cache
def notes(place: str) -> list[MarkedNote]:
    return read_gold(CORPUS / place)


@pytest.mark.parametrize("place", TRAINING + HELD_BACK)
def test_marks_are_of_known_types_and_do_not_begin_or_end_with_a_blank(place: str) -> None:
    for note in notes(place):
        for mark in note.marks:
            assert mark.type in phi_types(), (note.name, mark.type)
            words = note.text[mark.start : mark.end]
            assert words == words.strip(), (note.name, words)


@pytest.mark.parametrize("place", HELD_BACK)
def test_no_note_is_both_learned_from_and_held_back(place: str) -> None:
    learned = {note.text for folder in TRAINING for note in notes(folder)}
    assert not learned.intersection(note.text for note in notes(place))


def test_the_genres_have_names_of_their_own() -> None:
    names = [note.name for file in ("dev", "blind") for note in notes(f"gold/genres/{file}.jsonl")]
    names += [note.name for path in GENRES for note in read_gold(path)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("path", GENRES, ids=[path.stem for path in GENRES])
def test_telephone_numbers_of_the_genres_are_reserved_ones(path: Path) -> None:
    for note in read_gold(path):
        for mark in note.marks:
            digits = re.sub(r"\D", "", note.text[mark.start : mark.end].translate(MISREAD))
            assert mark.type not in ("PHONE", "FAX") or len(digits) < 7 or RESERVED in digits, (note.name, digits)
