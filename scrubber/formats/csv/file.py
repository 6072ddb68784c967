"""CSV and TSV: every row is a note. What is not masked goes out byte for byte, whatever delimiter and line ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.columns import Plan, make_plan, on_side
from scrubber.formats.context import FileContext, Mark, Writable, applied
from scrubber.formats.csv.dialect import SAMPLE, sniff_dialect
from scrubber.formats.csv.header import header_marks, recurs
from scrubber.formats.csv.records import Dialect, Record, complete_records, records
from scrubber.formats.portions import Portion, in_order
from scrubber.formats.quantities import with_quantities
from scrubber.formats.streams import cut, decoded_chunks, portion_text
from scrubber.formats.table import Rows
from scrubber.io.encoding import Encoding
from scrubber.io.pieces import file_encoding

_SEPARATOR_LINE = re.compile(r"sep=([^\r\n])(?:\r\n?|\n)")
"""What Excel writes before the header to name the delimiter."""


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a table, masked.

    Raises:
        NoteError: it is not text, a row has not as many fields as the header, or a column that is needed is missing.
    """
    encoding = file_encoding(source, context.settings.encoding)
    source.seek(len(encoding.bom))
    chunks = decoded_chunks(source, encoding)
    sample = _sample(chunks)
    whole = len(sample) <= SAMPLE
    intro, dialect = _dialect(sample, whole, context)
    rows = records(chain([sample[len(intro) :]], chunks), dialect)
    target.write(encoding.bom + encoding.encode(intro))
    head = list(_head(rows))
    if not head:
        return
    shown = [_contents(record, dialect) for record in complete_records(sample[len(intro) : SAMPLE], dialect, whole)]
    names = _contents(head[-1], dialect)
    side = on_side(shown, context.settings)
    header = context.settings.header and not (side and side.type_of(names[0]))
    if not header:
        names = [str(at) for at in range(1, len(names) + 1)]
    plan = replace(_plan(names, shown[header:], context), names=side)
    job = _Job(source, encoding, dialect, plan)
    start = len(encoding.bom) + len(encoding.encode(intro))
    if header:
        marks = header_marks(names, plan, context, is_data=recurs(names, filter(None, shown)))
        target.write(encoding.encode("".join(r.text for r in head[:-1]) + job.rebuilt(head[-1], marks)))
        start += len(encoding.encode("".join(r.text for r in head)))
        rest: Iterable[Record] = rows
    else:
        rest = chain(head, rows)
    with_ids = ((record.text, _id(record, plan, dialect)) for record in rest)
    for data in in_order(context, job.work, cut(with_ids, start, 1 + len(head) * header, encoding)):
        target.write(data)


def _dialect(sample: str, whole: bool, context: FileContext) -> tuple[str, Dialect]:
    """What stands before the header to name the delimiter, and how the file is written."""
    told = _SEPARATOR_LINE.match(sample)
    intro = told[0] if told else ""
    tabs = context.settings.input_format == "tsv" or context.name.lower().endswith((".tsv", ".tab"))
    given = told[1] if told else "\t" if tabs else ""
    return intro, sniff_dialect(sample[len(intro) : SAMPLE], whole, given)


def _plan(names: Sequence[str], shown: Sequence[Sequence[str]], context: FileContext) -> Plan:
    """What becomes of the columns, by their names and the first rows; what is kept is told of."""
    plan = with_quantities(make_plan(names, context.settings), shown)
    if not plan.kept:
        raise NoteError("no column is left (--column-action)")
    plan = replace(plan, language=context.language_of(plan.texts(shown)))
    Rows(context, plan).warn()
    return plan


@dataclass(frozen=True)
class _Job:
    """What it takes to work on a portion."""

    source: BinaryIO
    encoding: Encoding
    dialect: Dialect
    plan: Plan

    def work(self, context: FileContext, portion: Portion) -> bytes:
        """The bytes of a portion, masked."""
        text = portion_text(portion, self.source, self.encoding)
        found = list(enumerate(records([text], self.dialect), portion.row))
        kept = [(number, record) for number, record in found if self._fits(number, record, context)]
        filled = ((n, _contents(record, self.dialect)) for n, record in kept if record.fields)
        marks = Rows(context, self.plan).rows(filled)
        masked = (self.rebuilt(record, next(marks)) if record.fields else record.text for _, record in kept)
        return self.encoding.encode("".join(masked))

    def _fits(self, number: int, record: Record, context: FileContext) -> bool:
        """Whether a record has as many fields as the first; one that has not is left out."""
        fields, width = len(record.fields), len(self.plan.columns)
        if fields in (0, width):
            return True
        error = f"has {fields} fields, where the first row has {width}"
        context.leave_out(f"row {number}", error, self.encoding.encode(record.text))
        return False

    def rebuilt(self, record: Record, marks: Sequence[Sequence[Mark]]) -> str:
        """The record with its fields' marks replaced, without the columns that are dropped."""
        kept = self.plan.kept
        if len(kept) == len(record.fields) and not any(marks):
            return record.text
        pieces: list[str] = []
        at = 0
        shells: list[tuple[int, int]] = []
        for number, field in enumerate(record.fields):
            last = number == len(record.fields) - 1
            end = field.end + field.quoted
            if not last:
                end = record.text.index(self.dialect.delimiter, end)
            elif field.quoted:
                end += len(record.text) - end - len(record.text[end:].lstrip(" "))
            shells.append((at, end))
            at = end + 1
        for number in kept:
            start, end = shells[number]
            pieces.append(self._field(record, number, start, end, marks[number]))
        return self.dialect.delimiter.join(pieces) + record.text[shells[-1][1] :]

    def _field(self, record: Record, number: int, start: int, end: int, marks: Sequence[Mark]) -> str:
        """A field with all that stands between its delimiters."""
        field = record.fields[number]
        if not marks:
            return record.text[start:end]
        content = record.text[field.start : field.end]
        if field.quoted:
            marks = [
                mark._replace(text=self.dialect.written(mark.text)) for mark in self.dialect.unsplit(content, marks)
            ]
            return record.text[start : field.start] + applied(content, marks) + record.text[field.end : end]
        new = applied(content, marks)
        if self.dialect.needs_quotes(new):
            new = f'"{self.dialect.written(new)}"'
        return new


def _content(record: Record, at: int, dialect: Dialect) -> str:
    """What stands in a field, as it is to be read."""
    field = record.fields[at]
    return dialect.shown(record.text[field.start : field.end], field.quoted)


def _contents(record: Record, dialect: Dialect) -> list[str]:
    return [_content(record, at, dialect) for at in range(len(record.fields))]


def _head(rows: Iterator[Record]) -> Iterator[Record]:
    """The first record that is not empty, and the empty ones before it."""
    for record in rows:
        yield record
        if record.fields:
            return


def _id(record: Record, plan: Plan, dialect: Dialect) -> str:
    """The id of the note that a record belongs to; empty where there is none."""
    fits = plan.id is not None and len(record.fields) == len(plan.columns)
    return _content(record, plan.id or 0, dialect).strip() if fits else ""


def _sample(chunks: Iterator[str]) -> str:
    """The beginning of the text: all of it if it is no longer than a sample."""
    text = ""
    for chunk in chunks:
        text += chunk
        if len(text) > SAMPLE:
            break
    return text
