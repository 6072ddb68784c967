"""The chain of labels at work: what scores of the tokens that may be PHI say of them, and of how labels follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scrubber.budget import look
from scrubber.model.chain import marginals, windows
from scrubber.model.tagged import Tagged, tagged
from scrubber.text.batch import Batch, Ints

Floats = NDArray[np.float64]

_AT_ONCE = 256
"""Stretches whose paths are looked for together: some MB."""


@dataclass(frozen=True)
class LabelChain:
    """Labels that follow one another along lines. Tokens that are passed over bear the first one, ``O``."""

    labels: Sequence[str]
    moves: Floats
    """Weights of labels (columns) behind labels (rows)."""
    first: Floats
    """Weights of labels at a line's beginning."""
    last: Floats
    """And at its end."""

    def are_several(self, chosen: Ints, lows: Ints, highs: Ints) -> NDArray[np.bool_]:
        """Whether labels, each the likeliest by itself, are of more than one entity in stretches of them."""
        kinds = np.unique([label[2:] for label in self.labels], return_inverse=True)[1]
        begins = np.array([label[0] == "B" for label in self.labels])
        parted = np.zeros(len(chosen) + 1, np.int64)
        parted[2:] = np.cumsum((np.diff(kinds[chosen]) != 0) | begins[chosen[1:]])
        several: NDArray[np.bool_] = parted[highs] != parted[lows + 1]
        return several

    def walk(
        self,
        scores: NDArray[np.int16] | NDArray[np.float32],
        unit: float,
        lows: Ints,
        highs: Ints,
        opens: NDArray[np.bool_],
        chosen: Ints,
    ) -> None:
        """Put the likeliest labels of stretches of neighbouring tokens that all are PHI (Viterbi) into ``chosen``.

        Args:
            lows, highs, opens: where stretches begin and end, and whether a line begins with them.
        """
        parts = windows(lows, highs)
        stretch = np.searchsorted(lows, parts.starts, "right") - 1
        opening = np.where(opens[stretch, None], self.first[1:], self.moves[0, 1:])
        opening *= (parts.starts == lows[stretch])[:, None]
        closing = self.moves[1:, 0] * (parts.ends == highs[stretch])[:, None]
        sizes = parts.ends - parts.starts
        for size in np.unique(sizes).tolist():
            alike = np.flatnonzero(sizes == size)
            for at in range(0, len(alike), _AT_ONCE):
                look()
                some = alike[at : at + _AT_ONCE]
                places = parts.starts[some, None] + np.arange(size)
                weights = scores[places, 1:] * np.float64(unit)
                counts = (places >= parts.low[some, None]) & (places < parts.high[some, None])
                chosen[places[counts]] = self._paths(weights, opening[some], closing[some])[counts] + 1

    def _paths(self, weights: Floats, opening: Floats, closing: Floats) -> Ints:
        """The likeliest labels but ``O`` by number, of stretches by tokens by labels but ``O``."""
        back = np.ascontiguousarray(self.moves[1:, 1:].T)  # along rows the largest is found nine times as fast
        rows, labels = np.arange(len(weights)), np.arange(len(back))
        before = np.zeros(weights.shape, np.int64)
        best = weights[:, 0] + opening
        for at in range(1, weights.shape[1]):
            ways = best[:, None, :] + back
            before[:, at] = ways.argmax(axis=2)
            best = ways[rows[:, None], labels, before[:, at]] + weights[:, at]
        found = np.zeros(weights.shape[:2], np.int64)
        found[:, -1] = (best + closing).argmax(axis=1)
        for at in range(weights.shape[1] - 1, 0, -1):
            found[:, at - 1] = before[rows, at, found[:, at]]
        return found


@dataclass(frozen=True)
class Scored:
    """What a model says of tokens before its chain is asked."""

    chain: LabelChain
    tokens: Ints
    """Those that may be PHI, in order."""
    scores: NDArray[np.int16] | NDArray[np.float32]
    """Of these by labels, logarithms in some unit."""
    unit: float

    @property
    def weights(self) -> NDArray[np.float32]:
        """The logarithms beside that of the first label."""
        scores = self.scores * np.float32(self.unit)
        return scores - scores[:, :1]

    def part(self, wanted: NDArray[np.bool_]) -> Scored:
        """The same of some of the tokens."""
        return replace(self, tokens=self.tokens[wanted], scores=self.scores[wanted])

    def tag(self, batch: Batch) -> Tagged:
        """The probabilities of labels."""
        chain, tokens = self.chain, self.tokens
        chains = windows(*runs(tokens, batch.line))
        first, last = tokens[chains.starts], tokens[chains.ends - 1]
        moves, opening, closing = (np.exp(w, dtype=np.float32) for w in (chain.moves, chain.first, chain.last))
        chances = marginals(
            self.scores,
            self.unit,
            chains,
            np.where((first == batch.line_starts[batch.line[first]])[:, None], opening, moves[0]),
            np.where((last + 1 == batch.line_ends[batch.line[last]])[:, None], closing, moves[:, 0]),
            moves,
        )
        single = tagged(chain.labels, tokens, chances, len(batch))

        def names(lows: Ints, highs: Ints, opens: NDArray[np.bool_]) -> Sequence[Sequence[str]]:
            chosen = single.best[tokens]
            several = chain.are_several(chosen, lows, highs)
            chain.walk(self.scores, self.unit, lows[several], highs[several], opens[several], chosen)
            stretches = zip(lows.tolist(), highs.tolist(), strict=True)
            return [[chain.labels[i] for i in chosen[low:high].tolist()] for low, high in stretches]

        return replace(single, names=names)


def runs(tokens: Ints, line: Ints) -> tuple[Ints, Ints]:
    """Where runs of neighbours on one line begin and end, as places in ``tokens``."""
    if not len(tokens):
        return tokens, tokens
    breaks = np.flatnonzero((np.diff(tokens) != 1) | (np.diff(line[tokens]) != 0)) + 1
    return np.concatenate([[0], breaks]), np.concatenate([breaks, [len(tokens)]])
