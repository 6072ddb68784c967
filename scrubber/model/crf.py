"""The CRF: scores of labels as sums of table rows, and the chain that makes probabilities of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scrubber.model.chain import marginals, windows
from scrubber.model.columns import Columns
from scrubber.model.file import ModelFile
from scrubber.model.folds import Folds
from scrubber.model.table import Table
from scrubber.model.tagged import Tagged, tagged
from scrubber.model.templates import Features, Template
from scrubber.text.vocabulary import DIGITS, LETTERS, NEWLINE, Vocabulary

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_PHI_COUNTS = 10.0
"""So many times the gate's training counted tokens of PHI (``learning.py``)."""


class Crf:
    """A model at work. It keeps what words add to scores, and so belongs to one vocabulary.

    Args:
        model: what a file holds. vocabulary: the words that batches are made of.
        chained: go by all templates and the chain; if not, by what single words and their lists say, one by one.
    """

    def __init__(self, model: ModelFile, vocabulary: Vocabulary, *, chained: bool = True) -> None:
        self.chained = chained
        self.labels = model.labels
        self.templates = [Template.of(text) for text in model.templates]
        self._table = Table(model.keys, len(model.templates))
        self._rows = model.rows
        self._least = model.least
        self.scale = model.scale
        self._first, self._moves = model.first, model.moves
        self._joint = [(number, t) for number, t in enumerate(self.templates) if t.place is None]
        alone = [(number, t) for number, t in enumerate(self.templates) if t.place is not None]
        self._folds = Folds(alone, self._table, self._rows, model.gate, vocabulary)

    def tag(self, columns: Columns) -> Tagged:
        """The probabilities of labels for the tokens that may be PHI."""
        if not len(columns.batch):
            nothing = np.zeros(0, np.int64)
            table = np.zeros((0, len(self.labels)), np.float32)
            return Tagged(self.labels, nothing, np.zeros(0), nothing, table, lambda *_: ())
        self._folds.learn()
        return self._tag_in_chains(columns) if self.chained else self._tag_alone(columns)

    def _tag_alone(self, columns: Columns) -> Tagged:
        """By the gate: how much single words say for PHI, and for which type. A sign inside of a run belongs to it."""
        batch = columns.batch
        phi = 1 / (1 + np.exp(np.log(_PHI_COUNTS) - self._said(columns) * self.scale))
        is_word = (columns.bits & (LETTERS | DIGITS)) > 0
        inner = np.zeros(len(batch))
        glued = (batch.starts[1:-1] == batch.ends[:-2]) & (batch.starts[2:] == batch.ends[1:-1])
        glued &= batch.ids[1:-1] != NEWLINE
        inner[1:-1] = np.where(glued & is_word[:-2] & is_word[2:], np.minimum(phi[:-2], phi[2:]), 0.0)
        phi = np.where(is_word, phi, inner)
        tokens = np.flatnonzero(phi > 0)
        scores = self._single_scores(Features(columns, tokens))
        best = np.zeros(len(batch), np.int64)
        best[tokens] = scores[:, 1:].argmax(axis=1) + 1
        chances = np.exp((scores - scores.max(axis=1, keepdims=True)) * np.float32(self.scale))
        chances /= chances.sum(axis=1, keepdims=True)

        def names(low: int, high: int, _opens: bool) -> list[str]:
            together = scores[low:high, 1:].sum(axis=0)
            return [f"I-{self.labels[int(together.argmax()) + 1][2:]}"] * (high - low)

        return Tagged(self.labels, tokens, phi, best, chances, names)

    def _tag_in_chains(self, columns: Columns) -> Tagged:
        tokens = self._worth(columns)
        scores = self._scores(Features(columns, tokens))
        batch = columns.batch
        chains = windows(*_runs(tokens, batch.line))
        first, last = tokens[chains.starts], tokens[chains.ends - 1]
        moves = np.exp(self._moves, dtype=np.float32)
        opening = np.exp(self._first, dtype=np.float32)
        chances = marginals(
            scores,
            self.scale,
            chains,
            np.where((first == batch.line_starts[batch.line[first]])[:, None], opening, moves[0]),
            np.where((last + 1 == batch.line_ends[batch.line[last]])[:, None], np.float32(1), moves[:, 0]),
            moves,
        )
        single = tagged(self.labels, tokens, chances, len(batch))

        def names(low: int, high: int, opens: bool) -> Sequence[str]:
            found = single.names(low, high, opens)
            several = any(name[2:] != found[0][2:] or name[0] == "B" for name in found[1:])
            return self.path(scores[low:high], opens) if several else found

        return replace(single, names=names)

    def parts(self, columns: Columns, tokens: Ints) -> list[tuple[Template, NDArray[np.int8]]]:
        """Each template's rows for these tokens, zeros where it has none; together they are their scores."""
        features = Features(columns, tokens)
        return [
            (template, self._rows[self._table.find(number, features.of(template))])
            for number, template in enumerate(self.templates)
        ]

    def path(self, scores: NDArray[np.int16], opens: bool) -> list[str]:
        """The likeliest labels of neighbouring tokens that all are PHI (Viterbi).

        Args:
            scores: tokens by labels. opens: a line begins with them.
        """
        weights = scores[:, 1:] * self.scale
        moves = self._moves[1:, 1:]
        best = weights[0] + (self._first[1:] if opens else self._moves[0, 1:])
        before = []
        for row in weights[1:]:
            ways = best[:, None] + moves
            before.append(ways.argmax(axis=0))
            best = ways.max(axis=0) + row
        at = int((best + self._moves[1:, 0]).argmax())
        found = [at]
        for way in reversed(before):
            at = int(way[at])
            found.append(at)
        return [self.labels[at + 1] for at in reversed(found)]

    def _scores(self, features: Features) -> NDArray[np.int16]:
        """The sum of rows for each token."""
        scores = self._single_scores(features)
        for number, template in self._joint:
            scores += self._rows.take(self._table.find(number, features.of(template)), axis=0)
        return scores

    def _single_scores(self, features: Features) -> NDArray[np.int16]:
        """The same by the templates of one word alone."""
        folds = self._folds
        scores = np.zeros((len(features), len(self.labels)), np.int16)
        for place, added in zip(folds.places, folds.scores, strict=True):
            scores += added.take(folds.of_word[features.ids(place)], axis=0)
        return scores

    def _said(self, columns: Columns) -> NDArray[np.int32]:
        """What the gate says of every token."""
        features = Features(columns)
        said = np.zeros(len(features), np.int32)
        for place, added in zip(self._folds.places, self._folds.gate, strict=True):
            said += added[self._folds.of_word[features.ids(place)]]
        return said

    def _worth(self, columns: Columns) -> Ints:
        """The tokens that may be PHI, and their neighbours; line ends never."""
        worth = (self._said(columns) >= self._least) | (columns.rule != 0)
        near = worth.copy()
        near[1:] |= worth[:-1]
        near[:-1] |= worth[1:]
        return np.flatnonzero(near & (columns.batch.ids != NEWLINE))


def _runs(tokens: Ints, line: Ints) -> tuple[Ints, Ints]:
    """Where runs of neighbours on one line begin and end, as places in ``tokens``."""
    if not len(tokens):
        return tokens, tokens
    breaks = np.flatnonzero((np.diff(tokens) != 1) | (np.diff(line[tokens]) != 0)) + 1
    return np.concatenate([[0], breaks]), np.concatenate([breaks, [len(tokens)]])
