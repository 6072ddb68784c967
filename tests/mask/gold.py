"""The notes that property tests mask: those of the shared development gold where it is at hand, else our own."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import MarkedNote
from scrubber.text.span import Span

_OWN = Path(__file__).parents[2] / "benchmarks" / "corpus" / "gold" / "dev"


@cache
def notes() -> tuple[MarkedNote, ...]:
    """At most 80 gold notes (``SCRUB_GOLD`` names another folder)."""
    folder = Path(os.environ.get("SCRUB_GOLD", _OWN))
    return tuple(read_gold(folder)[:80])


def spans(note: MarkedNote) -> list[Span]:
    """Its marks as spans in order."""
    marks = sorted(note.marks, key=lambda m: m.start)
    return [Span(m.start, m.end, m.type, "gold", 100) for m in marks]
