"""Boosted trees: all at once they say what each of them says when it is walked."""

from __future__ import annotations

import random
from math import exp
from pathlib import Path

import pytest

from scrubber.detect.trees import BITS, UNIT, Forest, Split, Tree, Trees, read_forest, write_forest
from scrubber.errors import DataError

FEATURES = ["votes", "type", "number"]
SMALL = Forest(FEATURES, ["AGE"], -250, [Tree([1000, -500, 40], [(0, 7, 0, 1), (2, 119, 1, 1)]), Tree([3], [])])


def probability(points: int) -> float:
    return 1 / (1 + exp(-points / UNIT))


def grown(chance: random.Random, first: int, leaves: int) -> tuple[list[int], list[Split]]:
    """The worth of leaves and the splits of a random tree."""
    if leaves == 1:
        return [chance.randint(-900, 900)], []
    left = chance.randint(1, leaves - 1)
    worth, splits = grown(chance, first, left)
    more, others = grown(chance, first + left, leaves - left)
    own = (chance.randrange(len(FEATURES)), chance.randrange(256), first, left)
    return worth + more, [*splits, own, *others]


def walked(tree: Tree, row: list[int], first: int, leaves: int) -> int:
    """The worth of the leaf that a row comes to, split by split from the root, which parts the widest stretch."""
    if leaves == 1:
        return tree.leaves[first]
    inside = [s for s in tree.splits if first <= s[2] and s[2] + s[3] < first + leaves and s[2] == first]
    feature, most, _, left = max(inside, key=lambda split: split[3])
    if row[feature] <= most:
        return walked(tree, row, first, left)
    return walked(tree, row, first + left, leaves - left)


@pytest.mark.parametrize(
    ("row", "points"),
    [([7, 0, 200], 1000), ([8, 0, 119], -500), ([8, 0, 120], 40), ([255, 255, 255], 40), ([0, 0, 0], 1000)],
)
def test_a_row_comes_to_one_leaf_of_each_tree(row: list[int], points: int) -> None:
    assert Trees.of(SMALL).probability(row) == pytest.approx(probability(points + 3 - 250))


def test_all_at_once_is_what_walking_each_comes_to() -> None:
    chance = random.Random(7)
    trees = [Tree(*grown(chance, 0, leaves)) for leaves in (1, 2, 3, 17, BITS, BITS)]
    asked = Trees.of(Forest(FEATURES, [], 0, trees))
    for _ in range(300):
        row = [chance.randrange(256) for _ in FEATURES]
        points = sum(walked(tree, row, 0, len(tree.leaves)) for tree in trees)
        assert asked.probability(row) == pytest.approx(probability(points))


def test_extreme_worth_and_no_trees_are_probabilities_as_well() -> None:
    for start, least, most in ((-(10**9), 0.0, 1e-20), (10**9, 1 - 1e-9, 1.0), (0, 0.5, 0.5)):
        assert least <= Trees.of(Forest(FEATURES, [], start, [])).probability([0, 1, 2]) <= most


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_forest(tmp_path / "a.look", SMALL)
    assert read_forest(tmp_path / "a.look", FEATURES) == SMALL


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# boosted trees 1", "# boosted trees 2"),
        ("votes\ttype", "type\tvotes"),
        ("2 -250", "3 -250"),
        ("2 -250", "2 x"),
        ("1000 -500 40", "1000 -500"),
        ("0 7 0 1", "3 7 0 1"),
        ("2 119 1 1", "2 119 1 2"),
        ("2 119 1 1", "2 119 1"),
        ("2 119 1 1", "2 119 1 0"),
        ("1000", "1e3"),
    ],
)
def test_a_file_that_is_damaged_or_of_other_features_is_refused(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "a.look"
    write_forest(path, SMALL)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(DataError, match=r"a\.look: .*trees"):
        read_forest(path, FEATURES)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.look").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "a.look", tmp_path / "none.look"):
        with pytest.raises(DataError, match="cannot be read"):
            read_forest(path, FEATURES)
