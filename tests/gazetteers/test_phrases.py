"""Phrases of lists: found alike in short texts, for which no automaton of all phrases is made, and in others."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.gazetteers.lexicon import Lexicon
from scrubber.gazetteers.loading import load_lexicon
from scrubber.gazetteers.phrases import Phrases
from scrubber.text.batch import Batch
from scrubber.text.vocabulary import Vocabulary

NOTES = sorted((data_folder("examples") / "notes").glob("*.txt"))


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load_lexicon([data_folder("lexicons") / "en"])


@pytest.mark.parametrize("note", NOTES, ids=lambda path: path.name)
def test_short_texts_have_the_same_phrases(note: Path, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch.of([note.read_text("utf-8")[:3000]], Vocabulary(lexicon))
    short = Phrases(lexicon).find(batch)
    monkeypatch.setattr("scrubber.gazetteers.phrases._SHORT", 0)
    assert Phrases(lexicon).find(batch) == short
    assert any(short)
