"""Hashes of rows of numbers, the same on every machine and in every run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


def mixed(state: Hashes, values: NDArray[np.generic]) -> Hashes:
    """The state of a hash (a number a row) after one more column of numbers; a new array."""
    mixed_in: Hashes = state ^ values.astype(np.uint64, copy=False)
    mixed_in *= _MULTIPLIER
    mixed_in ^= mixed_in >> _SHIFT
    return mixed_in


def rolled(values: NDArray[np.uint64], starts: NDArray[np.int64]) -> Hashes:
    """A hash of each run of values, in order; runs begin at ``starts`` (the first at 0)."""
    if not len(values):
        return np.zeros(0, np.uint64)
    place = np.arange(len(values), dtype=np.uint64) - np.repeat(starts, np.diff(np.append(starts, len(values)))).astype(
        np.uint64
    )
    powers: Hashes = np.power(_MULTIPLIER, np.minimum(place, np.uint64(64)), dtype=np.uint64)
    spread: Hashes = (values + np.uint64(1)) * powers
    spread ^= spread >> _SHIFT
    hashes: Hashes = np.add.reduceat(spread * _MULTIPLIER, starts)
    return hashes
