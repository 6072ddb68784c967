"""Sums: of each token the rows of its features in a table, added up in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scrubber.budget import look
from scrubber.model.columns import Columns
from scrubber.model.folds import Folds
from scrubber.model.table import Keys, Table
from scrubber.model.templates import Features, Template
from scrubber.text.batch import Ints
from scrubber.text.vocabulary import Vocabulary


class RowSums:
    """Sums over templates. What words add is kept, so that these belong to one vocabulary.

    Args:
        templates: as a model's file has them. keys: of the features that have rows, sorted.
        rows: features by numbers; the first is nobody's. gates: what each feature says to the gate.
        vocabulary: the words that batches are made of.
    """

    def __init__(
        self,
        templates: Sequence[str],
        keys: Keys,
        rows: NDArray[np.int8],
        gates: NDArray[np.int8],
        vocabulary: Vocabulary,
    ) -> None:
        self._templates = [Template.of(text) for text in templates]
        self._table = Table(keys, len(templates))
        self._rows = rows
        self._joint = [(number, t) for number, t in enumerate(self._templates) if t.place is None]
        alone = [(number, t) for number, t in enumerate(self._templates) if t.place is not None]
        self._folds = Folds(alone, self._table, rows, gates, vocabulary)

    def of(self, features: Features) -> NDArray[np.int16]:
        """Tokens by numbers: the sum of the rows of all templates."""
        sums = self.of_words(features)
        for number, template in self._joint:
            look()
            sums += self._rows.take(self._table.find(number, features.of(template)), axis=0)
        return sums

    def of_words(self, features: Features) -> NDArray[np.int16]:
        """The same by the templates of one word alone."""
        self._folds.learn()
        sums = np.zeros((len(features), self._rows.shape[1]), np.int16)
        for place, added in zip(self._folds.places, self._folds.scores, strict=True):
            sums += added.take(self._folds.of_word[features.ids(place)], axis=0)
        return sums

    def gate(self, columns: Columns) -> NDArray[np.int32]:
        """What single words say to the gate, for every token."""
        self._folds.learn()
        features = Features(columns)
        said = np.zeros(len(features), np.int32)
        for place, added in zip(self._folds.places, self._folds.gate, strict=True):
            said += added[self._folds.of_word[features.ids(place)]]
        return said

    def parts(self, columns: Columns, tokens: Ints) -> list[tuple[Template, NDArray[np.int8]]]:
        """Each template's rows for these tokens, zeros where it has none; together they are their sums."""
        features = Features(columns, tokens)
        return [
            (template, self._rows[self._table.find(number, features.of(template))])
            for number, template in enumerate(self._templates)
        ]
