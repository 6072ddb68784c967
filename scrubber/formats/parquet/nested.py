"""Nested values (lists, structs, maps): members are masked by their names, and the texts of a value read together."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from scrubber.formats.cells import Cell
from scrubber.formats.columns import Column
from scrubber.formats.context import FileNote, applied
from scrubber.formats.parquet.columns import as_text, below_column, stays
from scrubber.formats.settings import HASH, TEXT

_Change = Callable[[Any, Column], Any]
"""Makes of a leaf, and of the column or member that holds it, what stands in its place."""


def masked_value(value: Any, note: FileNote, column: Column, where: str) -> Any:
    """A nested value with its leaves masked.

    Raises:
        UnicodeDecodeError: bytes in it are no text.
    """
    cells: list[Cell] = []

    def gather(leaf: Any, column: Column) -> None:
        if _is_searched(leaf, column):
            cells.append(Cell(column.name, as_text(leaf), where))

    _changed(value, column, gather)
    marks = iter(note.cell_marks(cells))

    def mask(leaf: Any, column: Column) -> Any:
        if not _is_searched(leaf, column):
            return _structured(leaf, note, column, where)
        new = applied(as_text(leaf), next(marks))
        return new.encode() if isinstance(leaf, bytes) else new

    return _changed(value, column, mask)


def _is_searched(leaf: Any, column: Column) -> bool:
    return column.action == TEXT and isinstance(leaf, str | bytes)


def _changed(value: Any, column: Column, change: _Change) -> Any:
    """The value with every leaf changed, in order."""
    if isinstance(value, dict):
        return {name: _changed(below, below_column(column, name), change) for name, below in value.items()}
    if isinstance(value, list | tuple):  # a map is a list of pairs
        return type(value)(_changed(below, column, change) for below in value)
    return None if value is None else change(value, column)


def _structured(leaf: Any, note: FileNote, column: Column, where: str) -> Any:
    date = column.action == TEXT and isinstance(leaf, datetime.date)
    action = "DATE" if date else column.action
    if action == TEXT or isinstance(leaf, bool):
        return leaf
    text = as_text(leaf)
    if action == HASH:
        return applied(text, note.hash_marks(text, column.type, where))
    if not isinstance(leaf, str | bytes) and stays(action, note.masks):
        return leaf
    new = note.field(text, action, where)
    return new.encode() if isinstance(leaf, bytes) else new
