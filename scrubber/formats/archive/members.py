"""A file that lies packed in another: masked as it would be by itself, by its own format or as plain text."""

from __future__ import annotations

from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.registry import format_of
from scrubber.io.pieces import Reading

_PACKED = ("gzip", "zip")


def scrub_member(source: BinaryIO, name: str, target: Writable, context: FileContext) -> None:
    """Copy a packed file, masked.

    Raises:
        NoteError: it cannot be handled, or is packed itself.
    """
    format_ = format_of(source, name)
    if format_ is not None and format_.name in _PACKED:
        raise NoteError("packed files within packed files are not handled")
    with context.member(name):
        if format_ is None:
            _plain(source, target, context)
        else:
            format_.rewrite(source, target, context)


def _plain(source: BinaryIO, target: Writable, context: FileContext) -> None:
    note = None
    for piece in Reading(context.settings.encoding).of_file(source):
        if note is None:
            target.write(piece.encoding.bom)
        if note is None or piece.fresh:
            note = context.note(head=piece.text)
        target.write(piece.encoding.encode(note.text(piece.text, "text")))
