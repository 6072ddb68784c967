"""What scrub itself finds in marked notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrubber.evaluate.marks import Mark, MarkedNote, mark
from scrubber.pipeline import Scrubber
from scrubber.text.groups import grouped


def predictions(
    notes: Sequence[MarkedNote], scrubber: Scrubber, done: Callable[[], object] = lambda: None
) -> dict[str, tuple[Mark, ...]]:
    """What a scrubber finds in each note, by name; ``done`` is called after each."""
    result = {}
    for group in grouped(notes, lambda note: len(note.text)):
        scrubber.read_ahead(note.text for note in group)
        for note in group:
            spans = scrubber.note(name=note.name).find(note.text)
            result[note.name] = tuple(mark(span.type, span.start, span.end) for span in spans)
            done()
    return result
