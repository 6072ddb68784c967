"""The chain of labels at work: what scores of the tokens that may be PHI say of them, and of how labels follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scrubber.model.chain import marginals, windows
from scrubber.model.tagged import Tagged, tagged
from scrubber.text.batch import Batch, Ints

Floats = NDArray[np.float64]


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

    def path(self, weights: Floats, opens: bool) -> list[str]:
        """The likeliest labels of neighbouring tokens that all are PHI (Viterbi).

        Args:
            weights: tokens by labels but ``O``. opens: a line begins with them.
        """
        moves = self.moves[1:, 1:]
        best = weights[0] + (self.first[1:] if opens else self.moves[0, 1:])
        before = []
        for row in weights[1:]:
            ways = best[:, None] + moves
            before.append(ways.argmax(axis=0))
            best = ways.max(axis=0) + row
        at = int((best + self.moves[1:, 0]).argmax())
        found = [at]
        for way in reversed(before):
            at = int(way[at])
            found.append(at)
        return [self.labels[at + 1] for at in reversed(found)]


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
        chain, tokens = self.chain, self.tokens
        chains = windows(*_runs(tokens, batch.line))
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

        def names(low: int, high: int, opens: bool) -> Sequence[str]:
            found = single.names(low, high, opens)
            several = len(found) > 1 and any(name[2:] != found[0][2:] or name[0] == "B" for name in found[1:])
            return chain.path(self.scores[low:high, 1:] * np.float64(self.unit), opens) if several else found

        return replace(single, names=names)


def _runs(tokens: Ints, line: Ints) -> tuple[Ints, Ints]:
    """Where runs of neighbours on one line begin and end, as places in ``tokens``."""
    if not len(tokens):
        return tokens, tokens
    breaks = np.flatnonzero((np.diff(tokens) != 1) | (np.diff(line[tokens]) != 0)) + 1
    return np.concatenate([[0], breaks]), np.concatenate([breaks, [len(tokens)]])
