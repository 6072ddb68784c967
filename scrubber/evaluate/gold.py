"""Reading a folder or file of gold notes, whatever its format, and a file of predictions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from scrubber.errors import DataError, NoteError, UsageError
from scrubber.evaluate.brat import read_brat
from scrubber.evaluate.i2b2 import read_i2b2
from scrubber.evaluate.inline import read_inline
from scrubber.evaluate.marks import Mark, MarkedNote, in_order, mark

_ENDINGS = {".txt", ".xml", ".jsonl"}
_BOM = "\ufeff"


def read_gold(place: Path) -> list[MarkedNote]:
    """The notes of a file or of a folder and all below it, sorted by path.

    ``.xml`` is i2b2 2014; ``.txt`` beside an ``.ann`` is brat, other ``.txt`` hold inline marks; ``.jsonl`` holds a
    note a line: its text and spans (as the review page saves it), or as ``marked`` its text with inline marks.

    Raises:
        UsageError: nothing there to read. NoteError, DataError: a file that does not hold what it should.
    """
    if not place.exists():
        raise UsageError(f"no such gold file or folder: {place}")
    root = place if place.is_dir() else place.parent
    files = sorted(p for p in place.rglob("*") if p.suffix in _ENDINGS and p.is_file()) if place.is_dir() else [place]
    notes = [note for path in files for note in _read_file(path, path.relative_to(root).with_suffix("").as_posix())]
    if not notes:
        raise UsageError(f"no gold notes (.txt, .ann, .xml, .jsonl) in {place}")
    return notes


def refuse_unmarked(notes: Iterable[MarkedNote]) -> None:
    """Refuse notes in which nothing at all is marked: nothing can be learned from them or measured by them.

    Raises:
        UsageError: there is no mark in any of them.
    """
    if not any(note.marks for note in notes):
        raise UsageError("no note has a mark: GOLD needs notes whose PHI is marked, as in [[Okafor]]")


def _read_file(path: Path, name: str) -> Iterator[MarkedNote]:
    raw = _text(path)
    text = raw.removeprefix(_BOM)
    if path.suffix == ".jsonl":
        yield from (_note_of_record(path, number, record) for number, record in _records(path, text))
    elif path.suffix == ".xml":
        yield read_i2b2(name, text)
    elif path.with_suffix(".ann").is_file():
        annotations = _text(path.with_suffix(".ann")).removeprefix(_BOM)
        yield read_brat(name, text, annotations, len(raw) - len(text))
    else:
        yield read_inline(name, text)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise NoteError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise NoteError(f"{path}: not UTF-8 at byte {error.start}") from None


def _records(path: Path, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise DataError(f"{path}: line {number}: no JSON at column {error.colno}") from None
        if not isinstance(record, dict):
            raise DataError(f"{path}: line {number}: not an object with a path and spans")
        yield number, record


def _note_of_record(path: Path, number: int, record: Mapping[str, Any]) -> MarkedNote:
    if isinstance(record.get("marked"), str):
        return read_inline(_name(path, number, record), record["marked"])
    text = record.get("text")
    if not isinstance(text, str):
        raise DataError(f"{path}: line {number}: gold in JSON lines needs each note's text")
    marks = _marks(path, number, record)
    if any(m.end > len(text) for m in marks):
        raise DataError(f"{path}: line {number}: a span points past the end of the text")
    return MarkedNote(_name(path, number, record), text, marks)


def _name(path: Path, number: int, record: Mapping[str, Any]) -> str:
    name = record.get("doc") or record.get("path")
    if not isinstance(name, str) or not name:
        raise DataError(f"{path}: line {number}: neither 'path' nor 'doc' names the note")
    return name if "doc" in record else Path(name).with_suffix("").as_posix()


def _marks(path: Path, number: int, record: Mapping[str, Any]) -> tuple[Mark, ...]:
    """Spans as objects with start, end and type, or as lists in that order."""
    try:
        rows = [(s["start"], s["end"], s["type"]) if isinstance(s, dict) else s[:3] for s in record["spans"]]
        return in_order(mark(str(type_), int(start), int(end)) for start, end, type_ in rows)
    except (KeyError, TypeError, ValueError):
        raise DataError(f"{path}: line {number}: 'spans' are not start, end and type each") from None


def read_predictions(path: Path) -> dict[str, tuple[Mark, ...]]:
    """The spans by note of a file of JSON lines, as ``scrub find --format jsonl`` prints it.

    Raises:
        UsageError: no such file. DataError: a line that holds something else, or a note twice.
    """
    if not path.is_file():
        raise UsageError(f"no such prediction file: {path}")
    found: dict[str, tuple[Mark, ...]] = {}
    for number, record in _records(path, _text(path).removeprefix(_BOM)):
        name = _name(path, number, record)
        if name in found:
            raise DataError(f"{path}: line {number}: this note stands in an earlier line too")
        found[name] = _marks(path, number, record)
    return found


def matched(
    notes: Iterable[MarkedNote], predictions: Mapping[str, tuple[Mark, ...]], folder: str = ""
) -> tuple[dict[str, tuple[Mark, ...]], list[str]]:
    """The predictions under the gold notes' names, and the names of notes without any.

    A prediction belongs to a note by its path, by ``folder-stem`` (``folder`` is the gold folder's name, for notes that
    lie in it directly), or by its stem where only one prediction has it.

    Raises:
        UsageError: none belongs to any note.
    """
    by_stem = _by_unique_stem(predictions)
    paired: dict[str, tuple[Mark, ...]] = {}
    missing: list[str] = []
    for note in notes:
        parent, _, stem = note.name.rpartition("/")
        keys = (note.name, f"{parent.rpartition('/')[2] or folder}-{stem}", stem)
        hit = next((source[key] for key in keys for source in (predictions, by_stem) if key in source), None)
        if hit is None:
            missing.append(note.name)
        else:
            paired[note.name] = hit
    if not paired:
        raise UsageError("no prediction bears the name of a gold note")
    return paired, missing


def _by_unique_stem(predictions: Mapping[str, tuple[Mark, ...]]) -> dict[str, tuple[Mark, ...]]:
    count = Counter(Path(name).name for name in predictions)
    return {Path(name).name: marks for name, marks in predictions.items() if count[Path(name).name] == 1}
