"""The bytes and the text of a message's parts, read and put back in the encodings that they have."""

from __future__ import annotations

import base64
import quopri
from email.errors import InvalidBase64LengthDefect
from email.message import Message

from scrubber.errors import NoteError
from scrubber.formats.html.charset import known

UNENCODED = frozenset(("7bit", "8bit", "binary"))
"""Transfer encodings that leave the bytes as they are."""
_READ = UNENCODED | {"base64", "quoted-printable", "x-uuencode", "uuencode", "uue", "x-uue"}


def transfer_encoding(part: Message) -> str:
    """How a part's bytes are written; ``binary`` where it does not say."""
    return str(part.get("Content-Transfer-Encoding", "")).strip().lower() or "binary"


def part_bytes(part: Message) -> bytes:
    """What a part holds, its transfer encoding undone.

    Raises:
        NoteError: it cannot be undone.
    """
    if transfer_encoding(part) not in _READ:
        raise NoteError("a part of the message has a transfer encoding that is not handled")
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        raise NoteError("broken: a part of the message has no content")
    if any(isinstance(defect, InvalidBase64LengthDefect) for defect in part.defects):
        raise NoteError("broken: a part of the message is no base64")
    return payload


def put_bytes(part: Message, data: bytes) -> None:
    """Give a part new content, in its own transfer encoding where that can hold it."""
    encoding = transfer_encoding(part)
    if encoding == "quoted-printable":
        part.set_payload(quopri.encodestring(data).decode("ascii"))
    elif encoding != "base64" and (data.isascii() or encoding in ("8bit", "binary")):
        part.set_payload(data.decode("ascii", "surrogateescape"))
    else:
        del part["Content-Transfer-Encoding"]
        part["Content-Transfer-Encoding"] = "base64"
        part.set_payload(base64.encodebytes(data).decode("ascii"))


def part_text(part: Message) -> tuple[str, str]:
    """A text part's text and its codec: what it says, else UTF-8 or cp1252."""
    data = part_bytes(part)
    for codec in (known(part.get_content_charset() or "utf-8"), "utf-8", "cp1252"):
        try:
            return data.decode(codec), codec
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def put_text(part: Message, text: str, codec: str) -> None:
    """Give a text part new text; in UTF-8 if its own encoding cannot hold it."""
    try:
        data = text.encode(codec)
    except UnicodeEncodeError:
        data = text.encode("utf-8")
        part.set_param("charset", "utf-8")
    put_bytes(part, data)
