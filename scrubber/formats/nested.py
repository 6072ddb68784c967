"""Files inside files: what is attached to a message or embedded in a document goes through its own format."""

from __future__ import annotations

from io import BytesIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, FileNote
from scrubber.formats.registry import Format, format_of

DEPTH = 4


def nested_format(name: str, data: bytes) -> Format | None:
    """The format of a file inside another; None: plain text, or nothing that is known.

    Raises:
        NoteError: its name and its first bytes contradict each other.
    """
    return format_of(BytesIO(data), name)


def scrub_nested(context: FileContext, note: FileNote, format_: Format, data: bytes) -> bytes:
    """A file inside another, masked; it belongs to the note that holds it.

    Raises:
        NoteError: it is broken or the like, or lies too deep.
    """
    whole = BytesIO()
    with context.inside(note) as depth:
        if depth > DEPTH:
            raise NoteError(f"holds files within files, more than {DEPTH} deep")
        format_.rewrite(BytesIO(data), whole, context)
    return whole.getvalue()
