"""Realistic notes of any volume and PHI density, made from the marked corpus.

Every line of the corpus becomes a template: its marks are slots by type. A made note takes the lines of one corpus note
in their order, fills every slot with what stood in a slot of that type anywhere, and adds lines without PHI from other
notes (or leaves out lines with PHI) until the density is right. Seeded: the same arguments give the same notes.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from scrubber.evaluate.gold import read_gold

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "benchmarks" / "corpus"
ORDINARY = 5.0
"""PHI spans per KB of ordinary hospital text."""
DENSE = 20.0
"""PHI spans per KB of the project's development notes, about."""
_SLOT = re.compile("\x00(\\d+)\x00")


@dataclass(frozen=True, slots=True)
class _Line:
    parts: tuple[str, ...]
    """Text, type, text, type, …, text."""

    @property
    def slots(self) -> int:
        return len(self.parts) // 2


@lru_cache(maxsize=4)
def _templates(corpus: Path) -> tuple[list[list[_Line]], list[_Line], dict[str, list[str]]]:
    """Notes as lines, the lines without PHI, and what fills the slots of a type."""
    notes: list[list[_Line]] = []
    fillers: dict[str, list[str]] = defaultdict(list)
    for note in read_gold(corpus):
        pieces, at = [], 0
        for number, mark in enumerate(marks := sorted(note.marks, key=lambda m: m.start)):
            if mark.start < at:
                continue
            fillers[mark.type].append(" ".join(note.text[mark.start : mark.end].split()))
            pieces += [note.text[at : mark.start], f"\x00{number}\x00"]
            at = mark.end
        whole = "".join([*pieces, note.text[at:]])
        lines = []
        for line in whole.split("\n"):
            found = _SLOT.split(line)
            found[1::2] = [marks[int(number)].type for number in found[1::2]]
            lines.append(_Line(tuple(found)))
        notes.append(lines)
    plain = [line for lines in notes for line in lines if not line.slots and line.parts[0].strip()]
    return notes, plain, fillers


def make_notes(seed: int = 1, density: float = ORDINARY, corpus: Path = CORPUS) -> Iterator[str]:
    """Notes without end, of about ``density`` PHI spans per KB (of 1,000 characters)."""
    notes, plain, fillers = _templates(corpus)
    rng = random.Random(seed)
    while True:
        lines: list[str] = []
        size = spans = 0
        for line in rng.choice(notes):
            if line.slots and density <= 0:
                continue
            if line.slots:
                # what is above the density is made up for with lines of other notes
                while (spans + line.slots) * 1000 > density * (size + 1000):
                    filler = rng.choice(plain).parts[0]
                    lines.append(filler)
                    size += len(filler) + 1
            text = "".join(rng.choice(fillers[p]) if i % 2 else p for i, p in enumerate(line.parts))
            if not line.slots and density >= DENSE and text.strip() and spans * 1000 < density * size:
                continue
            lines.append(text)
            size += len(text) + 1
            spans += line.slots
        if size > 200:
            yield "\n".join(lines) + "\n"


def volume(size: int, seed: int = 1, density: float = ORDINARY) -> list[str]:
    """Notes of ``size`` characters altogether, the last one cut."""
    notes: list[str] = []
    left = size
    for note in make_notes(seed, density):
        notes.append(note[:left])
        left -= len(note)
        if left <= 0:
            return notes
    raise AssertionError("endless")
