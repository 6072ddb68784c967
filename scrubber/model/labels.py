"""Labels: ``O`` for no PHI, ``I-TYPE`` for PHI, and for frequent types ``B-TYPE`` where an entity begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scrubber.evaluate.marks import IGNORE, Mark
from scrubber.text.batch import Batch

NONE = "O"
UNKNOWN = -1
"""In place of a label's number where a mark tells to look away."""
_OFTEN = 0.01
"""Share of all marks from which a type has a label for beginnings: rarer ones have too few to learn it from."""


def label_set(marks: Sequence[Mark]) -> tuple[str, ...]:
    """The labels for these marks, ``O`` first, in the order of their types' names."""
    counts = Counter(mark.type for mark in marks if mark.type != IGNORE)
    often = _OFTEN * sum(counts.values())
    inside = [f"I-{type_}" for type_ in sorted(counts)]
    return (NONE, *inside, *(f"B-{type_}" for type_ in sorted(counts) if counts[type_] >= often))


def gold_labels(batch: Batch, marks: Sequence[Sequence[Mark]], labels: Sequence[str]) -> NDArray[np.int16]:
    """The number of each token's label; a token that a mark covers in part belongs to it."""
    number = {label: at for at, label in enumerate(labels)}
    found = np.zeros(len(batch), np.int16)
    for note, own in enumerate(marks):
        base = int(batch.base[note])
        for mark in own:
            inside = number.get(f"I-{mark.type}", UNKNOWN)
            at = number.get(f"B-{mark.type}", inside)
            for start, end in mark.parts:
                first = int(np.searchsorted(batch.ends, base + start, side="right"))
                last = int(np.searchsorted(batch.starts, base + end))
                found[first:last] = inside
                found[first : first + 1] = at
                at = inside
    return found
