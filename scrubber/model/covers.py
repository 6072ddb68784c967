"""Covers: stretches of tokens that rules and listed phrases cover, and what they say of each token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.model.hashing import mixed
from scrubber.text.batch import Ints

Column = NDArray[np.uint64]

_UNIT, _BEGIN, _END, _INSIDE = range(4)


class Cover(NamedTuple):
    """A stretch of tokens that a rule or a listed phrase covers."""

    first: int
    last: int
    """Index of its last token."""
    name: int
    """Hash of the rule's id, or of the phrase's lists."""
    kind: int
    """Hash of the rule's type; 0 for a phrase."""
    weight: int


def _expanded(covers: Sequence[Cover]) -> tuple[Ints, Ints, Ints]:
    """Of every cover each token, the cover's number and the token's place in it, the lightest covers first."""
    table = np.array(covers, np.uint64).reshape(-1, 5).astype(np.int64)
    order = np.lexsort((table[:, 2], table[:, 1] - table[:, 0], table[:, 4]))  # no two tie: names differ
    counts = (table[:, 1] - table[:, 0] + 1)[order]
    number = np.repeat(order, counts)
    inside = np.arange(len(number)) - np.repeat(np.cumsum(counts) - counts, counts)
    return table[number, 0] + inside, number, inside


def kinds(covers: Sequence[Cover], size: int) -> Column:
    """The type of the heaviest cover of each token; 0."""
    kinds = np.zeros(size, np.uint64)
    if covers:
        token, number, _ = _expanded(covers)
        kinds[token] = np.array([cover.kind for cover in covers], np.uint64)[number]
    return kinds


def heaviest(covers: Sequence[Cover], size: int) -> tuple[Column, Column, Column]:
    """For every token the kind and grade of its heaviest cover, that cover's name and the place in it, and the next."""
    kind, first, second = (np.zeros(size, np.uint64) for _ in range(3))
    if not covers:
        return kind, first, second
    table = np.array(covers, np.uint64).reshape(-1, 5)
    token, number, inside = _expanded(covers)
    cover = table[number].astype(np.int64)
    count = cover[:, 1] - cover[:, 0] + 1
    place = np.where(inside == 0, _BEGIN, np.where(inside == count - 1, _END, _INSIDE))
    place = np.where(count == 1, _UNIT, place)
    grade = (cover[:, 4] >= 75).astype(np.int64) + (cover[:, 4] >= 50)
    name = mixed(table[number, 2], place)
    best = np.full(size, -1)
    best[token] = number
    kind[token] = mixed(table[number, 3], grade)
    first[token] = name
    other = best[token] != number
    second[token[other]] = name[other]
    return kind, first, second
