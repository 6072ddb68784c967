"""What a PDF's streams unpack to, before anything is unpacked: bombs and cut-off data are found in the raw bytes."""

from __future__ import annotations

import base64
import re
import zlib

from scrubber.errors import NoteError

STREAM_BYTES = 64 * 1024 * 1024
IMAGE_BYTES = 512 * 1024 * 1024
TOTAL_BYTES = 4 * 1024 * 1024 * 1024
RAW_BYTES = 1024 * 1024
"""Of a stream that is packed in an old way (LZW, run lengths), which unpack to thousands of times their size."""
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_FILTERS = re.compile(rb"/Filter\s*(?:\[([^\]]*)\]|/(\w+))")
_NAME = re.compile(rb"/(\w+)")
_FLATE, _LZW, _RUNS = (b"FlateDecode", b"Fl"), (b"LZWDecode", b"LZW"), (b"RunLengthDecode", b"RL")
_ASCII85, _HEX = (b"ASCII85Decode", b"A85"), (b"ASCIIHexDecode", b"AHx")
_IMAGE = re.compile(rb"/Subtype\s*/Image\b")
_ENCRYPT = re.compile(rb"/Encrypt\s*(?:\d+\s+\d+\s+R|<<)")
_DICTIONARY_BYTES = 4096
_CHUNK = 1 << 16
_STEP = 1 << 22


def check_streams(data: bytes) -> None:
    """Look through a PDF's packed streams. Those of an encrypted file are bounded by its budget alone.

    Raises:
        NoteError: a stream unpacks to more than is allowed, or is damaged.
    """
    if _ENCRYPT.search(data):
        return
    total = 0
    for match in _STREAM.finditer(data):
        about = data[max(0, match.start() - _DICTIONARY_BYTES) : match.start()]
        about = about[about.rfind(b" obj") + 1 :]
        total += _size(data, match.end(), _filters(about), image=_IMAGE.search(about) is not None)
        if total > TOTAL_BYTES:
            raise NoteError("unpacks to more than is allowed: a bomb?")


def _filters(about: bytes) -> list[bytes]:
    """How a stream is packed, the outermost first."""
    found = _FILTERS.search(about)
    return [] if found is None else [found[2]] if found[2] else _NAME.findall(found[1])


def _size(data: bytes, start: int, filters: list[bytes], *, image: bool) -> int:
    """What a stream unpacks to, or 0 where that is no more than it is."""
    packed = [name for name in filters if name in (*_FLATE, *_LZW, *_RUNS)]
    if len(packed) > 1:
        raise NoteError("packs a stream twice: a bomb?")
    if not packed:
        return 0
    if packed[0] in (*_LZW, *_RUNS):
        if not image and data.find(b"endstream", start, start + RAW_BYTES) < 0:
            raise NoteError("unpacks to more than is allowed: a bomb?")
        return 0
    limit = IMAGE_BYTES if image else STREAM_BYTES
    if filters[0] in (*_ASCII85, *_HEX):
        return _unpacked(_from_ascii(data, start, filters[0]), 0, limit)
    return _unpacked(data, start, limit) if filters[0] in _FLATE else 0


def _from_ascii(data: bytes, start: int, name: bytes) -> bytes:
    end = data.find(b"endstream", start)
    text = b"".join(data[start : len(data) if end < 0 else end].split())
    try:
        if name in _HEX:
            return bytes.fromhex(text.partition(b">")[0].decode("ascii"))
        return base64.a85decode(text.removeprefix(b"<~").partition(b"~>")[0])
    except ValueError as error:
        raise NoteError("broken: a stream cannot be unpacked") from error


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
