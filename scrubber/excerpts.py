"""Excerpts of notes, to learn from: single lines as notes of their own.

A cell of a table, a field of a message, a line piped through by hand: much of what is read has no note around it. A
model that has seen whole notes only takes the want of a header, of neighbours and of a page for a sign of something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scrubber.evaluate.marks import Mark, MarkedNote

EVERY = 5
"""Of so many lines one is taken; which, goes round from note to note."""
_LEAST = 15
"""Characters of a line that is worth it."""
_LINE = re.compile(r"[^\n]+")


def excerpts(notes: Iterable[MarkedNote]) -> Iterator[MarkedNote]:
    """Every fifth line that is not too short, as a note without its surroundings; none by chance."""
    count = 0
    for note in sorted(notes, key=lambda note: note.name):
        for line in _LINE.finditer(note.text):
            text = line[0].strip()
            if len(text) < _LEAST:
                continue
            count += 1
            if count % EVERY == 0:
                yield _excerpt(note, line.start() + line[0].index(text[0]), len(text), count)


def _excerpt(note: MarkedNote, start: int, length: int, number: int) -> MarkedNote:
    end = start + length
    marks = []
    for mark in note.marks:
        parts = tuple((s - start, e - start) for s, e in mark.parts if start <= s and e <= end)
        if parts:
            marks.append(Mark(mark.type, parts))
    return MarkedNote(f"{note.name} {number}", note.text[start:end], tuple(marks))
