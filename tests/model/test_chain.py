"""Marginals of the chain, beside those that all paths counted one by one give."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from scrubber.model.chain import marginals, windows

SCALE = 0.06


def by_hand(scores: np.ndarray, opening: np.ndarray, closing: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """The same, path by path."""
    size, labels = scores.shape
    sums = np.zeros((size, labels))
    for path in product(range(labels), repeat=size):
        weight = opening[path[0]] * closing[path[-1]] * np.exp(sum(scores[at, y] for at, y in enumerate(path)))
        for before, behind in pairwise(path):
            weight *= moves[before, behind]
        for at, y in enumerate(path):
            sums[at, y] += weight
    return sums / sums.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("lengths", [(1,), (3, 1, 5), (2,) * 70])
def test_every_chain_has_its_own_marginals(lengths: tuple[int, ...]) -> None:
    generator = np.random.default_rng(4)
    ends = np.cumsum(lengths)
    starts = ends - lengths
    scores = generator.integers(-90, 90, size=(int(ends[-1]), 3)).astype(np.int16)
    moves = np.exp(generator.normal(size=(3, 3))).astype(np.float32)
    opening, closing = (np.exp(generator.normal(size=(len(lengths), 3))).astype(np.float32) for _ in range(2))
    found = marginals(scores, SCALE, windows(starts, ends), opening, closing, moves)
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        expected = by_hand(scores[start:end] * SCALE, opening[number], closing[number], moves)
        assert np.allclose(found[start:end], expected, atol=1e-6)


def test_a_long_chain_goes_by_windows_that_cover_it() -> None:
    chains = windows(np.array([0, 1000]), np.array([1000, 1003]))
    assert chains.low[0] == 0
    assert list(chains.low[1:]) == list(chains.high[:-1])
    assert chains.high[-1] == 1003
    assert (chains.ends - chains.starts).max() < 200
    nothing, none = np.zeros((0, 2), np.float32), windows(np.zeros(0, int), np.zeros(0, int))
    assert marginals(nothing.astype(np.int16), SCALE, none, nothing, nothing, np.ones((2, 2), np.float32)).size == 0
