"""A table of features: finds the rows of many 64-bit hashes at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]

_BITS = 21
"""Of a feature's 32 bits, so many tell its bucket: some hold one feature, few hold several."""


def short(hashes: Hashes) -> NDArray[np.uint32]:
    """The 32 bits by which a feature is known."""
    return (hashes >> np.uint64(32)).astype(np.uint32)


class Table:
    """Rows by template and hash.

    Args:
        keys: the 32 bits of each feature, sorted; the first is nobody's. owners: the number of each one's template.
    """

    def __init__(self, keys: NDArray[np.uint32], owners: NDArray[np.uint8]) -> None:
        buckets = (keys[1:] >> np.uint32(32 - _BITS)).astype(np.int64)
        counts = np.bincount(buckets, minlength=1 << _BITS)
        self._starts = np.zeros((1 << _BITS) + 1, np.int32)
        np.cumsum(counts, out=self._starts[1:])
        self._starts += 1
        self._most = int(counts.max(initial=0))
        self._keys = np.append(keys, np.uint32(0))
        self._owners = np.append(owners, np.uint8(255))

    def find(self, template: int, hashes: Hashes) -> NDArray[np.int32]:
        """The row of each feature of a template; 0 where there is none."""
        keys = short(hashes)
        buckets = keys >> np.uint32(32 - _BITS)
        rows = self._starts[buckets]
        found = np.zeros(len(keys), np.int32)
        waiting = np.flatnonzero(rows < self._starts[buckets + np.uint32(1)])
        ends = self._starts[buckets[waiting] + np.uint32(1)]
        rows, keys = rows[waiting], keys[waiting]
        for _ in range(self._most):
            right = (self._keys[rows] == keys) & (self._owners[rows] == template)
            found[waiting[right]] = rows[right]
            more = ~right & (rows + 1 < ends)
            if not more.any():
                break
            waiting, rows, keys, ends = waiting[more], rows[more] + np.int32(1), keys[more], ends[more]
        return found
