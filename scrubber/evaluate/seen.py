"""Marked notes as detection sees them: to learn from what it will read, and to count words as it counts them."""

from __future__ import annotations

from dataclasses import replace

from scrubber.evaluate.marks import Mark, MarkedNote
from scrubber.text.span import Span
from scrubber.text.view import view


def as_seen(note: MarkedNote) -> MarkedNote:
    """The view of a note, its marks where they lie there; one that marks nothing that is seen is left out."""
    shown = view(note.text)
    if shown.text == note.text:
        return note
    places = [(one.type, shown.all_forth([Span(*part, one.type, "", 0) for part in one.parts])) for one in note.marks]
    marks = (Mark(type_, tuple((span.start, span.end) for span in spans)) for type_, spans in places if spans)
    return replace(note, text=shown.text, marks=tuple(marks))
