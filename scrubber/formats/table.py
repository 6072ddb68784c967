"""The rows of a table, whatever file they stand in: each is a note whose cells are treated as the plan says."""

from __future__ import annotations

from collections.abc import Sequence

from scrubber.formats.cells import Cell
from scrubber.formats.columns import Plan
from scrubber.formats.desk import Desk, DeskNote, Mark
from scrubber.formats.person import Person
from scrubber.formats.settings import ACTIONS, HASH, KEEP, TEXT

Value = str | None


class Rows:
    """Takes rows one by one, in order."""

    def __init__(self, desk: Desk, plan: Plan) -> None:
        self._desk = desk
        self._plan = plan
        self._texts = plan.of(TEXT)
        self._hashed = plan.of(HASH)
        self._typed = [at for at, column in enumerate(plan.columns) if column.action not in ACTIONS]
        self._structured = [at for at, c in enumerate(plan.columns) if c.type and c.action not in (TEXT, KEEP)]
        self._note: DeskNote | None = None
        self._id: Value = None

    @property
    def note(self) -> DeskNote:
        """The note of the row that was given last."""
        assert self._note is not None, "no row yet"
        return self._note

    def warn(self) -> None:
        """Say what the user may not know of the plan. Names of columns are not told: without a header they are data."""
        kept = len(self._plan.of(KEEP))
        if kept:
            self._desk.warn(f"{kept} of {len(self._plan.columns)} columns are kept as they are (see --column-action)")

    def row(self, values: Sequence[Value], number: int) -> list[list[Mark]]:
        """What has to be replaced in each cell of a row; ``None`` and "" are empty cells.

        Args:
            number: the row's, from 1, for findings.
        """
        columns = self._plan.columns
        note = self._note_of(values, number)
        marks: list[list[Mark]] = [[] for _ in columns]
        for at in self._typed:
            if value := values[at]:
                marks[at] = note.field_marks(value, columns[at].action, f"row {number}, {columns[at].label}")
        for at in self._hashed:
            if value := values[at]:
                marks[at] = note.hash_marks(value, columns[at].type, f"row {number}, {columns[at].label}")
        filled = [at for at in self._texts if values[at]]
        alone = len(self._texts) == 1
        cells = [
            Cell("" if alone else columns[at].name, values[at] or "", f"row {number}, {columns[at].label}")
            for at in filled
        ]
        for at, found in zip(filled, note.cell_marks(cells) if cells else (), strict=True):
            marks[at] = found
        return marks

    def _note_of(self, values: Sequence[Value], number: int) -> DeskNote:
        """The note that the row belongs to: its own, or that of the row before, which has the same id."""
        plan = self._plan
        id_ = None if plan.id is None else (values[plan.id] or "").strip() or None
        if self._note is not None and id_ is not None and id_ == self._id:
            return self._note
        self._id = id_
        person = self._person(values)
        patient = None if plan.patient is None else (values[plan.patient] or "").strip() or None
        if plan.patient is not None and patient is None:
            self._desk.warn("rows without a patient's id are masked as a patient's of their own")
            patient = f"{self._desk.place}#{id_ or number}"
        texts = (values[at] or "" for at in self._texts)
        head = "\n".join(texts) if patient is None and self._desk.asks_for_patient else ""
        self._note = self._desk.note(
            patient=patient, known=person.known, head=head, part=id_ or str(number), language=plan.language
        )
        for type_, name in person.people:
            self._note.introduce(name, type_)
        return self._note

    def _person(self, values: Sequence[Value]) -> Person:
        """What the row's structured columns say, to be found in its texts."""
        person = Person()
        for at in self._structured if self._texts else ():
            column, value = self._plan.columns[at], values[at]
            if value:
                person.learn(column.type, column.part, value)
        return person
