"""brat standoff: a ``.txt`` with the text, and beside it an ``.ann`` with a line per entity.

``T1<TAB>PATIENT 4 14<TAB>Amara Osei``; discontinuous entities have several offset pairs (``4 9;15 20``). Relations,
attributes, events and notes are skipped.
"""

from __future__ import annotations

import re

from scrubber.errors import NoteError
from scrubber.evaluate.marks import Mark, MarkedNote, by_line, in_order, joined

_ENTITY = re.compile(r"T\d+\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t|$)")


def read_brat(name: str, text: str, annotations: str, lead: int = 0) -> MarkedNote:
    """The note with the entities of its ``.ann``.

    brat cuts an entity that runs over a line break in two; such pieces are joined again.

    Args:
        lead: what brat counts before the note's first character: 1 for a byte-order mark.

    Raises:
        NoteError: a line that is no entity, or offsets outside the text; the message gives the line.
    """
    marks: list[Mark] = []
    for number, line in enumerate(annotations.split("\n"), 1):
        if not line.startswith("T"):
            continue
        found = _ENTITY.match(line.rstrip("\r"))
        if found is None:
            raise NoteError(f"{name}: annotation line {number} is no brat entity")
        parts = [(int(s) - lead, int(e) - lead) for s, e in (pair.split() for pair in found[2].split(";"))]
        try:
            one = Mark(found[1], joined(text, parts))
        except ValueError:
            raise NoteError(f"{name}: annotation line {number} has impossible offsets") from None
        if one.end > len(text):
            raise NoteError(f"{name}: annotation line {number} points past the end of the text")
        marks.append(one)
    return MarkedNote(name, text, in_order(marks))


def write_brat(note: MarkedNote, lead: int = 0) -> str:
    """The ``.ann`` of a note, entities numbered in order of their position.

    Args:
        lead: as for :func:`read_brat`.
    """
    lines = []
    for number, one in enumerate(in_order(note.marks), 1):
        parts = by_line(note.text, one.parts)
        offsets = ";".join(f"{start + lead} {end + lead}" for start, end in parts)
        covered = " ".join(note.text[start:end] for start, end in parts)
        lines.append(f"T{number}\t{one.type} {offsets}\t{covered}\n")
    return "".join(lines)
