"""What a page's bytes are: by its BOM, by what its <meta> says, else UTF-8 or cp1252."""

from __future__ import annotations

import codecs
import re

from scrubber.errors import NoteError
from scrubber.io.encoding import Encoding

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_META = re.compile(rb"<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_META_WITHIN = 4096
_LATIN = ("iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii")
"""These labels mean cp1252 to every browser."""


def decoded(data: bytes, asked: Encoding | None = None) -> tuple[str, str, bytes]:
    """A page's text, its codec, and its BOM.

    Raises:
        NoteError: its bytes are not what it or the user says.
    """
    for bom, codec in _BOMS:
        if data.startswith(bom):
            return _strict(data[len(bom) :], codec), codec, bom
    if asked is not None:
        return _strict(data, asked.codec), asked.codec, b""
    match = _META.search(data, 0, _META_WITHIN)
    for codec in (*([known(match[1].decode("ascii"))] if match else []), "utf-8", "cp1252"):
        try:
            return data.decode(codec), codec, b""
        except (UnicodeDecodeError, LookupError):
            continue
    raise NoteError("its bytes are in no encoding that it declares, nor UTF-8 or cp1252 (see --encoding)")


def encoded(text: str, codec: str, bom: bytes = b"") -> bytes:
    """The bytes of a page; a replacement that does not fit becomes character references."""
    return bom + text.encode(codec, "xmlcharrefreplace")


def known(label: str) -> str:
    """The codec that a page or message means by a label; UTF-8 for one that nobody knows."""
    if label.lower() in _LATIN:
        return "cp1252"
    if label.lower().startswith("utf-16"):
        return "utf-8"  # without a BOM it cannot be: the declaration itself was read as ASCII
    try:
        info = codecs.lookup(label)
    except LookupError:
        return "utf-8"
    return info.name if info._is_text_encoding else "utf-8"


def _strict(data: bytes, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise NoteError("its bytes are not in the encoding that it declares (see --encoding)") from error
