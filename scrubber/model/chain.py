"""The chain: marginal probabilities of labels along lines, by forward and backward passes over many lines at once.

Lines are padded to blocks of a fixed number of rows, so that every multiplication has the same shape and a line's
figures do not depend on the lines that are read with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.budget import look

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_ROWS = 128
"""Lines in a block."""
_INNER, _RUN_UP = 160, 16
"""Tokens of a window that count, and that it takes before and behind them: farther away nothing is felt."""


class Chains(NamedTuple):
    """Stretches of tokens that labels run along; a row each."""

    starts: Ints
    ends: Ints
    low: Ints
    """The first token of which the outcome counts: before it, a window of a long line takes a run-up."""
    high: Ints
    """And behind the last such token."""


def windows(starts: Ints, ends: Ints) -> Chains:
    """Chains in stretches of bounded length: a long one in windows that overlap, of which the inner part counts."""
    counts = np.maximum(1, -(-(ends - starts) // _INNER))
    number = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    whole_start, whole_end = np.repeat(starts, counts), np.repeat(ends, counts)
    low = whole_start + number * _INNER
    high = np.minimum(low + _INNER, whole_end)
    return Chains(np.maximum(low - _RUN_UP, whole_start), np.minimum(high + _RUN_UP, whole_end), low, high)


def marginals(
    scores: NDArray[np.int16] | NDArray[np.float32],
    scale: float,
    chains: Chains,
    opening: Floats,
    closing: Floats,
    moves: Floats,
) -> Floats:
    """The probability of every label at every token.

    Args:
        scores: tokens by labels, logarithms once multiplied by ``scale``. chains: none empty.
        opening, closing: chains by labels, factors of each label at a chain's beginning and end.
        moves: factors from each label (row) to each.
    """
    result = np.zeros(scores.shape, np.float32)
    if not len(scores):
        return result
    factors = scores.astype(np.float32)
    factors -= factors.max(axis=1, keepdims=True)
    factors *= np.float32(scale)
    np.exp(factors, out=factors)
    for block in _blocks(chains.starts, chains.ends):
        look()
        part = Chains(*(column[block] for column in chains))
        _pass_block(factors, part, opening[block], closing[block], moves, result)
    return result


def _blocks(starts: Ints, ends: Ints) -> Iterator[Ints]:
    """Chains of like length, longest first, in blocks."""
    order = np.argsort(starts - ends, kind="stable")
    for at in range(0, len(order), _ROWS):
        yield order[at : at + _ROWS]


def _pass_block(
    factors: Floats, chains: Chains, opening: Floats, closing: Floats, moves: Floats, result: Floats
) -> None:
    """Fill in the marginals of one block's chains, sorted by length, the longest first."""
    starts, lengths = chains.starts, chains.ends - chains.starts
    longest = int(lengths[0])
    alive = np.searchsorted(-lengths, -np.arange(longest), side="left")
    labels = factors.shape[1]
    forward = np.zeros((longest, _ROWS, labels), np.float32)
    state = np.zeros((_ROWS, labels), np.float32)
    state[: len(starts)] = factors[starts] * opening
    for step in range(longest):
        count = int(alive[step])
        if step:
            state = state @ moves
            state[count:] = 0.0
            state[:count] *= factors[starts[:count] + step]
        state[:count] /= state[:count].sum(axis=1, keepdims=True)
        forward[step, :count] = state[:count]
    backward = np.zeros((_ROWS, labels), np.float32)
    turned = np.ascontiguousarray(moves.T)
    for step in range(longest - 1, -1, -1):
        count = int(alive[step])
        going_on = int(alive[step + 1]) if step + 1 < longest else 0
        backward[:going_on] *= factors[starts[:going_on] + step + 1]
        backward = backward @ turned
        backward[going_on:count] = closing[going_on:count]
        backward[:going_on] /= backward[:going_on].sum(axis=1, keepdims=True)
        both = forward[step, :count] * backward[:count]
        both /= both.sum(axis=1, keepdims=True)
        at = starts[:count] + step
        counts = (at >= chains.low[:count]) & (at < chains.high[:count])
        result[at[counts]] = both[counts]
