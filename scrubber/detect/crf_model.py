"""A CRF's file: CRFsuite's bytes, packed, and which features they know. Others weigh nothing, and need not be made."""

from __future__ import annotations

import lzma
import struct
from pathlib import Path
from typing import Any

from scrubber.errors import DataError

_HEADER = struct.Struct("<4sI4s9I")
"""CRFsuite's: 'lCRF', size, kind, version, counts of features, labels and attributes, then where its parts begin."""
_FEATURES, _ATTRIBUTES = 7, 9
_LIST = struct.Struct("<4sII")
"""The list of features: 'FEAT', size, count."""
_WEIGHT = struct.Struct("<12xQ")
"""One of them: its kind, what it leads from and to; its weight, here as the bits of a double."""
_TABLE = struct.Struct("<4s5I")
"""A table of names: 'CQDB', size, flags, byte order, count of names, and where the list of their places begins."""
COMMITTEE = b"scrub: CRFs that vote\n"
"""What a file of several models begins with (:mod:`~scrubber.detect.committee`)."""
_PACKED = b"\xfd7zXZ\0"
_MOST = 256 << 20
"""Bytes of an unpacked model; more is no model but a trap."""
_DROPPED = 42
"""Of the 52 binary digits of a weight: it stays right to a thousandth of itself, and the file gets a third smaller."""


def read_model(path: Path) -> bytes:
    """The bytes of a model's file, unpacked; CRFsuite's own files are read as they are.

    Raises:
        DataError: it cannot be read or unpacked.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from None
    if not data.startswith(_PACKED):
        return data
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        model = unpacker.decompress(data, _MOST)
    except lzma.LZMAError:
        raise DataError(f"{path}: not a CRF model (broken)") from None
    if not unpacker.eof:
        raise DataError(f"{path}: not a CRF model (cut short, or unpacks to more than {_MOST >> 20} MB)")
    return model


def write_model(path: Path, model: bytes) -> None:
    """Write a model's bytes, packed."""
    path.write_bytes(lzma.compress(model, lzma.FORMAT_XZ, preset=9 | lzma.PRESET_EXTREME))


def rounded(model: bytes) -> bytes:
    """A model with weights of fewer digits, which packs smaller.

    Raises:
        ValueError: these are no model's bytes.
    """
    data = bytearray(model)
    start = _header(model)[_FEATURES]
    kind, _, count = _LIST.unpack_from(data, start)
    if kind != b"FEAT":
        raise ValueError
    half, kept = 1 << (_DROPPED - 1), ~((1 << _DROPPED) - 1)
    for at in range(start + _LIST.size, start + _LIST.size + count * _WEIGHT.size, _WEIGHT.size):
        (bits,) = _WEIGHT.unpack_from(data, at)
        struct.pack_into("<Q", data, at + _WEIGHT.size - 8, (bits + half) & kept)
    return bytes(data)


def attributes(model: bytes) -> list[str]:
    """The names of a model's features (CRFsuite calls them attributes).

    Raises:
        ValueError: these are no model's bytes.
    """
    start = _header(model)[_ATTRIBUTES]
    try:
        kind, *_, count, places = _TABLE.unpack_from(model, start)
        if kind != b"CQDB":
            raise ValueError
        names = []
        for place in struct.unpack_from(f"<{count}I", model, start + places):
            at = start + place + 8  # behind the number of the name and the name's length
            end = at + int.from_bytes(model[at - 4 : at], "little") - 1  # a zero ends it
            names.append(model[at:end].decode())
    except struct.error as error:
        raise ValueError from error
    return names


def _header(model: bytes) -> tuple[Any, ...]:
    if len(model) < _HEADER.size or not model.startswith(b"lCRF"):
        raise ValueError
    return _HEADER.unpack_from(model)
