"""Trees as the first doubt reads them: their splits by feature, as numbers (``….look.compiled`` beside the ``….look``).

To read 200 trees and to sort their splits by feature takes longer than all else that a small note needs. The compiled
file, made when the wheel is built, is one array of numbers. The file of the trees stays what counts: a compiled file
that is not of it, as it is now, is not used.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Final

from scrubber.detect.trees import Forest, Splits, Trees, read_forest, splits_by_feature
from scrubber.sorted_text import checksum, lowest_first

VERSION = 1
"""Of the compiled file: to be raised when it changes."""
_NUMBER: Final = "i"
"""Of an array of numbers of four bytes, the lowest byte first."""


def read_trees(path: Path, features: Sequence[str]) -> tuple[list[str], Trees]:
    """The PHI types that values stand for, and the trees of a file.

    Raises:
        DataError: the file cannot be read, or was made for other features.
    """
    try:
        source = path.read_bytes()
        head, types, data = _compiled_path(path).read_bytes().split(b"\n", 2)
    except (OSError, ValueError):
        head = b""
    if head and head == _head(source, types, data):
        return types.decode().split("\t"), _loaded(data)
    forest = read_forest(path, features)
    return list(forest.types), Trees.of(forest)


def write(path: Path, features: Sequence[str]) -> None:
    """Compile a file of trees.

    Raises:
        DataError: it cannot be read, or was made for other features.
    """
    forest = read_forest(path, features)
    types, data = "\t".join(forest.types).encode(), _dumped(forest)
    _compiled_path(path).write_bytes(b"\n".join((_head(path.read_bytes(), types, data), types, data)))


def _dumped(forest: Forest) -> bytes:
    """What every row is worth; how many leaves each tree and how many splits each feature has; all these."""
    splits = splits_by_feature(forest)
    leaves = [tree.leaves for tree in forest.trees]
    sizes = [forest.start, len(leaves), len(splits), *map(len, leaves), *(len(one.most) for one in splits)]
    numbers = array(_NUMBER, chain(sizes, *leaves, *chain.from_iterable(splits)))
    return lowest_first(numbers).tobytes()


def _loaded(data: bytes) -> Trees:
    numbers = array(_NUMBER)
    numbers.frombytes(data)
    rest = iter(lowest_first(numbers))
    start, trees, features = islice(rest, 3)
    of_trees, of_features = list(islice(rest, trees)), list(islice(rest, features))
    leaves = [list(islice(rest, size)) for size in of_trees]
    return Trees(start, leaves, [_splits(rest, size) for size in of_features])


def _splits(numbers: Iterator[int], size: int) -> Splits:
    return Splits(*(list(islice(numbers, size)) for _ in Splits._fields))


def _compiled_path(path: Path) -> Path:
    return path.with_name(path.name + ".compiled")


def _head(*parts: bytes) -> bytes:
    return f"# trees {VERSION} {checksum(*parts)}".encode()
