"""What belongs to a whole workbook: its sheets' names, defined names, properties."""

from __future__ import annotations

import datetime
import re
from functools import partial
from typing import Any

from openpyxl.packaging.custom import StringProperty
from openpyxl.workbook.properties import CalcProperties

from scrubber.errors import NoteError
from scrubber.formats.columns import make_plan
from scrubber.formats.context import FileContext, FileNote
from scrubber.formats.xlsx.extras import Extras
from scrubber.formats.xlsx.formulas import masked_source
from scrubber.formats.xlsx.sheet import Sheet

_NO_TIME = datetime.datetime(2000, 1, 1)
_SEPARATORS = re.compile(r"[\W_]+")
_LITERAL = re.compile(r'"([^"]*)"')
_PEOPLE = ("creator", "lastModifiedBy")
_TEXTS = ("title", "subject", "description", "keywords", "category", "identifier", "contentStatus", "version")


def scrub_book(book: Any, context: FileContext, values: Any = None) -> None:
    """Mask a workbook as openpyxl has it.

    Args:
        values: the same with computed values, which take the place of formulas that refer to other workbooks.

    Raises:
        NoteError: a column that is needed is in none of its sheets.
    """
    for sheet in list(book.chartsheets):
        book.remove(sheet)
    if not book.worksheets:
        raise NoteError("a workbook without sheets of cells")
    note = context.note(patient=f"{context.place}#workbook", part="workbook")
    renamed = _renamed_sheets(book, note)
    for sheet in book.worksheets:
        _names(sheet.defined_names, note, renamed)
    _names(book.defined_names, note, renamed)
    _tables(book, note, renamed)
    _styles(book, note)
    sheets = [Sheet(sheet, number, context, renamed) for number, sheet in enumerate(book.worksheets, 1)]
    _refuse_missing(sheets, context)
    for number, sheet in enumerate(sheets):
        sheet.scrub(values.worksheets[number] if values else None)
        Extras(sheet.cells, note, context, f"sheet {sheet.number}", renamed).scrub()
    _properties(book, note, context)
    book.calculation = book.calculation or CalcProperties()
    book.calculation.fullCalcOnLoad = True


def _refuse_missing(sheets: list[Sheet], context: FileContext) -> None:
    """Each column that the settings need has to be in one of the sheets."""
    make_plan([name for sheet in sheets for name in sheet.names], context.settings)


def _renamed_sheets(book: Any, note: FileNote) -> dict[str, str]:
    """New names for the sheets whose names tell something."""
    renamed: dict[str, str] = {}
    taken = {sheet.title for sheet in book.worksheets}
    for number, sheet in enumerate(book.worksheets, 1):
        if note.marks(_SEPARATORS.sub(" ", sheet.title), f"sheet {number}, name"):
            new = next(name for n in range(number, number + 10_000) if (name := f"Sheet{n}") not in taken)
            taken.add(new)
            renamed[sheet.title] = new
            sheet.title = new
    return renamed


def _names(names: Any, note: FileNote, renamed: dict[str, str]) -> None:
    """Defined names, with the texts in what they stand for."""
    for at, name in enumerate(list(names), 1):
        defined = names[name]
        where = f"defined name {at}"
        if defined.comment:
            defined.comment = note.text(defined.comment, where)
        if defined.attr_text:
            defined.attr_text = masked_source(defined.attr_text, partial(_text, note, where), renamed)
        if note.marks(_SEPARATORS.sub(" ", name), where):
            new = f"name{at}"
            renamed[name] = defined.name = new
            del names[name]
            names[new] = defined


def _tables(book: Any, note: FileNote, renamed: dict[str, str]) -> None:
    """Names of tables that tell something are made anew; formulas follow."""
    for number, table in enumerate((t for sheet in book.worksheets for t in sheet.tables.values()), 1):
        if note.marks(_SEPARATORS.sub(" ", table.displayName), f"table {number}, name"):
            renamed[table.displayName] = table.displayName = table.name = f"table{number}"


def _styles(book: Any, note: FileNote) -> None:
    """Names of styles that tell something are made anew; texts within formats of numbers are masked."""
    for number, style in enumerate(book._named_styles, 1):
        if style.builtinId is None and note.marks(_SEPARATORS.sub(" ", style.name), f"style {number}"):
            style.name = f"style{number}"
    for number, format_ in enumerate(book._number_formats):
        new = _LITERAL.sub(lambda found: f'"{note.text(found[1], "format")}"', format_)
        list.__setitem__(book._number_formats, number, new)


def _text(note: FileNote, where: str, text: str) -> str:
    return note.text(text, where)


def _properties(book: Any, note: FileNote, context: FileContext) -> None:
    properties = book.properties
    for name in _PEOPLE:
        if value := getattr(properties, name):
            setattr(properties, name, note.field(value, "DOCTOR", f"property {name}"))
    for name in _TEXTS:
        if value := getattr(properties, name):
            setattr(properties, name, note.text(value, f"property {name}"))
    if context.masks("DATE", "2020-01-31") and not context.keeps:
        properties.created = properties.modified = _NO_TIME
        properties.lastPrinted = None
    for at, own in enumerate(book.custom_doc_props.props, 1):
        own.name = note.text(own.name, f"property {at}")
        if isinstance(own.value, str):
            own.value = _labelled(note, own.name, own.value, f"property {at}")
        elif isinstance(own.value, int | float) and not isinstance(own.value, bool):
            new = _labelled(note, own.name, str(own.value), f"property {at}")
            if new != str(own.value):
                book.custom_doc_props.props[at - 1] = StringProperty(name=own.name, value=new)
        elif isinstance(own.value, datetime.datetime) and context.masks("DATE", "2020-01-31") and not context.keeps:
            own.value = _NO_TIME


def _labelled(note: FileNote, label: str, value: str, where: str) -> str:
    from scrubber.formats.cells import Cell
    from scrubber.formats.context import applied

    [marks] = note.cell_marks([Cell(label, value, where)])
    return applied(value, marks)
