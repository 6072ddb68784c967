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

    def tag(self, batch: Batch, tokens: Ints, scores: NDArray[np.int16] | NDArray[np.float32], unit: float) -> Tagged:
        """The probabilities of labels.

        Args:
            tokens: those that may be PHI. scores: of these by labels, logarithms in some unit.
        """
        chains = windows(*_runs(tokens, batch.line))
        first, last = tokens[chains.starts], tokens[chains.ends - 1]
        moves, opening, closing = (np.exp(w, dtype=np.float32) for w in (self.moves, self.first, self.last))
        chances = marginals(
            scores,
            unit,
            chains,
            np.where((first == batch.line_starts[batch.line[first]])[:, None], opening, moves[0]),
            np.where((last + 1 == batch.line_ends[batch.line[last]])[:, None], closing, moves[:, 0]),
            moves,
        )
        single = tagged(self.labels, tokens, chances, len(batch))

        def names(lows: Ints, highs: Ints, opens: NDArray[np.bool_]) -> Sequence[Sequence[str]]:
            found = [*single.names(lows, highs, opens)]
            sizes = highs - lows
            several = np.array([_are_several(one) for one in found], bool)
            for size in np.unique(sizes[several]).tolist():
                alike = np.flatnonzero(several & (sizes == size))
                for some in np.array_split(alike, -(-len(alike) // _AT_ONCE)):
                    look()
                    places = lows[some, None] + np.arange(size)
                    paths = self.paths(scores[places, 1:] * np.float64(unit), opens[some])
                    for at, path in zip(some.tolist(), paths, strict=True):
                        found[at] = path
            return found

        return replace(single, names=names)

    def paths(self, weights: Floats, opens: NDArray[np.bool_]) -> list[list[str]]:
        """The likeliest labels of stretches of so many neighbouring tokens that all are PHI (Viterbi).

        Args:
            weights: stretches by tokens by labels but ``O``. opens: whether a line begins with each.
        """
        moves = self.moves[1:, 1:]
        best = weights[:, 0] + np.where(opens[:, None], self.first[1:], self.moves[0, 1:])
        before = []
        for at in range(1, weights.shape[1]):
            ways = best[:, :, None] + moves
            before.append(ways.argmax(axis=1))
            best = ways.max(axis=1) + weights[:, at]
        found = [(best + self.moves[1:, 0]).argmax(axis=1)]
        for way in reversed(before):
            found.append(way[np.arange(len(way)), found[-1]])
        return [[self.labels[at + 1] for at in reversed(path)] for path in np.stack(found, axis=1).tolist()]


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

    def tag(self, batch: Batch) -> Tagged:
        """The probabilities of labels."""
        return self.chain.tag(batch, self.tokens, self.scores, self.unit)


def _are_several(names: Sequence[str]) -> bool:
    """Whether labels, each the likeliest by itself, are of more than one entity."""
    return any(name[2:] != names[0][2:] or name[0] == "B" for name in names[1:])


def _runs(tokens: Ints, line: Ints) -> tuple[Ints, Ints]:
    """Where runs of neighbours on one line begin and end, as places in ``tokens``."""
    if not len(tokens):
        return tokens, tokens
    breaks = np.flatnonzero((np.diff(tokens) != 1) | (np.diff(line[tokens]) != 0)) + 1
    return np.concatenate([[0], breaks]), np.concatenate([breaks, [len(tokens)]])
