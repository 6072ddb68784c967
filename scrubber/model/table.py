"""A table of features: finds the rows of many 64-bit hashes at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]
Keys = NDArray[np.uint32]

HASH_BITS = 24
"""By so many bits of its hash a feature is known within its template: with thousands of features a template, one lookup
of some 3,000 finds a stranger's row."""
MOST_TEMPLATES = 256
_SHIFT = 10
"""The bits of a key above these tell its bucket: most hold one feature or none."""


def key_of(template: int, hashes: Hashes) -> Keys:
    """The keys of features: the number of their template, and bits of their hashes."""
    bits: Keys = (hashes >> np.uint64(64 - HASH_BITS)).astype(np.uint32)
    return bits | np.uint32(template << HASH_BITS)


class Table:
    """Rows by feature: row 0 is nobody's, row 1 that of the first key.

    Args:
        keys: of the features that are known, sorted. templates: how many there are.
    """

    def __init__(self, keys: Keys, templates: int) -> None:
        buckets = keys >> np.uint32(_SHIFT)
        counts = np.bincount(buckets.astype(np.int64), minlength=templates << (HASH_BITS - _SHIFT)).astype(np.int32)
        self._starts = np.cumsum(counts, dtype=np.int32) - counts + np.int32(1)
        self._most = int(counts.max())
        self._keys = np.concatenate([np.zeros(1, np.uint32), keys, np.zeros(self._most + 1, np.uint32)])

    def find(self, template: int, hashes: Hashes) -> NDArray[np.int32]:
        """The row of each feature of a template; 0 where there is none."""
        keys = key_of(template, hashes)
        buckets = keys >> np.uint32(_SHIFT)
        rows = self._starts.take(buckets)
        right = self._keys.take(rows) == keys
        found: NDArray[np.int32] = rows * right
        rows += np.int32(1)
        others = np.flatnonzero(~right & (self._keys.take(rows) >> np.uint32(_SHIFT) == buckets))
        rows, keys = rows[others], keys[others]
        for _ in range(self._most - 1):
            right = self._keys.take(rows) == keys
            found[others[right]] = rows[right]
            rows += np.int32(1)
        return found
