"""Base64 attachments in messages: text is masked and put back, a known document too, anything else is taken out."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING

from scrubber.errors import NoteError
from scrubber.formats.nested import nested_format, scrub_nested
from scrubber.io.encoding import FALLBACK_ERRORS

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, FileNote

REMOVED = "embedded data that is neither text nor a document that can be masked was taken out"
_SPACE = re.compile(r"\s+")
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]{40,}={0,2}\s*")


def is_embedded(text: str) -> bool:
    """Whether a text, in a place where any text may stand, is base64 of a text or of a known document.

    Of anything else (a hash, a key, a picture) this cannot be told.
    """
    if not _BASE64.fullmatch(text):
        return False
    try:
        data = base64.b64decode(_SPACE.sub("", text), validate=True)
        if nested_format("", data) is not None:
            return True
        meant = data.decode()
    except (binascii.Error, ValueError):
        return False
    return any(map(str.isspace, meant)) and all(c.isprintable() or c.isspace() for c in meant)


def masked_base64(text: str, note: FileNote, context: FileContext, where: str) -> str:
    """Base64 data masked, as base64 without line ends; as it was if nothing changed, empty if it cannot be masked.

    Raises:
        NoteError: it is no base64.
    """
    try:
        data = base64.b64decode(_SPACE.sub("", text), validate=True)
    except (binascii.Error, ValueError):
        raise NoteError(f"{where}: data that should be base64 is not") from None
    new = masked_bytes(data, note, context, where)
    return text if new == data else base64.b64encode(new).decode("ascii")


def masked_bytes(data: bytes, note: FileNote, context: FileContext, where: str) -> bytes:
    """An attachment masked; empty, with a warning, if it cannot be."""
    format_ = nested_format("", data)
    if format_ is not None:
        try:
            new = scrub_nested(context, note, format_, data)
        except NoteError:
            return _removed(data, context)
        return data if context.keeps else new
    for codec in ("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8", "cp1252"):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if any(c < " " and c not in "\t\r\n\f\x0b" for c in text):
            break
        masked = note.text(text, where)
        return data if masked == text else masked.encode(codec, FALLBACK_ERRORS)
    return _removed(data, context)


def _removed(data: bytes, context: FileContext) -> bytes:
    context.warn(REMOVED)
    return data if context.keeps else b""
