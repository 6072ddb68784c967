"""One note of a file at work: what is learned from one of its texts is known in the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from scrubber.formats.cells import Cell, Joined
from scrubber.formats.identifiers import hashed
from scrubber.formats.uids import is_uuid
from scrubber.io.cut import PIECE, pieces_of
from scrubber.mask.identity import PERSON_TYPES
from scrubber.policy import phi_types
from scrubber.refine.own_tags import outside_tags, tags_in
from scrubber.refine.resolve import resolve
from scrubber.text.span import Span

if TYPE_CHECKING:
    from scrubber.mask.keys import Key
    from scrubber.note import Note

_TITLES = re.compile(r"(?:(?:Mrs?|Ms|Miss|Mx|Dra?|Prof|Sir|Sra?|Srta|Mme|Mlle)\b\.?\s+)+", re.IGNORECASE)
"""Before a name; they are no part of it."""
_CELL = re.compile(r"[^\t]+")


class Mark(NamedTuple):
    """A stretch of a text (code points) and what stands in its place."""

    start: int
    end: int
    text: str


class File(Protocol):
    """The file that a note belongs to."""

    @property
    def key(self) -> Key:
        """What ids are derived from that have to agree from file to file."""

    @property
    def keeps(self) -> bool:
        """Whether texts are only looked at."""

    def masks(self, type_: str, value: str) -> bool:
        """Whether the policy masks a value of this type."""

    def operator(self, type_: str) -> str:
        """The name of what replaces values of a type."""

    def done(self, where: str, text: str, spans: Sequence[Span], replacements: Sequence[str]) -> None:
        """Count a text that has been looked at."""


class FileNote:
    """One note of a file: its texts are scrubbed one after another, and know of each other."""

    def __init__(self, file: File, note: Note) -> None:
        self._file = file
        self.note = note

    def text(self, text: str, where: str = "") -> str:
        """Free text, masked by detection. ``where``: its place in the file, for findings."""
        if not text.strip():
            return text
        return self._replace(text, self._find(text), where)

    def cell_marks(self, cells: Sequence[Cell]) -> list[list[Mark]]:
        """What has to be replaced in each value of a row, a record, a form: read together, behind their labels."""
        joined = Joined(cells)
        found = joined.clipped(self._find(joined.text)) if any(cell.value.strip() for cell in cells) else []
        replacements = self.note.replacements(joined.text, [span for _, span in found])
        shares: list[tuple[list[Span], list[str]]] = [([], []) for _ in cells]
        for (number, span), replacement in zip(found, replacements, strict=True):
            start = joined.ranges[number][0]
            shares[number][0].append(span.moved(-start))
            shares[number][1].append(replacement)
        return [
            self.field_marks(cell.value, "IDNUM", cell.where)
            if is_uuid(cell.value)
            else self._done(cell.value, *share, cell.where)
            for cell, share in zip(cells, shares, strict=True)
        ]

    def hash_marks(self, value: str, type_: str, where: str = "") -> list[Mark]:
        """The whole value, to be replaced by what links it to its other occurrences, in this file and in others."""
        bare = value.strip()
        if not bare or tags_in(bare) == [(0, len(bare))]:
            return []
        start = value.index(bare)
        span = Span(start, start + len(bare), type_, "column", 100)
        return self._done(value, [span], [hashed(type_, bare, self._file.key)], where)

    def field(self, value: str, type_: str, where: str = "") -> str:
        """A value known to be PHI of this type, masked whole as the policy says (kept where the policy keeps it)."""
        return self._replace(value, self._whole(value, type_), where)

    def marks(self, text: str, where: str = "") -> list[Mark]:
        """As :meth:`text`, for texts that are split over a file: what has to be replaced, sorted, without overlaps."""
        return self._marks(text, self._find(text), where) if text.strip() else []

    def field_marks(self, value: str, type_: str, where: str = "") -> list[Mark]:
        """As :meth:`field`, as what has to be replaced."""
        return self._marks(value, self._whole(value, type_), where)

    def part_marks(self, value: str, type_: str, person: str, where: str = "") -> list[Mark]:
        """As :meth:`field_marks`, for a part of a person's name: it belongs to that person and to no namesake."""
        spans, whole = self._whole(value, type_), self._whole(person, type_)
        made = self.note.replacements(person, whole)
        if self._file.operator(type_) == "tag" and len(spans) == len(made) == 1:
            return self._done(value, spans, made, where)  # an initial too is the person's
        return self._marks(value, spans, where)

    def masks(self, type_: str, value: str) -> bool:
        """Whether the policy masks a value of this type."""
        return self._file.masks(type_, value)

    def known_marks(self, text: str, where: str = "") -> list[Mark]:
        """Only what is known beforehand and tells, for codes and the like: they are not read, but may be misplaced."""
        note = self.note
        spans = (s for s in note.detection.packs.default.known.find(note.code(text)) if _tells(s, text))
        found = outside_tags(text, resolve(text, spans, phi_types()))
        return self._marks(text, [s for s in found if self.masks(s.type, text[s.start : s.end])], where)

    def introduce(self, value: str, type_: str) -> None:
        """Let a person's full name be known to the masking before its parts come one by one, each a field."""
        self.note.replacements(value, self._whole(value, type_))

    def _whole(self, value: str, type_: str) -> list[Span]:
        if type_ not in phi_types():
            raise ValueError(f"no type {type_}")
        start = len(value) - len(value.lstrip())
        end = len(value.rstrip())
        if type_ in PERSON_TYPES and (title := _TITLES.match(value, start, end)):
            start = title.end()
        spans = [Span(start, end, type_, "field", 100)] if start < end else []
        if spans and not self.masks(type_, value[start:end]):
            if self.note.left is not None:
                self.note.left.stands(value, spans)
            return []
        return list(outside_tags(value, spans))

    def _find(self, text: str) -> list[Span]:
        """As the note finds them; a long text is cut into pieces as a long file is. A number stands in one cell."""
        spans: list[Span] = []
        at = 0
        for piece in pieces_of(text) if len(text) > PIECE // 4 else [text]:
            spans += (_in_one_cell(s, piece).moved(at) for s in self.note.find(piece))
            at += len(piece)
        return spans

    def _marks(self, text: str, spans: list[Span], where: str) -> list[Mark]:
        return self._done(text, spans, self.note.replacements(text, spans), where)

    def _done(self, text: str, spans: Sequence[Span], replacements: Sequence[str], where: str) -> list[Mark]:
        self._file.done(where, text, spans, replacements)
        if self._file.keeps:
            return []
        return [Mark(s.start, s.end, new) for s, new in zip(spans, replacements, strict=True)]

    def _replace(self, text: str, spans: list[Span], where: str) -> str:
        return applied(text, self._marks(text, spans, where))


def _in_one_cell(span: Span, text: str) -> Span:
    """A span of digits that runs over the border of a table's cells, as far as it lies in the one with most of them."""
    if span.type in PERSON_TYPES or "\t" not in text[span.start : span.end]:
        return span
    cells = _CELL.finditer(text, span.start, span.end)
    sizes = [(sum(map(str.isdigit, cell[0])), -cell.start(), cell) for cell in cells]
    digits, _, cell = max(sizes, key=lambda size: size[:2])
    return span.at(*cell.span()) if digits else span


def _tells(span: Span, text: str) -> bool:
    """Whether a known value is long enough to be no code by chance."""
    return sum(map(str.isalnum, text[span.start : span.end])) >= (4 if span.type in PERSON_TYPES else 6)


def spread(marks: Iterable[Mark], ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, Mark]]:
    """Marks on a text by the pieces of it that they touch: a piece's number, and the mark as it lies in the piece.

    What replaces a stretch stands in the first of them.

    Args:
        marks, ranges: sorted. A range: where in the text a piece begins and ends; no two overlap.
    """
    waiting = iter(marks)
    mark = next(waiting, None)
    for number, (begin, end) in enumerate(ranges):
        while mark is not None and mark.start < end:
            if (start := max(mark.start, begin)) < (stop := min(mark.end, end)):
                yield number, Mark(start - begin, stop - begin, mark.text)
                mark = Mark(stop, mark.end, "")
            if mark.end > end:
                break
            mark = next(waiting, None)


def applied(text: str, marks: Sequence[Mark]) -> str:
    """The text with its marks' stretches replaced."""
    pieces: list[str] = []
    at = 0
    for mark in marks:
        pieces += (text[at : mark.start], mark.text)
        at = mark.end
    return "".join((*pieces, text[at:]))
