"""Documents that are read whole: within a limit, and as text."""

from __future__ import annotations

from typing import BinaryIO

from scrubber.errors import NoteError

LARGEST = 128 * 1024 * 1024
"""Bytes of a document that has to be in memory whole."""
HEAD = 4000
"""Characters of a document's beginning, by which its language and its patient are told."""


def read_whole(source: BinaryIO, what: str, limit: int) -> bytes:
    """All of it.

    Raises:
        NoteError: it is longer than the limit.
    """
    data = source.read(limit + 1)
    if len(data) > limit:
        raise NoteError(f"{what}: more than {limit >> 20} MB in one document")
    return data
