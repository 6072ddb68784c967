"""A sheet: its first row of texts names its columns, and every row below is a note."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, groupby, pairwise
from typing import Any

from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.comments import Comment
from openpyxl.utils import get_column_letter

from scrubber.formats.columns import make_plan, matches, on_side
from scrubber.formats.context import FileContext, FileNote, Mark, applied, spread
from scrubber.formats.csv.header import header_marks
from scrubber.formats.links import has_scheme, scrub_link
from scrubber.formats.settings import ACTIONS, DROP, HASH, KEEP, TEXT, FormatSettings
from scrubber.formats.table import Rows
from scrubber.formats.xlsx.formulas import links_out, masked_formula

LEAST_NAMES = 2
"""Cells that a row must have to be taken for a header."""


class Sheet:
    """One sheet of a workbook.

    Args:
        number: from 1; renamed: sheets and defined names that have got other names.
    """

    def __init__(self, cells: Any, number: int, context: FileContext, renamed: Mapping[str, str]) -> None:
        self.cells = cells
        self.number = number
        self._context = context
        self._renamed = renamed
        self._lines = [(row, list(group)) for row, group in groupby(sorted(cells._cells), key=lambda at: at[0])]
        self._width = max((column for _, column in cells._cells), default=0)
        self._side = on_side(map(self._line_texts, self._lines), context.settings)
        self._head = self._header_row() if context.settings.header and not self._side else 0
        self.names = [self._name(column) for column in range(1, self._width + 1)]
        """What its columns are called: by the header, else A, B, C…"""

    def scrub(self, values: Any = None) -> None:
        """Mask its cells, their comments and links. ``values``: the sheet with computed values, if needed."""
        settings = _settings_here(self.names, self._context.settings)
        plan = make_plan(self.names, replace(settings, header=bool(self._head)))
        columns = tuple(replace(c, label=f"column {get_column_letter(at)}") for at, c in enumerate(plan.columns, 1))
        language = self._context.language_of(self._texts())
        rows = Rows(self._context, replace(plan, columns=columns, language=language, names=self._side))
        if self._head:
            rows.warn()
        self._plan = plan
        lines = [(row, [self.cells._cells[place] for place in places]) for row, places in self._lines]
        for row, cells in lines:
            if row <= self._head:
                self._above(cells, row)
        data = [(row, cells) for row, cells in lines if row > self._head]
        plain = [self._plain(cells, values) for _, cells in data]
        found = rows.rows((row, self._as_texts(own)) for (row, _), own in zip(data, plain, strict=True))
        for (row, cells), own, marks in zip(data, plain, found, strict=True):
            self._row(rows.note, cells, own, row, marks)

    def _texts(self) -> Iterator[str]:
        for row, places in self._lines:
            for at in places if row > self._head else ():
                if isinstance(value := self.cells._cells[at].value, str | CellRichText):
                    yield str(value)

    def _line_texts(self, line: tuple[int, Sequence[tuple[int, int]]]) -> list[str | None]:
        """The values of a row, from its first column on."""
        values = {column: self.cells._cells[row, column].value for row, column in line[1]}
        return [None if (value := values.get(at)) is None else str(value) for at in range(1, self._width + 1)]

    def _header_row(self) -> int:
        """The number of the row that names the columns: the first with several cells, if all of them are texts."""
        for row, places in self._lines:
            filled = [self.cells._cells[at] for at in places if self.cells._cells[at].value not in (None, "")]
            if len(filled) >= LEAST_NAMES:
                return row if all(isinstance(c.value, str) and c.data_type != "f" for c in filled) else 0
        return 0

    def _name(self, column: int) -> str:
        cell = self.cells._cells.get((self._head, column)) if self._head else None
        return str(cell.value) if cell is not None and cell.value else get_column_letter(column)

    def _above(self, cells: Sequence[Any], row: int) -> None:
        """The header, and what stands above it."""
        patient = f"{self._context.place}#{self.number}"
        note = self._context.uncounted_note(patient=patient, part=f"{self.number}, head {row}")
        marks = header_marks(self.names, self._plan, self._context) if row == self._head else []
        for cell in cells:
            where = self._where(row, cell.column)
            if cell.value is not None and row == self._head and cell.data_type != "f":
                _put(cell, marks[cell.column - 1])
            elif cell.value is not None:
                self._single(cell, note, TEXT, "", where)
            self._attached(cell, note, where)

    def _plain(self, cells: Sequence[Any], values: Any) -> list[Any]:
        """The cells of a row that are masked as values, a formula that leads out of the file by what it came to."""
        plain: list[Any] = []
        for cell in cells:
            if cell.data_type == "f" and values is not None and links_out(cell.value):
                cell.value = values.cell(cell.row, cell.column).value
            if cell.value is None or cell.data_type in ("b", "e", "f") or isinstance(cell.value, datetime.time):
                continue
            typed = self._side or self._plan.columns[cell.column - 1].action != TEXT
            if typed or isinstance(cell.value, str | CellRichText):
                plain.append(cell)
        return plain

    def _as_texts(self, cells: Sequence[Any]) -> list[str | None]:
        """A row's values as the rows' code takes them."""
        texts: list[str | None] = [None] * self._width
        for cell in cells:
            texts[cell.column - 1] = _as_text(cell.value)
        return texts

    def _row(self, note: FileNote, cells: Sequence[Any], plain: Sequence[Any], row: int, marks: Any) -> None:
        """A row of data."""
        for cell in plain:
            _put(cell, marks[cell.column - 1])
        for cell in cells:
            column = self._plan.columns[cell.column - 1]
            where = self._where(row, cell.column)
            if column.action == DROP:
                cell.value = None if not self._context.keeps else cell.value
            elif cell not in plain and cell.value is not None:
                self._single(cell, note, column.action, column.type, where)
            self._attached(cell, note, where)

    def _single(self, cell: Any, note: FileNote, action: str, type_: str, where: str) -> None:
        """A formula, a date, or a cell above the header."""
        if cell.data_type == "f":
            mask = _masker(note, action, type_, where)
            cell.value = masked_formula(cell.value, mask, self._renamed)
        elif action == TEXT and isinstance(cell.value, datetime.date):
            _put(cell, note.field_marks(_as_text(cell.value), "DATE", where))
        elif isinstance(cell.value, str | CellRichText):
            _put(cell, note.marks(str(cell.value), where))

    def _attached(self, cell: Any, note: FileNote, where: str) -> None:
        """A cell's comment and link."""
        if (comment := getattr(cell, "comment", None)) is not None:
            text = note.text(comment.text, f"{where}, comment")
            author = note.field(comment.author or "", "DOCTOR", f"{where}, comment")
            cell.comment = Comment(text, author, comment.height, comment.width)
        if (link := getattr(cell, "hyperlink", None)) is not None:
            if link.target:
                link.target = scrub_link(note, link.target, f"{where}, link")
            for name in ("tooltip", "display", "location"):
                if value := getattr(link, name):
                    setattr(link, name, self._of_link(value, name, note, f"{where}, link"))

    def _of_link(self, value: str, name: str, note: FileNote, where: str) -> str:
        sheet, mark, place = value.rpartition("!")
        bare = sheet.strip("'").replace("''", "'")
        if name == "location" and mark and bare in self._renamed:
            return f"{self._renamed[bare]}!{place}"
        return note.text(value, where)

    def _where(self, row: int, column: int) -> str:
        return f"sheet {self.number}, row {row}, column {get_column_letter(column)}"


def _settings_here(names: Sequence[str], settings: FormatSettings) -> FormatSettings:
    """The settings as far as the columns are in this sheet; a sheet without columns of notes is text throughout."""
    here = tuple(wanted for wanted in settings.columns if any(matches(name, wanted) for name in names))
    patient = settings.patient_column if any(matches(name, settings.patient_column) for name in names) else ""
    id_ = settings.id_column if any(matches(name, settings.id_column) for name in names) else ""
    actions = {w: a for w, a in settings.column_actions.items() if any(matches(name, w) for name in names)}
    return replace(settings, columns=here, patient_column=patient, id_column=id_, column_actions=actions)


def _masker(note: FileNote, action: str, type_: str, where: str) -> Any:
    """What masks the texts of a formula."""
    if action == KEEP:
        return str
    if action == HASH:
        return lambda text: applied(text, note.hash_marks(text, type_, where))
    if action in ACTIONS:
        return lambda text: (scrub_link if has_scheme(text) else FileNote.text)(note, text, where)
    return lambda text: note.field(text, action, where)


def _as_text(value: Any) -> str:
    if isinstance(value, datetime.datetime):
        day = value.isoformat(" ")
        return day.removesuffix(" 00:00:00")
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def _put(cell: Any, marks: Sequence[Mark]) -> None:
    """Replace what is marked in a cell; the runs of rich text keep their looks."""
    if not marks:
        return
    if isinstance(cell.value, CellRichText):
        cell.value = CellRichText(list(_runs(cell.value, marks)))
        return
    new = applied(_as_text(cell.value), marks)
    cell.value = new
    if new.startswith("="):
        cell.data_type = "s"  # a text, whatever it looks like


def _runs(runs: CellRichText, marks: Sequence[Mark]) -> Iterator[Any]:
    texts = [run.text if isinstance(run, TextBlock) else run for run in runs]
    own: list[list[Mark]] = [[] for _ in runs]
    for number, mark in spread(marks, pairwise(accumulate(map(len, texts), initial=0))):
        own[number].append(mark)
    for run, text, mine in zip(runs, texts, own, strict=True):
        new = applied(text, mine)
        if isinstance(run, TextBlock):
            yield TextBlock(run.font, new)
        elif new:
            yield new
