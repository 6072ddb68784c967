"""Mailboxes (mbox): messages one behind the other, each behind a line that begins with "From "."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.eml.file import masked_message
from scrubber.formats.signatures import MAILBOX_LINE
from scrubber.formats.whole import LARGEST

_BLANK = (b"", b"\n", b"\r\n")
_LINE_END = re.compile(rb"\r?\n$")
_FIRST_LINE = b"From MAILER-DAEMON Thu Jan  1 00:00:00 1970"
"""In the place of each message's own, which names its sender and the time of its arrival."""


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a mailbox with all PHI masked, one message after the other; each is a note.

    Raises:
        NoteError: it is none, or a message is broken, encrypted or too large.
    """
    for number, (first, message) in enumerate(_messages(source), 1):
        try:
            masked = masked_message(message, context, mailbox=True)
        except NoteError as error:
            context.leave_out(f"message {number}", error, first + message)
            continue
        line_end = b"\r\n" if first.endswith(b"\r\n") else b"\n"
        target.write(_FIRST_LINE + line_end + _LINE_END.sub(b"", masked) + line_end * 2)


def _messages(source: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    """Each message's first line and the bytes behind it."""
    first = source.readline(LARGEST)
    while first in (b"\n", b"\r\n"):
        first = source.readline(LARGEST)
    if not MAILBOX_LINE.match(first):
        raise NoteError("no mailbox: it does not begin with a line 'From ...'")
    lines: list[bytes] = []
    size, before = 0, b""
    while line := source.readline(LARGEST):
        if before in _BLANK and lines and MAILBOX_LINE.match(line):
            yield first, b"".join(lines[:-1])
            first, lines, size, before = line, [], 0, b""
            continue
        size += len(line)
        if size > LARGEST:
            raise NoteError(f"a mailbox: more than {LARGEST >> 20} MB in one message")
        lines.append(line)
        before = line
    yield first, b"".join(lines)
