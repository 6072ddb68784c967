"""Power cuts: a run's changes are recorded, and each prefix of them is made anew as a disk would have it.

The worst that file systems do: every new name is there, and of a file's content what was flushed (``fsync``), else
nothing. Replayed from a record, not on a block device, so that it needs no rights.
"""

from __future__ import annotations

import os
import pickle
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.faults.steps import Operation


class Recorder:
    """Keeps what a run changes below a folder, in a file."""

    def __init__(self, root: Path, record: Path) -> None:
        self._root = root
        self._file = record.open("wb", buffering=0)

    def __call__(self, name: str, arguments: tuple[Any, ...], result: Any) -> None:
        operation = self._operation(name, arguments)
        if operation is not None and operation.path.is_relative_to(self._root):
            pickle.dump(operation, self._file)

    def _operation(self, name: str, arguments: tuple[Any, ...]) -> Operation | None:
        if name == "fsync":
            return self._flushed(arguments[0])
        if name == "replace":
            return Operation("move", _path(arguments[0]), _path(arguments[1]))
        if name in ("unlink", "mkdir"):
            return Operation(name, _path(arguments[0]))
        if name == "open" and len(arguments) > 1 and arguments[1] & os.O_CREAT:
            return Operation("create", _path(arguments[0]))
        return None

    def _flushed(self, descriptor: int) -> Operation | None:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        return Operation("flush", path, content=path.read_bytes())


def _path(given: Any) -> Path:
    return Path(os.path.abspath(os.fspath(given)))


def recorded(record: Path) -> list[Operation]:
    """What was recorded."""
    operations = []
    with record.open("rb") as file:
        while file.peek(1):
            operations.append(pickle.load(file))
    return operations


def after_cuts(before: Path, root: Path, operations: Sequence[Operation], place: Path) -> Iterator[int]:
    """Make of ``before`` in ``place`` what a disk holds after each number of the operations, made below ``root``."""
    for number in range(len(operations) + 1):
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(before, place)
        for operation in operations[:number]:
            _replay(operation, root, place)
        yield number


def _replay(operation: Operation, root: Path, place: Path) -> None:
    path = place / operation.path.relative_to(root)
    if operation.kind == "mkdir":
        path.mkdir(exist_ok=True)
    elif operation.kind == "create":
        path.touch()
    elif operation.kind == "flush":
        path.write_bytes(operation.content)
    elif operation.kind == "unlink":
        path.unlink(missing_ok=True)
    elif operation.other is not None:
        path.replace(place / operation.other.relative_to(root))
