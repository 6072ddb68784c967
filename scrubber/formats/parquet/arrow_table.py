"""An Arrow table at work: its rows as notes, a batch at a time. Types stay; masked values become text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from scrubber.errors import NoteError
from scrubber.formats.columns import Plan
from scrubber.formats.context import FileContext
from scrubber.formats.parquet.columns import WAY_ON, column_name, dates_as_such, masked_columns
from scrubber.formats.parquet.metadata import schema_metadata, texts_masked
from scrubber.formats.parquet.nested import masked_value
from scrubber.formats.settings import DROP, KEEP
from scrubber.formats.table import Rows


class ArrowTable:
    """Masks the batches of a table.

    Args:
        plan: what becomes of its columns, and of those that are the same in all rows.
        constant: the values of these. by_contents: see :class:`~scrubber.formats.table.Rows`.

    Raises:
        NoteError: no column is left, or one is binary and nobody says what is to become of it.
    """

    def __init__(
        self,
        context: FileContext,
        schema: Any,
        plan: Plan,
        *,
        constant: Sequence[str | None] = (),
        by_contents: bool = False,
    ) -> None:
        self._constant = list(constant)
        plan = dates_as_such(schema, plan)
        if not plan.kept:
            raise NoteError("no column is left (--column-action)")
        self.rows = Rows(context, plan, by_contents=by_contents)
        self._columns = masked_columns(schema, plan, context)
        fields = [
            pa.field(
                column_name(column.column, column.at, context),
                column.after,
                field.nullable,
                texts_masked(field.metadata, context),
            )
            for field, column in zip(schema, self._columns, strict=True)
            if column.kept
        ]
        after = pa.schema(fields)
        self.after = after.with_metadata(schema_metadata(schema, after, context))
        """The schema of what is masked."""

    def masked(self, batch: Any, number: int) -> Any:
        """A batch of rows, masked. ``number``: that of its first row, from 1, for findings."""
        given = [column.texts(batch.column(column.at)) for column in self._columns]
        nested = {
            c.at: batch.column(c.at).to_pylist()
            for c in self._columns
            if c.nested and c.column.action not in (KEEP, DROP)
        }
        marks = []
        values = ((number + at, [column[at] for column in given] + self._constant) for at in range(len(batch)))
        for at, found in enumerate(self.rows.rows(values)):
            marks.append(found)
            self._mask_nested(nested, at, number + at)
        return pa.RecordBatch.from_arrays(self._arrays(batch, given, nested, marks), schema=self.after)

    def _mask_nested(self, nested: dict[int, list[Any]], at: int, number: int) -> None:
        for column, values in nested.items():
            where = f"row {number}, {self._columns[column].column.label}"
            try:
                values[at] = masked_value(values[at], self.rows.note, self._columns[column].column, where)
            except UnicodeDecodeError:
                raise NoteError(f"column {column + 1} holds a nested value that is binary: {WAY_ON}") from None

    def _arrays(self, batch: Any, given: Sequence[Any], nested: dict[int, list[Any]], marks: Sequence[Any]) -> Any:
        return [
            pa.array(nested[c.at], c.after)
            if c.at in nested
            else c.rebuilt(batch.column(c.at), given[c.at], [row[c.at] for row in marks])
            for c in self._columns
            if c.kept
        ]
