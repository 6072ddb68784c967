"""BGZF: gzip in blocks, as the tools for variants want it. Every gzip reader reads it."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubber.formats.context import Writable

_BLOCK = 65_280
_EMPTY = bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")
"""The block that ends a file."""


class BgzfWriter:
    """Compresses what is written to it. The bytes depend on the content alone: no names, no times."""

    def __init__(self, target: Writable) -> None:
        self._target = target
        self._waiting = bytearray()

    def write(self, data: bytes, /) -> None:
        """Append."""
        self._waiting += data
        while len(self._waiting) >= _BLOCK:
            self._block(bytes(self._waiting[:_BLOCK]))
            del self._waiting[:_BLOCK]

    def close(self) -> None:
        """Write what is left, and the end."""
        if self._waiting:
            self._block(bytes(self._waiting))
        self._target.write(_EMPTY)

    def _block(self, data: bytes) -> None:
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        body = packer.compress(data) + packer.flush()
        head = struct.pack("<4BI2BH2BHH", 31, 139, 8, 4, 0, 0, 255, 6, 66, 67, 2, len(body) + 25)
        self._target.write(head + body + struct.pack("<II", zlib.crc32(data), len(data)))
