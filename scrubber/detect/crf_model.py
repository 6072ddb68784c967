"""A CRF's file: which features it knows. Others weigh nothing, and need not be made."""

from __future__ import annotations

import struct
from pathlib import Path

from scrubber.errors import DataError

_HEADER = struct.Struct("<4sI4s9I")
"""CRFsuite's: 'lCRF', size, kind, version, counts of features, labels and attributes, then where its parts begin."""
_ATTRIBUTES = 9
_TABLE = struct.Struct("<4s5I")
"""A table of names: 'CQDB', size, flags, byte order, count of names, and where the list of their places begins."""


def read_model(path: Path) -> bytes:
    """The bytes of a model's file.

    Raises:
        DataError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from None


def attributes(path: Path) -> list[str]:
    """The names of a model's features (CRFsuite calls them attributes).

    Raises:
        DataError: the file cannot be read, or is no model.
    """
    data = read_model(path)
    try:
        header = _HEADER.unpack_from(data)
        start = header[_ATTRIBUTES]
        kind, *_, count, places = _TABLE.unpack_from(data, start)
        if header[0] != b"lCRF" or kind != b"CQDB":
            raise ValueError
        names = []
        for place in struct.unpack_from(f"<{count}I", data, start + places):
            at = start + place + 8  # behind the number of the name and the name's length
            end = at + int.from_bytes(data[at - 4 : at], "little") - 1  # a zero ends it
            names.append(data[at:end].decode())
    except (struct.error, ValueError):
        raise DataError(f"{path}: not a CRF model") from None
    return names
