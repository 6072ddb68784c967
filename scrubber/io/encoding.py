"""Encodings: what a note's bytes are, so that they go out as they came in.

Without ``--encoding`` a note is UTF-8 (with or without BOM), UTF-16 with BOM, or cp1252 when it is not valid UTF-8.
Anything else is refused: a note that is guessed wrong would be searched in the wrong letters.
"""

from __future__ import annotations

import codecs
import unicodedata
from importlib import import_module
from typing import NamedTuple

from scrubber.errors import NoteError, UsageError
from scrubber.lazy_pattern import lazy_re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = ((b"%PDF-", "a PDF"), (b"PK\x03\x04", "a zip or Office file"), (b"\x1f\x8b", "gzip data: try zcat | scrub"))
_CONTROL = lazy_re(rb"[\x00-\x06\x0e-\x19\x7f]")
"""Bytes that no legacy 8-bit text holds; ESC, FS..US and Ctrl-Z do occur in messages and old exports."""

FALLBACK_ERRORS = "scrub-ascii"
SNIFF_BYTES = 3


class Encoding(NamedTuple):
    """How text becomes bytes: a Python codec without BOM, and the BOM that goes before it."""

    codec: str
    bom: bytes = b""
    automatic: bool = False
    """UTF-8 was assumed, so a piece that is not valid UTF-8 may be read as cp1252."""

    def encode(self, text: str) -> bytes:
        """The bytes of ``text``, without BOM.

        The note's own text always fits, since it came from this encoding. A replacement that does not fit loses its
        accents, and what then still does not fit becomes ``?``: better a plain surrogate than a note lost.
        """
        return text.encode(self.codec, FALLBACK_ERRORS)


UTF8 = Encoding("utf-8", automatic=True)
CP1252 = Encoding("cp1252")


def _plain_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unfit = unicodedata.normalize("NFKD", error.object[error.start : error.end])
    plain = "".join(c if c.isascii() else "?" for c in unfit if not unicodedata.combining(c))
    return plain, error.end


codecs.register_error(FALLBACK_ERRORS, _plain_ascii)


def sniff(head: bytes) -> Encoding:
    """The encoding that the first bytes of a note announce.

    Raises:
        NoteError: the bytes are those of a well-known binary format.
    """
    for magic, what in _MAGIC:
        if head.startswith(magic):
            raise NoteError(f"not text but {what}")
    for bom, codec in _BOMS:
        if head.startswith(bom):
            return Encoding(codec, bom)
    return UTF8


def named(name: str) -> Encoding:
    """The encoding for ``--encoding NAME``: UTF-8, UTF-16 or a single-byte code page.

    Raises:
        UsageError: Python knows no such encoding, or it does not map text to bytes one to one.
    """
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        raise UsageError(f"no encoding '{name}'") from None
    if codec in _UNICODE:
        return _UNICODE[codec]
    if not _is_code_page(codec):
        raise UsageError(f"encoding '{name}' is not supported: use UTF-8, UTF-16 or a single-byte code page")
    return Encoding(codec)


_UNICODE = {
    "utf-8": Encoding("utf-8"),
    "utf-8-sig": Encoding("utf-8", codecs.BOM_UTF8),
    "utf-16": Encoding("utf-16-le", codecs.BOM_UTF16_LE),
    "utf-16-le": Encoding("utf-16-le"),
    "utf-16-be": Encoding("utf-16-be"),
}


def _is_code_page(codec: str) -> bool:
    """Whether a byte is a character under this codec, and that character the same byte again."""
    try:
        module = import_module("encodings." + codec.replace("-", "_"))
    except ImportError:
        return False
    if not hasattr(module, "decoding_table") and codec not in {"ascii", "iso8859-1"}:
        return False
    known = [bytes([b]) for b in range(256)]
    texts = [(b, b.decode(codec, "ignore")) for b in known]
    return all(text.encode(codec) == b for b, text in texts if text)


def decode(data: bytes, encoding: Encoding) -> tuple[str, Encoding]:
    """The text of ``data`` (without BOM), and the encoding that turned out to be right.

    Raises:
        NoteError: the bytes are binary, or no text in this encoding.
    """
    try:
        text = data.decode(encoding.codec)
    except UnicodeDecodeError as error:
        if not encoding.automatic:
            raise NoteError(f"not valid {encoding.codec} (byte {error.start})") from None
        return check_cp1252(data), CP1252
    if "\0" in text:
        raise NoteError("binary data (a NUL)")
    return text, encoding


def check_cp1252(data: bytes) -> str:
    """The text of ``data`` as cp1252.

    Raises:
        NoteError: it holds bytes that no such text holds.
    """
    if _CONTROL.search(data):
        raise NoteError("binary data, or an unknown encoding (see --encoding)")
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        raise NoteError("neither UTF-8 nor cp1252 (see --encoding)") from None
