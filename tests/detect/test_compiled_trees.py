"""Compiled trees say what the trees say that they were made of, and nothing once these have changed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.detect import compiled_trees
from scrubber.detect.compiled_trees import read_trees
from scrubber.detect.doubt import NAMES
from scrubber.detect.trees import Forest, Tree, Trees, read_forest, write_forest
from scrubber.errors import DataError

FEATURES = ["votes", "type", "number"]
TREES = [Tree([1000, -500, 40], [(0, 7, 0, 1), (2, 119, 1, 1)]), Tree([3], []), Tree([-7, 8], [(0, 0, 0, 1)])]
ROWS = [[7, 0, 200], [8, 0, 119], [8, 0, 120], [0, 255, 0], [255, 255, 255]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "cues.tsv.look"
    write_forest(path, Forest(FEATURES, ["AGE", "DATE"], -250, TREES))
    return path


def told(path: Path) -> tuple[list[str], list[float]]:
    types, trees = read_trees(path, FEATURES)
    return types, [trees.probability(row) for row in ROWS]


def test_they_say_what_the_file_says(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = told(path)
    compiled_trees.write(path, FEATURES)
    monkeypatch.setattr(compiled_trees, "read_forest", None)  # that it is not read shows that the compiled file is
    assert told(path) == plain
    assert plain[0] == ["AGE", "DATE"]


@pytest.mark.parametrize("change", ["trees", "cut", "longer", "version", "types", "bytes", "empty", "gone"])
def test_trees_that_have_changed_are_read(path: Path, change: str) -> None:
    plain = told(path)
    compiled_trees.write(path, FEATURES)
    compiled = path.with_name(path.name + ".compiled")
    content = compiled.read_bytes()
    if change == "trees":
        write_forest(path, Forest(FEATURES, ["AGE", "DATE"], -250, [Tree([41], []), *TREES[1:]]))
    elif change == "version":
        compiled.write_bytes(content.replace(b"# trees ", b"# trees 0"))
    elif change == "types":
        compiled.write_bytes(content.replace(b"AGE", b"ZIP"))
    elif change == "gone":
        compiled.unlink()
    else:
        changed = {"cut": content[:-3], "longer": content + b"\0", "bytes": b"\xff\0\n", "empty": b""}
        compiled.write_bytes(changed[change])
    assert (told(path) == plain) == (change != "trees")


def test_a_file_that_is_none_is_refused(path: Path) -> None:
    compiled_trees.write(path, FEATURES)
    path.write_bytes(b"\xff\xfe\x00")
    for broken in (path, path.with_name("none.look")):
        with pytest.raises(DataError, match="cannot be read"):
            read_trees(broken, FEATURES)


def test_the_shipped_ones(tmp_path: Path) -> None:
    shipped = data_folder("patterns") / "en" / "cues.tsv.look"
    path = tmp_path / shipped.name
    path.write_bytes(shipped.read_bytes())
    compiled_trees.write(path, NAMES)
    trees, chance = Trees.of(read_forest(shipped, NAMES)), random.Random(3)
    for _ in range(50):
        row = [chance.choice((0, 1, 2, 3, 7, 20, 99, 255)) for _ in NAMES]
        assert read_trees(path, NAMES)[1].probability(row) == trees.probability(row)
