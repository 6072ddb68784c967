"""Whether what was marked holds in the masked notes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scrubber.errors import UsageError
from scrubber.refine.site import Mask
from scrubber.review.marks import MarkedPlaces, MarkedText, Marks


def refuse_other_run(out: Path, marks: Marks) -> None:
    """Refuse marks of notes that are not in the masked folder.

    Raises:
        UsageError: one is not there; says which.
    """
    for note in marks.notes:
        if not _file(out, note).is_file():
            raise UsageError(f"{out} has no '{note.place}', of which the marks are: are they of another run?")


def broken(out: Path, marks: Marks) -> Iterator[tuple[MarkedPlaces, MarkedText, str]]:
    """The marks that do not hold, with what is wrong: a missed text is there still, a wrong one is still masked.

    Raises:
        NoteError: a masked note cannot be read.
    """
    for note in marks.notes:
        text = _text(_file(out, note))
        yield from ((note, mark, "missed, and still there") for mark in note.missed if _stands(text, mark))
        yield from ((note, mark, "no PHI, and still masked") for mark in note.wrong if not _stands(text, mark))


def _file(out: Path, note: MarkedPlaces) -> Path:
    return out / note.place if out.is_dir() else out


def _text(path: Path) -> str:
    from scrubber.io.pieces import Reading
    from scrubber.io.source import open_note

    with open_note(path) as file:
        return "".join(piece.text for piece in Reading().of_file(file))


def _stands(text: str, mark: MarkedText) -> bool:
    """Whether a marked text stands in a masked note, as whole words."""
    return next(Mask(mark.type, "", text=mark.text).spans(text), None) is not None
