"""Marked notes as the learners see them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from scrubber.detect.cues import NONE, neighbours
from scrubber.evaluate.marks import IGNORE, MarkedNote
from scrubber.reading import Reading
from scrubber.tokens import Tokens


@dataclass(frozen=True)
class Learned:
    """A note as the learners see it."""

    reading: Reading
    labels: Sequence[str]
    candidates: Sequence[int]
    begun: Sequence[str]
    """The labels that tell where each mark begins."""
    half: int
    """Of the notes, 0 or 1: a copy or excerpt is in its note's."""


def labels(tokens: Tokens, note: MarkedNote, *, begun: bool = False) -> list[str]:
    """The type of each token, or ``O``; a token that a mark covers in part has the mark's type.

    With ``begun`` types have ``B-`` before them on the first token of a mark and ``I-`` on the others; IGNORE has not.
    """
    found = [NONE] * len(tokens)
    for mark in note.marks:
        prefix = "B-" if begun and mark.type != IGNORE else ""
        for start, end in mark.parts:
            first = bisect_left(tokens.starts, start)
            if first and tokens.end(first - 1) > start:
                first -= 1
            for i in range(first, bisect_left(tokens.starts, end)):
                found[i] = prefix + mark.type
                prefix = prefix and "I-"
    return found


def closure(note: Learned) -> list[int]:
    """The candidates, and the neighbours of those that are PHI, and theirs: what a good scorer will be asked about."""
    texts = note.reading.tokens.texts
    seen = set(note.candidates)
    waiting = [i for i in note.candidates if note.labels[i] != NONE]
    while waiting:
        for i in neighbours(texts, waiting.pop()):
            if i not in seen:
                seen.add(i)
                if note.labels[i] != NONE:
                    waiting.append(i)
    return sorted(seen)


def in_both_halves(notes: Sequence[Learned]) -> bool:
    """Whether there is something to learn in each half of the notes."""
    return len({n.half for n in notes for i in n.candidates if n.labels[i] not in (NONE, IGNORE)}) == 2
