"""Gold notes with marks in the text: ``Mr. [[PATIENT|Amara Osei]]``."""

from __future__ import annotations

import re

from scrubber.errors import NoteError
from scrubber.evaluate.marks import Mark, MarkedNote, mark

_MARK = re.compile(r"\[\[([A-Z][A-Z0-9_-]*)\|([^\[\]\r\n|]+)\]\]")
_LEFT_OVER = re.compile(r"\[\[[A-Z][A-Z0-9_-]*\|")


def read_inline(name: str, marked: str) -> MarkedNote:
    """The note without its marks, and what they marked.

    Raises:
        NoteError: a mark that is nested, not closed or broken over a line; the message gives the line.
    """
    pieces: list[str] = []
    marks: list[Mark] = []
    size = at = 0
    for found in _MARK.finditer(marked):
        before = marked[at : found.start()]
        _refuse_broken_mark(name, marked, before, at)
        size += len(before)
        marks.append(mark(found[1], size, size + len(found[2])))
        pieces += [before, found[2]]
        size += len(found[2])
        at = found.end()
    _refuse_broken_mark(name, marked, marked[at:], at)
    return MarkedNote(name, "".join(pieces) + marked[at:], tuple(marks))


def _refuse_broken_mark(name: str, marked: str, text: str, offset: int) -> None:
    broken = _LEFT_OVER.search(text)
    if broken:
        line = marked.count("\n", 0, offset + broken.start()) + 1
        raise NoteError(f"{name}: line {line}: a mark is nested, not closed, or broken over a line")
