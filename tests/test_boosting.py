"""Boosting: the trees that are read back say what the library's own model says."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("sklearn")

from scrubber.boosting import boosted
from scrubber.detect.trees import Trees

FEATURES = ["votes", "type", "number"]


def examples(count: int) -> tuple[list[bytes], list[bool]]:
    """Rows of which half are marked, by a rule of two features and some noise."""
    chance = random.Random(3)
    rows = [bytes(chance.randrange(256) for _ in FEATURES) for _ in range(count)]
    return rows, [(row[0] > 90) != (row[2] > 200) if chance.random() < 0.95 else chance.random() < 0.5 for row in rows]


def test_trees_learn_and_are_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    from sklearn.ensemble import HistGradientBoostingClassifier as Library

    made: list[Library] = []
    fit = Library.fit
    monkeypatch.setattr(Library, "fit", lambda self, *args: made.append(self) or fit(self, *args))
    rows, marked = examples(4000)
    forest = boosted(rows, marked, FEATURES, ["AGE"])
    assert forest is not None
    trees = Trees.of(forest)
    found = [trees.probability(row) for row in rows[:200]]
    expected = made[0].predict_proba([list(row) for row in rows[:200]])[:, 1]
    assert found == pytest.approx(list(expected), abs=0.02)
    right = sum((trees.probability(row) > 0.5) == mark for row, mark in zip(rows, marked, strict=True))
    assert right > 0.93 * len(rows)
    assert boosted(rows, marked, FEATURES, ["AGE"]) == forest, "no chance is involved"


def test_too_little_teaches_nothing() -> None:
    rows, marked = examples(200)
    assert boosted(rows, marked, FEATURES, []) is None
    assert boosted(rows * 20, [True] * 4000, FEATURES, []) is None
