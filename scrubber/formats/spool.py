"""Temporary files: a pipe that has to be read twice, and an output that may be handed on only when it is whole."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import BinaryIO, cast

IN_MEMORY = 16 * 1024 * 1024
"""Bytes up to which nothing goes to the disk. There the file has no name and is its owner's alone."""
_COPY = 1024 * 1024


def spool() -> AbstractContextManager[BinaryIO]:
    """An empty temporary file."""
    return cast("AbstractContextManager[BinaryIO]", tempfile.SpooledTemporaryFile(IN_MEMORY))


def fill(file: BinaryIO, chunks: Iterable[bytes]) -> None:
    """Write all of it, and go back to the start."""
    for chunk in chunks:
        file.write(chunk)
    file.seek(0)


def drain(file: BinaryIO, write: Callable[[bytes], object]) -> None:
    """Hand everything on, from the start."""
    file.seek(0)
    while data := file.read(_COPY):
        write(data)
