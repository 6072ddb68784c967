"""Searching an input piece by piece, as ``find``, ``check`` and Python do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scrubber.io.pieces import Piece

if TYPE_CHECKING:
    from scrubber.note import Note
    from scrubber.pipeline import Scrubber
    from scrubber.text.span import Span


def search(scrubber: Scrubber, pieces: Iterable[Piece], name: str) -> Iterator[tuple[Piece, Note, list[Span]]]:
    """Each piece of an input, the note that it belongs to, and what is to be masked in it."""
    note = scrubber.note(name=name)
    for piece in pieces:
        if piece.fresh:
            note = scrubber.note(name=name)
        yield piece, note, note.find(piece.text)
