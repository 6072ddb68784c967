"""The CRF: scores of labels as sums of table rows, and the chain that makes probabilities of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrubber.model.columns import Columns
from scrubber.model.file import ModelFile
from scrubber.model.label_chain import LabelChain, Scored
from scrubber.model.sums import RowSums
from scrubber.model.tagged import Tagged
from scrubber.model.templates import Features
from scrubber.text.vocabulary import DIGITS, LETTERS, NEWLINE, Vocabulary

Ints = NDArray[np.int64]

PHI_COUNTS = 10.0
"""So many times the gate's training counts tokens of PHI."""


class Crf:
    """A model at work. It keeps what words add to scores, and so belongs to one vocabulary.

    Args:
        model: what a file holds. vocabulary: the words that batches are made of.
        chained: go by all templates and the chain; if not, by what single words and their lists say, one by one.
    """

    def __init__(self, model: ModelFile, vocabulary: Vocabulary, *, chained: bool = True) -> None:
        self.chained = chained
        self.labels = model.labels
        self.sums = RowSums(model.templates, model.keys, model.rows, model.gate, vocabulary)
        self._least = model.least
        self.scale = model.scale
        self._chain = LabelChain(model.labels, model.moves, model.first, np.zeros(len(model.labels)))

    def scored(self, columns: Columns) -> Scored:
        """The scores of labels for the tokens that may be PHI."""
        tokens = self._worth(columns) if len(columns.batch) else np.zeros(0, np.int64)
        return Scored(self._chain, tokens, self.sums.of(Features(columns, tokens)), self.scale)

    def tag_alone(self, columns: Columns) -> Tagged:
        """By the gate: how much single words say for PHI, and for which type. A sign inside of a run belongs to it."""
        batch = columns.batch
        phi = 1 / (1 + np.exp(np.log(PHI_COUNTS) - self.sums.gate(columns) * self.scale))
        is_word = (columns.bits & (LETTERS | DIGITS)) > 0
        inner = np.zeros(len(batch))
        glued = (batch.starts[1:-1] == batch.ends[:-2]) & (batch.starts[2:] == batch.ends[1:-1])
        glued &= batch.ids[1:-1] != NEWLINE
        inner[1:-1] = np.where(glued & is_word[:-2] & is_word[2:], np.minimum(phi[:-2], phi[2:]), 0.0)
        phi = np.where(is_word, phi, inner)
        tokens = np.flatnonzero(phi > 0)
        scores = self.sums.of_words(Features(columns, tokens))
        best = np.zeros(len(batch), np.int64)
        best[tokens] = scores[:, 1:].argmax(axis=1) + 1
        chances = np.exp((scores - scores.max(axis=1, keepdims=True)) * np.float32(self.scale))
        chances /= chances.sum(axis=1, keepdims=True)

        def names(lows: Ints, highs: Ints, _opens: NDArray[np.bool_]) -> list[list[str]]:
            stretches = list(zip(lows.tolist(), highs.tolist(), strict=True))
            likeliest = [int(scores[low:high, 1:].sum(axis=0).argmax()) + 1 for low, high in stretches]
            return [
                [f"I-{self.labels[best][2:]}"] * (high - low)
                for best, (low, high) in zip(likeliest, stretches, strict=True)
            ]

        return Tagged(self.labels, tokens, phi, best, chances, names)

    def _worth(self, columns: Columns) -> Ints:
        """The tokens that may be PHI, and their neighbours; line ends never."""
        worth = (self.sums.gate(columns) >= self._least) | (columns.rule != 0)
        near = worth.copy()
        near[1:] |= worth[:-1]
        near[:-1] |= worth[1:]
        return np.flatnonzero(near & (columns.batch.ids != NEWLINE))
