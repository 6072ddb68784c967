"""What start-up reads of the shipped data instead of working it out: ``compiled.bin`` in a folder of lists or patterns.

:mod:`scrubber.compiled_data` writes these files, the wheel is built with them, and a checkout does without until
somebody makes them. They hold plain values (numbers, texts, bytes, lists, dictionaries) as Python's own ``marshal``
keeps them, each by itself, so that one is read when it is asked for; nothing in them can run. They are derived and
never trusted over what they were made of: whoever keeps a value keeps a checksum of its source beside it or in its key.
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any
from zlib import crc32

from scrubber.data import ships

FILE = "compiled.bin"
VERSION = 3
"""Of the file, and of how everything in it is made of its sources: to be raised when either changes."""
_SIZE = 8
"""Bytes that tell the size of what follows."""


class Compiled:
    """Values by key. A file that is not there, of another version or damaged holds none.

    Args:
        content: what :func:`written` made.
    """

    def __init__(self, content: bytes = b"") -> None:
        head, _, body = content.partition(b"\n")
        self._places: dict[str, tuple[int, int]] = {}
        self._values = memoryview(body)
        if body and head == _head(body):
            size = int.from_bytes(body[:_SIZE], "little")
            self._places = marshal.loads(self._values[_SIZE : _SIZE + size])
            self._values = self._values[_SIZE + size :]

    def find(self, key: str) -> Any:
        """The value of a key; ``None`` where there is none."""
        place = self._places.get(key)
        return None if place is None else marshal.loads(self._values[place[0] : place[1]])


def written(values: Mapping[str, Any]) -> bytes:
    """Values by key as the content of a file: where each begins and ends, and all of them in the order of keys."""
    keys = sorted(values)
    pieces = [marshal.dumps(values[key]) for key in keys]
    ends = list(accumulate(map(len, pieces)))
    places = {key: (end - len(piece), end) for key, end, piece in zip(keys, ends, pieces, strict=True)}
    index = marshal.dumps(places)
    body = b"".join([len(index).to_bytes(_SIZE, "little"), index, *pieces])
    return _head(body) + b"\n" + body


def write(folder: Path, values: Mapping[str, Any]) -> None:
    """Keep values in a folder's file."""
    (folder / FILE).write_bytes(written(values))
    compiled_of.cache_clear()


@lru_cache(maxsize=16)
def compiled_of(folder: Path) -> Compiled:
    """What a folder's file holds; nothing of a folder that is not our own, where it could say anything."""
    try:
        return Compiled((folder / FILE).read_bytes()) if ships(folder) else Compiled()
    except OSError:
        return Compiled()


def checksum(*parts: bytes) -> str:
    """What tells whether sources are those that something was made of: their CRC-32, and how long each is.

    It guards against data that somebody has edited. Against people who want to deceive no digest would do: who can
    write here can change scrub itself.
    """
    found = 0
    for part in parts:
        found = crc32(part, found)
    return " ".join([f"{found:08x}", *(str(len(part)) for part in parts)])


def _head(body: bytes) -> bytes:
    return f"# scrub {VERSION} {marshal.version} {checksum(body)}".encode()
