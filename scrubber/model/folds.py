"""Folds: what single words add to scores and to the gate, added up once for all words that are alike to the model.

Templates of one word alone see its name where that is known, its shape, its lists and its ends. All numbers of one
shape are one fold, and so are all signs of one kind: there are far fewer folds than words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrubber.model.hashing import Hashes, mixed
from scrubber.model.table import Table
from scrubber.model.templates import Template, word_features
from scrubber.text.vocabulary import Vocabulary

MOST = 12_000
"""Folds that are kept; past that all are forgotten once the vocabulary forgets its words."""
_FIRST = 4096


class Folds:
    """What each fold adds, place by place.

    Args:
        templates: those of one word alone, by their number in the model. table: rows by feature.
        rows: what each adds to the labels' scores. gates: what it adds to the gate.
        vocabulary: the words that are folded.
    """

    def __init__(
        self,
        templates: Sequence[tuple[int, Template]],
        table: Table,
        rows: NDArray[np.int8],
        gates: NDArray[np.int8],
        vocabulary: Vocabulary,
    ) -> None:
        self._templates, self._table, self._rows, self._gates = templates, table, rows, gates
        self._kinds = sorted({name for _, template in templates for name, _ in template.parts})
        self._vocabulary = vocabulary
        self.places = sorted({template.parts[0][1] for _, template in templates})
        """How many tokens away the word stands."""
        self._forget_words()
        self._forget()

    def _forget(self) -> None:
        self._numbers: dict[int, int] = {}
        self.scores = [np.zeros((_FIRST, self._rows.shape[1]), np.int16) for _ in self.places]
        """By place: folds by labels."""
        self.gate = [np.zeros(_FIRST, np.int32) for _ in self.places]
        """By place: what each fold says to the gate."""

    def _forget_words(self) -> None:
        self._words = self._vocabulary.words
        self._known = 0
        self.of_word = np.zeros(_FIRST, np.int32)
        """The fold of each word of the vocabulary, by its id."""

    def learn(self) -> None:
        """Fold the words that the vocabulary has got since the last time."""
        if self._vocabulary.words is not self._words:
            self._forget_words()
            if len(self._numbers) > MOST:
                self._forget()
        count = len(self._vocabulary.words)
        if self._known == count:
            return
        fresh = np.arange(self._known, count)
        self._known = count
        self.of_word = _room_for(self.of_word, count)
        alike, before = self._alike(fresh).tolist(), len(self._numbers)
        numbers = np.array([self._numbers.setdefault(kind, len(self._numbers)) for kind in alike], np.int32)
        self.of_word[fresh] = numbers
        new, at = np.unique(numbers, return_index=True)
        self._add_up(new[new >= before], fresh[at[new >= before]])

    def _alike(self, words: NDArray[np.int64]) -> Hashes:
        """A hash of all that the templates see of each word."""
        state = np.zeros(len(words), np.uint64)
        for kind in self._kinds:
            state = mixed(state, self._vocabulary.hashes(kind)[words])
        return state

    def _add_up(self, folds: NDArray[np.int32], words: NDArray[np.int64]) -> None:
        """Add up the rows of new folds, of each of which a word is given."""
        count = len(self._numbers)
        self.scores = [_room_for(scores, count) for scores in self.scores]
        self.gate = [_room_for(gate, count) for gate in self.gate]
        for number, template in self._templates:
            rows = self._table.find(number, word_features(template, self._vocabulary, words))
            found = np.flatnonzero(rows)
            at = self.places.index(template.parts[0][1])
            self.scores[at][folds[found]] += self._rows[rows[found]]
            self.gate[at][folds[found]] += self._gates[rows[found]]


def _room_for(table: NDArray[Any], count: int) -> NDArray[Any]:
    """The table, with a quarter more rows where it has not so many."""
    if len(table) >= count:
        return table
    larger = np.zeros((max(count, len(table) * 5 // 4), *table.shape[1:]), table.dtype)
    larger[: len(table)] = table
    return larger
