"""Notes that are held out of training, to tell what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from scrubber.errors import DataError
from scrubber.evaluate.marks import MarkedNote


def apart(notes: Sequence[MarkedNote], every: int) -> tuple[list[MarkedNote], list[MarkedNote]]:
    """The notes to learn from, and of ``every`` so many in the order of their names the last, or the last of fewer.

    Raises:
        DataError: there is one note alone.
    """
    if len(notes) < 2:
        raise DataError("a single note cannot be learned from and held out: more are needed")
    ordered = sorted(notes, key=lambda note: note.name)
    every = min(every, len(ordered))
    held = ordered[every - 1 :: every]
    return [note for at, note in enumerate(ordered, 1) if at % every], held
