"""Learning: weights of features and of the chain by stochastic gradients (AdaGrad).

The loss is the CRF's negative log likelihood, a line at a time, with a fifth of the features left out by turns
(dropout), so that no weight leans on its neighbours, and with an absolute penalty that empties weights which say
little. The random numbers are the generator's own: the same examples give the same weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scrubber.training.examples import Examples
from scrubber.training.kernels import crf_epoch, gate_epoch
from scrubber.training.recipe import Settings

Say = Callable[[str], None]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Weights:
    """What was learned, as logarithms."""

    rows: NDArray[np.float32]
    """Features by labels."""
    first: Floats
    moves: Floats


def learn(examples: Examples, labels: int, settings: Settings, say: Say, start: Weights | None = None) -> Weights:
    """The weights for some examples.

    Args:
        start: weights to continue from; they move as slowly as if their slopes had added up to 1 already.
    """
    count = len(examples.keys) + 1  # row 0 is nobody's
    begun = Weights(np.zeros((count, labels), np.float32), np.zeros(labels), np.zeros((labels, labels)))
    seen = 0.0 if start is None else 1.0
    begun = start or begun
    rows, moves, first = begun.rows / np.float32(1 - settings.dropout), begun.moves.copy(), begun.first.copy()
    squares, move_squares, first_squares = (np.full_like(some, seen) for some in (rows, moves, first))
    generator = np.random.default_rng(1)
    for epoch in range(settings.epochs):
        slower = max(0, epoch - settings.epochs + settings.slow + 1)
        loss = crf_epoch(
            examples.rows, examples.labels, examples.starts, examples.ends, generator.permutation(len(examples.starts)),
            rows, squares, moves, move_squares, first, first_squares,
            np.float32(settings.rate / 2**slower), np.float32(settings.penalty), settings.dropout, epoch + 1,
        )  # fmt: skip
        say(f"epoch {epoch + 1} of {settings.epochs}: loss {loss / len(examples.labels):.4f} a token")
    return Weights(rows * np.float32(1 - settings.dropout), first, moves)


def learn_gate(examples: Examples, wanted: NDArray[np.bool_], say: Say) -> NDArray[np.float32]:
    """What each feature of the wanted templates says for PHI of any type: a logistic regression over single tokens."""
    count = len(examples.keys) + 1
    weights, squares = np.zeros(count, np.float32), np.zeros(count, np.float32)
    order = np.random.default_rng(2).permutation(len(examples.labels))
    columns = np.flatnonzero(wanted)
    for rate in (0.1, 0.03):
        gate_epoch(examples.rows, examples.labels, order, columns, weights, squares, np.float32(rate))
    say("gate learned")
    return weights
