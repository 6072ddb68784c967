"""A file of messages, read one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.hl7.fieldmap import field_map
from scrubber.formats.hl7.message import masked_message
from scrubber.io.encoding import FALLBACK_ERRORS, check_cp1252

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, Writable
    from scrubber.formats.hl7.fieldmap import FieldMap

LONGEST = 64 * 1024 * 1024
"""Bytes of one message; embedded documents can make them long."""
_CHUNK = 1024 * 1024
_BEGIN = re.compile(rb"(?:\A|(?<=[\r\n\x0b\x1c]))(?:MSH|FHS|BHS)(?=[^A-Za-z0-9\s])")
_FRAME = b"\r\n\x0b\x1c\x1a"
_BOM = b"\xef\xbb\xbf"


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Mask a file of messages, one note a message (and patient).

    Raises:
        NoteError: it does not begin with a header segment, its text is in no known encoding, or a message is too long.
    """
    map_ = field_map(context.settings.maps)
    for number, data in enumerate(messages(source)):
        context.progress(source.tell())
        try:
            target.write(_masked(data, context, map_))
        except NoteError as error:
            context.leave_out(f"message {number}", error, data)


def _masked(data: bytes, context: FileContext, map_: FieldMap) -> bytes:
    """A message, or what stands before the first one, masked."""
    if not _BEGIN.match(data):
        if data.removeprefix(_BOM).strip(_FRAME):
            raise NoteError("HL7: something stands before the first message")
        return data
    text, codec = _decoded(data)
    return masked_message(text, context, map_).encode(codec, FALLBACK_ERRORS)


def messages(source: BinaryIO) -> Iterator[bytes]:
    """What stands before the first message (frame bytes or a BOM, mostly), then every message with what follows it.

    Raises:
        NoteError: there is none, or one is longer than :data:`LONGEST`.
    """
    data = b""
    at_start = True
    while chunk := source.read(_CHUNK):
        data += chunk
        begins = [match.start() for match in _BEGIN.finditer(data, len(_BOM) if data.startswith(_BOM) else 0)]
        if at_start and data.startswith(_BOM) and _BEGIN.match(data[len(_BOM) :]):
            begins.insert(0, len(_BOM))
        if at_start and begins:
            yield data[: begins[0]]
            data, begins = data[begins[0] :], [b - begins[0] for b in begins]
            at_start = False
        for start, end in pairwise(begins):
            yield data[start:end]
        if len(begins) > 1:
            data = data[begins[-1] :]
        if len(data) > LONGEST:
            raise NoteError(f"HL7: a message of more than {LONGEST} bytes")
    if at_start:
        raise NoteError("HL7: no message begins here (MSH, FHS or BHS at the start of a line)")
    yield data


def _decoded(data: bytes) -> tuple[str, str]:
    """The text and its codec: UTF-8 where that fits, else what MSH-18 says, else cp1252."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        codec = _declared(data)
        return (data.decode(codec), codec) if codec else (check_cp1252(data), "cp1252")
    if "\0" in text:
        raise NoteError("binary data (a NUL)")
    if "\x1b" in text:
        raise NoteError("HL7: character sets that are switched by escape sequences are not handled")
    return text, "utf-8"


def _declared(data: bytes) -> str:
    fields = re.split(rb"[\r\n]", data, maxsplit=1)[0].split(data[3:4])
    name = fields[17].decode("ascii", "replace").upper() if data.startswith(b"MSH") and len(fields) > 17 else ""
    part = re.match(r"8859/(\d+)", name)
    if part and part[1] != "12":
        return f"iso8859-{part[1]}"
    if name and not name.startswith("ASCII"):
        raise NoteError("HL7: the character set that MSH-18 declares is not handled, or not the message's")
    return ""
