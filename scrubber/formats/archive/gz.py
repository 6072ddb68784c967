"""gzip: the file inside is masked and packed again; the header's name and time are left out."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from scrubber.errors import NoteError
from scrubber.formats.archive.members import scrub_member
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.packages import check_size
from scrubber.formats.spool import fill, spool

UNPACKED = 4 * 1024 * 1024 * 1024
"""Bytes: what unpacks to more is refused."""
_CHUNK = 1024 * 1024


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a packed file, masked.

    Raises:
        NoteError: it is broken, unpacks to more than is allowed, or what is packed cannot be handled.
    """
    name = context.name[:-3] if context.name.lower().endswith(".gz") else context.name
    with spool() as unpacked:
        fill(unpacked, _chunks(source))
        with gzip.GzipFile("", "wb", fileobj=cast("BinaryIO", target), mtime=0) as packed:
            scrub_member(unpacked, name, packed, context)


def _chunks(source: BinaryIO) -> Iterator[bytes]:
    size = 0
    try:
        with gzip.GzipFile(fileobj=source, mode="rb") as unpacked:
            while data := unpacked.read(_CHUNK):
                size += len(data)
                check_size(size, source.tell(), UNPACKED)
                yield data
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise NoteError("broken gzip data") from None
