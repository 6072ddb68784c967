"""What single words add to scores is added up once for words that are alike to the model."""

from __future__ import annotations

import numpy as np
import pytest

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.model import folds as module
from scrubber.model.folds import Folds
from scrubber.model.table import Table, key_of
from scrubber.model.templates import Template, word_features
from scrubber.text.vocabulary import Vocabulary

TEMPLATES = [(0, Template.of("shape")), (1, Template.of("suffix2[-1]"))]


def folds_of(words: list[str]) -> tuple[Folds, Vocabulary]:
    """Folds of some words, of which the last one's features alone are known."""
    vocabulary = Vocabulary(Lexicon())
    ids = vocabulary.ids_of(words)
    keys = [key_of(number, word_features(template, vocabulary, ids[-1:]))[0] for number, template in TEMPLATES]
    rows = np.array([[0, 0], [1, 2], [3, 4]], np.int8)
    folds = Folds(
        TEMPLATES,
        Table(np.sort(np.array(keys, np.uint32)), len(TEMPLATES)),
        rows,
        np.array([0, 5, 6], np.int8),
        vocabulary,
    )
    folds.learn()
    return folds, vocabulary


def test_numbers_of_one_shape_are_one_fold() -> None:
    folds, vocabulary = folds_of(["4711", "4899", "48113907", "Osei"])
    numbers = [int(folds.of_word[vocabulary[word]]) for word in ("4711", "4899", "48113907", "Osei")]
    assert numbers[0] == numbers[1]
    assert len(set(numbers)) == 3


def test_each_place_adds_the_rows_of_its_templates() -> None:
    folds, vocabulary = folds_of(["Ana", "Osei"])
    assert folds.places == [-1, 0]
    ana, osei = (int(folds.of_word[vocabulary[word]]) for word in ("Ana", "Osei"))
    assert [scores[osei].tolist() for scores in folds.scores] == [[3, 4], [1, 2]]
    assert [gate[osei] for gate in folds.gate] == [6, 5]
    assert folds.scores[0][ana].tolist() == [0, 0]


def test_a_word_that_comes_again_after_all_were_forgotten_is_the_same_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    folds, vocabulary = folds_of(["Ana", "Osei"])
    before = int(folds.of_word[vocabulary["Osei"]])
    monkeypatch.setattr("scrubber.text.vocabulary.MOST", 1)
    vocabulary.make_room()
    (again,) = vocabulary.ids_of(["Osei"])
    folds.learn()
    assert folds.of_word[again] == before
    monkeypatch.setattr(module, "MOST", 0)
    vocabulary.make_room()
    (again,) = vocabulary.ids_of(["Osei"])
    folds.learn()
    assert folds.scores[0][folds.of_word[again]].tolist() == [3, 4]
