"""Messages (EML, and web archives in the same form: MHT)."""

from __future__ import annotations

import email
import re
from email.generator import BytesGenerator
from email.message import Message
from email.policy import compat32
from io import BytesIO
from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, FileNote, Writable
from scrubber.formats.eml.bodies import part_text
from scrubber.formats.eml.headers import decoded, people
from scrubber.formats.eml.parts import Parts
from scrubber.formats.whole import HEAD, LARGEST, read_whole

MOST_PARTS = 2000
_FULL_NAME = re.compile(r"[^\W\d_][\w'’.-]*,?(?: [^\W\d_][\w'’.-]*)+")


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a message with all PHI masked: headers, text, and attachments through their own formats.

    Raises:
        NoteError: it is broken, encrypted or too large, or an attachment cannot be handled.
    """
    target.write(masked_message(read_whole(source, "a message", LARGEST), context))


def masked_message(data: bytes, context: FileContext, *, mailbox: bool = False) -> bytes:
    """One message's bytes, masked.

    Args:
        mailbox: it stands among others, where no line of its text may begin as a message does.

    Raises:
        NoteError: it is broken or encrypted, or an attachment cannot be handled.
    """
    if b"\x00" in data[:1024]:
        raise NoteError("no message: binary data")
    message = email.message_from_bytes(data, policy=compat32)
    _check(message)
    note = _note(context, message)
    Parts(context, note, message).scrub(message)
    return _bytes(message, "\r\n" if b"\r\n" in data else "\n", mailbox)


def _check(message: Message) -> None:
    if not message.keys():
        raise NoteError("no message: it does not begin with headers")
    for number, _ in enumerate(message.walk(), 1):
        if number > MOST_PARTS:
            raise NoteError(f"a message of more than {MOST_PARTS} parts")


def _note(context: FileContext, message: Message) -> FileNote:
    """The message as a note that knows whom the headers name."""
    known: dict[str, tuple[str, ...]] = {}
    for name, address in people(message):
        if _FULL_NAME.fullmatch(name):
            known["PATIENT"] = (*known.get("PATIENT", ()), name)
        if "@" in address:
            known["EMAIL"] = (*known.get("EMAIL", ()), address)
    subject = decoded(str(message.get("Subject", "")))
    return context.note(known=known or None, head=subject, whole=_beginning(message) or subject)


def _beginning(message: Message) -> str:
    """How the message's own text begins."""
    plain = (p for p in message.walk() if p.get_content_type() == "text/plain" and not p.get_filename())
    return next((part_text(part)[0][:HEAD] for part in plain), "")


def _bytes(message: Message, line_end: str, mailbox: bool) -> bytes:
    file = BytesIO()
    BytesGenerator(file, mangle_from_=mailbox, maxheaderlen=0, policy=compat32).flatten(message, linesep=line_end)
    return file.getvalue()
