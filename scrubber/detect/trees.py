"""Boosted trees, all of them asked at once.

Each split of a tree ("the level on the left is at most 7") rules out, where it fails, the leaves on its left. So every
value of every feature stands for a set of leaves that are still possible, one bit a leaf and 64 bits a tree; the sets
of a row's values are intersected by ``&`` of whole integers, and the first leaf left of each tree is the one that the
row comes to. (QuickScorer: Lucchese et al., SIGIR 2015.) No tree is walked: a row of a hundred values costs a hundred
look-ups at most, however many trees there are.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import partial, reduce
from itertools import compress
from math import exp
from operator import add, and_, getitem
from pathlib import Path
from typing import Final, NamedTuple

from scrubber.errors import DataError
from scrubber.words import Memo

BITS = 64
"""Leaves that a tree may have."""
VALUES = 256
"""Values of features are 0 to one less than this."""
UNIT = 1000
"""Parts of one unit of log-odds in which the worth of leaves is written."""
_HEAD = "# boosted trees 1"
_WORD: Final = "Q"
"""Of an array whose items have :data:`BITS` bits."""

Split = tuple[int, int, int, int]
"""A feature, the largest of its values that goes to the left, the first leaf there (counted from the tree's left), and
how many leaves there are."""


class Tree(NamedTuple):
    """The worth of its leaves from left to right (in parts of log-odds, see :data:`UNIT`), and its splits."""

    leaves: Sequence[int]
    splits: Sequence[Split]


class Forest(NamedTuple):
    """What a file holds."""

    features: Sequence[str]
    """Names of a row's values."""
    types: Sequence[str]
    """The PHI types that values from 1 on stand for, where a feature is one."""
    start: int
    """What every row is worth, to which the leaves add."""
    trees: Sequence[Tree]


class Splits(NamedTuple):
    """All splits of a forest that ask for one feature, ordered by their value: a number each in four columns."""

    most: Sequence[int]
    """The largest of its values that goes to the left."""
    tree: Sequence[int]
    first: Sequence[int]
    """The first leaf there,"""
    leaves: Sequence[int]
    """and how many there are."""


class Trees:
    """Asks every tree of a forest.

    Args:
        start: what every row is worth. worth: of the leaves of each tree. splits: by feature.
    """

    def __init__(self, start: int, worth: Sequence[Sequence[int]], splits: Sequence[Splits]) -> None:
        count = len(worth)
        self._start = start
        self._size = count * BITS // 8
        self._ones = int.from_bytes(array(_WORD, [1] * count).tobytes(), sys.byteorder)
        self._every = (1 << BITS * count) - 1
        # by the bit of a leaf and by the value of a feature: worked out when a row first comes there
        self._worth = [Memo(partial(_worth_of, leaves)) for leaves in worth]
        self._possible = [Memo(partial(_possible_at, one, Memo(partial(_possible, one, count)))) for one in splits]

    @classmethod
    def of(cls, forest: Forest) -> Trees:
        """Those of a forest."""
        return cls(forest.start, [tree.leaves for tree in forest.trees], splits_by_feature(forest))

    def probability(self, row: Sequence[int]) -> float:
        """What the trees make of a row of values."""
        # a value of 0 goes to the left of every split and rules out nothing: most values of a row are 0
        possible = reduce(and_, map(getitem, compress(self._possible, row), filter(None, row)), self._every)
        first = possible & ~(possible - self._ones)  # every tree has a leaf left, so that none borrows of another
        leaves = memoryview(first.to_bytes(self._size, sys.byteorder)).cast(_WORD)
        odds = (self._start + sum(map(getitem, self._worth, leaves))) / UNIT
        return 1.0 / (1.0 + exp(-max(-50.0, min(50.0, odds))))


def splits_by_feature(forest: Forest) -> list[Splits]:
    """The splits of all trees, by the feature that they ask for."""
    found: list[list[Split]] = [[] for _ in forest.features]
    for number, tree in enumerate(forest.trees):
        for feature, most, first, leaves in tree.splits:
            found[feature].append((most, number, first, leaves))
    return [Splits(*zip(*sorted(splits), strict=True)) if splits else Splits((), (), (), ()) for splits in found]


def _worth_of(leaves: Sequence[int], bit: int) -> int:
    """The worth of the leaf that a bit stands for."""
    return leaves[bit.bit_length() - 1]


def _possible_at(splits: Splits, possible: Mapping[int, int], value: int) -> int:
    """The leaves that are possible at a value of one feature: the same for all values between two splits."""
    return possible[bisect_left(splits.most, value)]


def _possible(splits: Splits, count: int, failing: int) -> int:
    """The leaves of ``count`` trees that are possible where so many splits of one feature fail, the lowest first."""
    left = array(_WORD, [(1 << BITS) - 1] * count)
    failed = slice(failing)
    for number, first, leaves in zip(splits.tree[failed], splits.first[failed], splits.leaves[failed], strict=True):
        left[number] &= ~((1 << leaves) - 1 << first)
    return int.from_bytes(left.tobytes(), sys.byteorder)


def check_forest(path: Path, features: Sequence[str]) -> None:
    """Look at a file's first lines.

    Raises:
        DataError: the file cannot be read, or was made for other features.
    """
    try:
        with path.open(encoding="utf-8") as file:
            head, names = file.readline(), file.readline()
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: cannot be read ({type(error).__name__})") from None
    if head != _HEAD + "\n" or names.rstrip("\n").split("\t") != list(features):
        raise DataError(f"{path}: no trees of this release: train them anew")


def read_forest(path: Path, features: Sequence[str]) -> Forest:
    """The trees of a file.

    Raises:
        DataError: the file cannot be read, or was made for other features.
    """
    check_forest(path, features)
    try:
        _, names, types, numbers, *lines = path.read_text("utf-8").splitlines()
        count, start = map(int, numbers.split())
        if len(lines) != count:
            raise ValueError("cut short")
        return Forest(names.split("\t"), types.split("\t"), start, [_tree(line, len(features)) for line in lines])
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: trees cannot be read ({type(error).__name__})") from None


def _tree(line: str, features: int) -> Tree:
    """A tree as a line has it: the worth of its leaves, a tab, and four numbers a split."""
    leaves, _, rest = line.partition("\t")
    worth, numbers = list(map(int, leaves.split())), list(map(int, rest.split()))
    if not 0 < len(worth) <= BITS or len(numbers) != 4 * (len(worth) - 1):
        raise ValueError("no tree")
    asked, most, first, count = (numbers[place::4] for place in range(4))
    if numbers and not (
        0 <= min(asked) <= max(asked) < features
        and 0 <= min(most) <= max(most) < VALUES
        and min(first) >= 0 < min(count)
        and max(map(add, first, count)) < len(worth)
    ):
        raise ValueError("no split")
    return Tree(worth, list(zip(asked, most, first, count, strict=True)))


def write_forest(path: Path, forest: Forest) -> None:
    """Write trees as :func:`read_forest` reads them."""
    lines = [_HEAD, "\t".join(forest.features), "\t".join(forest.types), f"{len(forest.trees)} {forest.start}"]
    for tree in forest.trees:
        splits = " ".join(str(number) for split in tree.splits for number in split)
        lines.append(" ".join(map(str, tree.leaves)) + "\t" + splits)
    path.write_text("\n".join(lines) + "\n", "utf-8")
