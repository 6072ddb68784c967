"""What a PDF's streams unpack to, before anything is unpacked: bombs and cut-off data are found in the raw bytes."""

from __future__ import annotations

import re
import zlib

from scrubber.errors import NoteError

STREAM_BYTES = 64 * 1024 * 1024
IMAGE_BYTES = 1024 * 1024 * 1024
TOTAL_BYTES = 4 * 1024 * 1024 * 1024
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_TWICE = re.compile(rb"/Fl(?:ateDecode)?\s*/Fl(?:ateDecode)?\b|/LZW(?:Decode)?\s*/")
_FLATE = re.compile(rb"/Filter\s*(?:\[\s*)?/Fl(?:ateDecode)?\b")
_IMAGE = re.compile(rb"/Subtype\s*/Image\b")
_ENCRYPT = re.compile(rb"/Encrypt\s*(?:\d+\s+\d+\s+R|<<)")
_DICTIONARY_BYTES = 4096
_CHUNK = 1 << 16
_STEP = 1 << 22


def check_streams(data: bytes) -> None:
    """Look through a PDF's packed streams.

    Raises:
        NoteError: the file is encrypted, a stream unpacks to more than is allowed, or is damaged.
    """
    if _ENCRYPT.search(data):
        raise NoteError("encrypted")
    if _TWICE.search(data):
        raise NoteError("packs a stream twice: a bomb?")
    total = 0
    for match in _STREAM.finditer(data):
        about = data[max(0, match.start() - _DICTIONARY_BYTES) : match.start()]
        about = about[about.rfind(b" obj") + 1 :]
        if _FLATE.search(about):
            total += _unpacked(data, match.end(), IMAGE_BYTES if _IMAGE.search(about) else STREAM_BYTES)
        if total > TOTAL_BYTES:
            raise NoteError("unpacks to more than is allowed: a bomb?")


def _unpacked(data: bytes, start: int, limit: int) -> int:
    """How much a stream unpacks to. Nothing of it is held."""
    unpacker = zlib.decompressobj()
    size, at = 0, start
    rest = b""
    try:
        while not unpacker.eof:
            if not rest:
                rest = data[at : at + _CHUNK]
                at += len(rest)
            if not rest:
                raise NoteError("broken: a stream is cut off")
            size += len(unpacker.decompress(rest, _STEP))
            rest = unpacker.unconsumed_tail
            if size > limit:
                raise NoteError("unpacks to more than is allowed: a bomb?")
    except zlib.error as error:
        raise NoteError("broken: a stream cannot be unpacked") from error
    return size
