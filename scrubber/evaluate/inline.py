"""Gold notes with marks in the text: ``Mr. [[PATIENT|Amara Osei]]``."""

from __future__ import annotations

import re

from scrubber.errors import NoteError
from scrubber.evaluate.marks import Mark, MarkedNote, by_line, in_order, mark

_MARK = re.compile(r"\[\[([A-Z][A-Z0-9_-]*)\|([^\[\]\r\n|]+)\]\]")
_LEFT_OVER = re.compile(r"\[\[[A-Z][A-Z0-9_-]*\|")
_UNFIT = re.compile(r"[\[\]|]")


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


def write_inline(note: MarkedNote) -> str:
    """The note's text with its marks in it; a mark over several lines becomes one a line.

    Raises:
        NoteError: the text holds signs that the format gives a meaning, or marks overlap.
    """
    text = note.text
    if "[[" in text or "]]" in text:
        raise NoteError(f"{note.name}: the text holds [[ or ]], which inline marks cannot express")
    pieces: list[str] = []
    at = 0
    for one in in_order(note.marks):
        for start, end in by_line(text, one.parts):
            if start < at:
                raise NoteError(f"{note.name}: marks overlap at offset {start}, which inline marks cannot express")
            if _UNFIT.search(text, start, end):
                raise NoteError(f"{note.name}: the mark at offset {start} holds a bracket or a bar")
            pieces += [text[at:start], f"[[{one.type}|{text[start:end]}]]"]
            at = end
    return "".join(pieces) + text[at:]
