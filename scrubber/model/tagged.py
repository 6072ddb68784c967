"""What a model says of the tokens of a batch: probabilities of labels, whichever model they come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Names = Callable[[Ints, Ints, NDArray[np.bool_]], Sequence[Sequence[str]]]


@dataclass(frozen=True)
class Tagged:
    """Labels of tokens."""

    labels: Sequence[str]
    tokens: Ints
    """Indices of the tokens that may be PHI, in order; all others are none."""
    phi: Floats
    """The probability of every token of the batch that it is PHI of any type."""
    best: Ints
    """The likeliest label but ``O`` of every token, by number."""
    chances: NDArray[np.float32]
    """Of the tokens that may be PHI, by label: probabilities."""
    names: Names
    """The likeliest labels of stretches of neighbouring tokens that all are PHI: of :attr:`tokens` from which places to
    which others, and whether a line begins with them."""

    def chance(self, type_: str) -> Floats:
        """The probability of a type for every token of the batch."""
        of_type = [number for number, label in enumerate(self.labels) if label[2:] == type_]
        result = np.zeros(len(self.phi))
        result[self.tokens] = self.chances[:, of_type].sum(axis=1)
        return result

    def under(self, other: Tagged) -> Tagged:
        """The same, but for some runs of tokens what another model says of them.

        Args:
            other: begins with the same labels; all its tokens are among these.
        """
        tokens, places = other.tokens, np.searchsorted(self.tokens, other.tokens)
        phi, best = self.phi.copy(), self.best.copy()
        phi[tokens], best[tokens] = other.phi[tokens], other.best[tokens]
        chances = np.zeros((len(self.tokens), len(other.labels)), np.float32)
        chances[:, : len(self.labels)] = self.chances
        chances[places] = other.chances
        others = np.zeros(len(self.tokens), bool)
        others[places] = True

        def names(lows: Ints, highs: Ints, opens: NDArray[np.bool_]) -> Sequence[Sequence[str]]:
            theirs = others[lows]
            there = np.searchsorted(places, lows[theirs])
            told = iter(other.names(there, there + (highs - lows)[theirs], opens[theirs]))
            own = iter(self.names(lows[~theirs], highs[~theirs], opens[~theirs]))
            return [next(told if their else own) for their in theirs.tolist()]

        return Tagged(other.labels, self.tokens, phi, best, chances, names)


def tagged(labels: Sequence[str], tokens: Ints, chances: NDArray[np.float32], size: int) -> Tagged:
    """What probabilities of labels say of a batch of so many tokens, each token by itself."""
    phi, best = np.zeros(size), np.zeros(size, np.int64)
    phi[tokens] = 1.0 - chances[:, 0]
    best[tokens] = chances[:, 1:].argmax(axis=1) + 1

    def names(lows: Ints, highs: Ints, _opens: NDArray[np.bool_]) -> list[list[str]]:
        stretches = zip(lows.tolist(), highs.tolist(), strict=True)
        return [[labels[i] for i in best[tokens[low:high]].tolist()] for low, high in stretches]

    return Tagged(labels, tokens, phi, best, chances, names)
