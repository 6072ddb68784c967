"""What masking changed in one input: for the report of the run, and for the map that undoes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from scrubber.errors import NoteError
from scrubber.formats.spool import drain
from scrubber.io.differences import Edit, differences
from scrubber.io.encoding import Encoding
from scrubber.report.left import MOST_NOTES, Left
from scrubber.text.span import Span

if TYPE_CHECKING:
    from scrubber.note import Note

MOST_OFFSETS = 100_000
"""Spans per file whose offsets a report holds; the counts are always complete."""
MOST_UNDONE = 128 * 1024 * 1024
"""Bytes of a file that a map can give back: they are in memory until the file is done."""


class Wanted(NamedTuple):
    """What is to be recorded."""

    report: bool = False
    undo: bool = False

    def __bool__(self) -> bool:
        return self.report or self.undo


@dataclass(slots=True)
class FileChanges:
    """The changes of one file. Plain data, so that a worker can send it."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Spans by type and rule."""
    offsets: list[tuple[int, int, int, int, str, str]] = field(default_factory=list)
    """Start and end before, start and end after, type, rule; code points of the file without its BOM."""
    complete: bool = True
    """Whether every span has its offsets here."""
    edits: list[Edit] = field(default_factory=list)
    """Start and end in the output's bytes, and what stood there."""
    undone: int = 0
    """Bytes of what stood there."""
    sha256: str = ""
    """Of the output."""
    left: list[Left] = field(default_factory=list)
    """What each note leaves to be read."""
    notes: int = 0

    def undo(self, start: int, end: int, old: bytes) -> None:
        """One more edit.

        Raises:
            NoteError: the file has too many to be held.
        """
        self.undone += len(old)
        if self.undone > MOST_UNDONE:
            raise NoteError(f"too large for a map, which holds {MOST_UNDONE >> 20} MB of a file: split it")
        self.edits.append((start, end, old))

    def undo_by(self, source: BinaryIO, written: BinaryIO) -> None:
        """All edits of a file that is done, by comparing it with what it was made of.

        Raises:
            NoteError: as :meth:`undo`.
        """
        import hashlib

        for file in (source, written):
            file.seek(0)
        for edit in differences(source, written):
            self.undo(*edit)
        digest = hashlib.sha256()
        drain(written, digest.update)
        self.sha256 = digest.hexdigest()


class Recorder:
    """Follows a file through masking, piece by piece."""

    def __init__(self, wanted: Wanted, by_line: bool) -> None:
        import hashlib  # and OpenSSL with it, which a run without reports need not

        self.changes = FileChanges()
        self._wanted = wanted
        self._by_line = by_line
        self._digest = hashlib.sha256()
        self._spans: list[tuple[Span, str]] = []
        self._at = self._new_at = self._byte = 0

    def begin(self, note: Note) -> None:
        """A note begins."""
        note.record = self.spans
        self.changes.notes += 1
        if self._wanted.report and len(self.changes.left) < MOST_NOTES:
            note.left = Left(note.patient or "")
            self.changes.left.append(note.left)

    def spans(self, text: str, spans: Sequence[Span], replacements: Sequence[str]) -> None:
        """The spans of the piece at hand (or of one of its values) and what replaced them."""
        self._spans.extend(zip(spans, replacements, strict=True))

    def piece(self, text: str, masked: str, encoding: Encoding, bom: int, written: bytes) -> None:
        """A piece is done.

        Args:
            bom: bytes of the BOM that goes before it; written: what goes to the output for it, BOM included.
        """
        self._byte += bom
        if self._wanted.report:
            self._report()
        if self._wanted.undo:
            self._undo(text, masked, encoding)
            self._digest.update(written)
        self._at += len(text)
        self._new_at += len(masked)
        self._spans.clear()

    def finish(self) -> FileChanges:
        """Everything recorded."""
        self.changes.sha256 = self._digest.hexdigest() if self._wanted.undo else ""
        return self.changes

    def _report(self) -> None:
        changes = self.changes
        moved = self._new_at - self._at
        for span, replacement in self._spans:
            changes.counts[span.type, span.source] += 1
            if self._by_line or len(changes.offsets) >= MOST_OFFSETS:
                changes.complete = False  # a value's offsets say nothing of the file's
                continue
            start, end = self._at + span.start, self._at + span.end
            new = start + moved
            changes.offsets.append((start, end, new, new + len(replacement), span.type, span.source))
            moved += len(replacement) - (end - start)

    def _undo(self, text: str, masked: str, encoding: Encoding) -> None:
        if self._by_line:
            old, new = encoding.encode(text), encoding.encode(masked)
            if old != new:
                self.changes.undo(self._byte, self._byte + len(new), old)
            self._byte += len(new)
            return
        at = 0
        for span, replacement in self._spans:
            self._byte += len(encoding.encode(text[at : span.start]))
            size = len(encoding.encode(replacement))
            self.changes.undo(self._byte, self._byte + size, encoding.encode(text[span.start : span.end]))
            self._byte += size
            at = span.end
        self._byte += len(encoding.encode(text[at:]))


class SpanCounts:
    """Counts what is masked in a file whose texts have no offsets of their own (a table, a document)."""

    def __init__(self) -> None:
        self.changes = FileChanges(complete=False)

    def add(self, where: str, text: str, spans: Sequence[Span], replacements: Sequence[str]) -> None:
        """A text of the file has been looked at."""
        self.changes.counts.update((span.type, span.source) for span in spans)
