"""Files and parts of files that could not be masked, kept as they were for who may see them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from typing import BinaryIO

from scrubber.errors import ScrubError
from scrubber.io.source import reason

_OTHER = re.compile(r"[^\w.,-]+")


def keep_aside(folder: Path, name: str, data: bytes) -> None:
    """Write a part of a file into the folder, for its owner alone, over what an earlier run wrote there.

    Args:
        name: the file's place and the part's; signs that are no letters or digits become underscores.

    Raises:
        ScrubError: it cannot be written.
    """
    with _new_file(folder / _OTHER.sub("_", name)) as file:
        file.write(data)


def keep_file_aside(folder: Path, place: str, source: BinaryIO) -> None:
    """As :func:`keep_aside`, for a whole file. ``place``: its path below the input folder, which it has here too."""
    with _new_file(folder / place) as file:
        copyfileobj(source, file)


@contextmanager
def _new_file(path: Path) -> Iterator[BinaryIO]:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(path, "wb", opener=_for_the_owner) as file:
            yield file
    except OSError as error:
        raise ScrubError(f"cannot write into the quarantine: {reason(error)}") from None


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)
