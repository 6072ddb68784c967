"""The rows of a table, whatever file they stand in: each is a note whose cells are treated as the plan says."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scrubber.formats.cells import Cell
from scrubber.formats.columns import Plan
from scrubber.formats.context import FileContext, FileNote, Mark
from scrubber.formats.person import Person, note_of
from scrubber.formats.quantities import is_searched
from scrubber.formats.settings import ACTIONS, HASH, KEEP, TEXT
from scrubber.text.groups import grouped

Value = str | None

MOST = 1024
"""Rows that detection looks through at once."""
_NAMED = 10
"""So many of the columns that are kept are told by name or number."""


class _Row(NamedTuple):
    """A row that is to be searched."""

    note: FileNote
    is_first: bool
    """No row before is of the same note."""
    filled: Sequence[int]
    """The numbers of the columns whose values are searched, and"""
    cells: Sequence[Cell]
    """these."""
    type: str
    """What all but the first cell of a form's row hold, if that says so."""


class Rows:
    """Takes rows in order, some at a time.

    Args:
        by_contents: each row is a note of its own, and what tells it from others without an id is not its number but
            what it holds: it is masked in the same way wherever it stands.
    """

    def __init__(self, context: FileContext, plan: Plan, *, by_contents: bool = False) -> None:
        self._by_contents = by_contents
        self._context = context
        self._plan = plan
        self._texts = plan.of(TEXT)
        self._hashed = plan.of(HASH)
        self._typed = [at for at, column in enumerate(plan.columns) if column.action not in ACTIONS]
        telling = bool(self._texts) or any(c.part in ("given", "family") for c in plan.columns)
        self._structured = [
            at
            for at, c in enumerate(plan.columns)
            if telling and (c.looked_for or (c.type and c.action not in (TEXT, KEEP)))
        ]
        self._note: FileNote | None = None
        self._last: FileNote | None = None
        """The note that was begun last."""
        self._id: Value = None

    @property
    def note(self) -> FileNote:
        """The note of the row whose marks came last."""
        assert self._note is not None, "no row yet"
        return self._note

    def warn(self) -> None:
        """Say what the user may not know of the plan: which columns are kept."""
        kept = [self._plan.columns[at].label for at in self._plan.of(KEEP)]
        if kept:
            of = f"{len(kept)} of {len(self._plan.columns)} columns"
            more = f" and {len(kept) - _NAMED} more" if len(kept) > _NAMED else ""
            self._context.warn(f"{of} are kept as they are ({', '.join(kept[:_NAMED])}{more}): see --column-action")

    def rows(self, rows: Iterable[tuple[int, Sequence[Value]]]) -> Iterator[list[list[Mark]]]:
        """What has to be replaced in each cell of some rows, in their order; ``None`` and "" are empty cells.

        Args:
            rows: each with its number, from 1, for findings.
        """
        for part in grouped(rows, _size, MOST):
            begun = [self._begun(values, number) for number, values in part]
            self._context.read_ahead((row.note, row.cells) for row in begun if row.is_first)
            for row, (number, values) in zip(begun, part, strict=True):
                self._note = row.note
                yield self._marks(row, values, number)

    def _begun(self, values: Sequence[Value], number: int) -> _Row:
        """A row with its note, and with the cells that are searched."""
        before = self._last
        note = self._last = self._note_of(values, number)
        columns, label = self._plan.columns, (self._plan.names and values[0]) or ""
        type_ = self._plan.names.type_of(label) if self._plan.names and label else ""
        filled = [at for at in self._texts if not type_ and is_searched(columns[at], values[at])]
        alone = len(self._texts) == 1
        cells = [
            Cell(
                "" if alone else (at and label) or columns[at].name,
                values[at] or "",
                f"row {number}, {columns[at].label}",
            )
            for at in filled
        ]
        return _Row(note, note is not before, filled, cells, type_)

    def _marks(self, row: _Row, values: Sequence[Value], number: int) -> list[list[Mark]]:
        columns, note = self._plan.columns, row.note
        marks: list[list[Mark]] = [[] for _ in columns]
        for at in self._typed:
            if value := values[at]:
                marks[at] = note.field_marks(value, columns[at].action, f"row {number}, {columns[at].label}")
        for at in self._hashed:
            if value := values[at]:
                marks[at] = note.hash_marks(value, columns[at].type, f"row {number}, {columns[at].label}")
        for at in range(1, len(values)) if row.type else ():
            if value := values[at]:
                marks[at] = note.field_marks(value, row.type, f"row {number}, {columns[at].label}")
        for at, found in zip(row.filled, note.cell_marks(row.cells) if row.cells else (), strict=True):
            marks[at] = found
        return marks

    def _note_of(self, values: Sequence[Value], number: int) -> FileNote:
        """The note that the row belongs to: its own, or that of the row before, which has the same id."""
        plan = self._plan
        id_ = None if plan.id is None else (values[plan.id] or "").strip() or None
        if self._last is not None and id_ is not None and id_ == self._id and not self._by_contents:
            return self._last
        self._id = id_
        part = id_ or (self._digest(values) if self._by_contents else str(number))
        patient = None if plan.patient is None else (values[plan.patient] or "").strip()
        texts = (values[at] or "" for at in self._texts)
        person = self._person(values)
        return note_of(self._context, person, texts, patient=patient, part=part, language=plan.language)

    def _digest(self, values: Sequence[Value]) -> str:
        return hashlib.sha256("\0".join(value or "" for value in values).encode("utf-8", "surrogatepass")).hexdigest()

    def _person(self, values: Sequence[Value]) -> Person:
        """What the row's structured columns say, to be found in its texts and to be one person's."""
        person = Person()
        for at in self._structured:
            column, value = self._plan.columns[at], values[at]
            if value:
                person.learn(column.type, column.part, value)
        return person


def _size(row: tuple[int, Sequence[Value]]) -> int:
    return sum(len(value) for value in row[1] if value)
