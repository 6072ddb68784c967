"""Parquet: rows as notes, a row group at a time. Row groups, types and compression stay; masked values become text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from scrubber.errors import NoteError
from scrubber.formats.columns import make_plan
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.parquet.arrow_table import ArrowTable
from scrubber.formats.partitions import partition_values
from scrubber.formats.spool import drain, spool

BATCH = 1024
"""Rows that are turned into Python's values at once."""

LARGEST_CHUNK = 256 * 1024 * 1024
"""Bytes of one column in one row group, unpacked."""
MOST_VALUES = 1 << 26
"""Values of one column in one row group."""


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a table, masked.

    Raises:
        NoteError: it is broken or encrypted, a column that is needed is missing, or one is binary and nobody says what
            is to become of it.
    """
    file = _opened(source)
    schema = file.schema_arrow
    folders = {name: value for name, value in partition_values(context.place).items() if name not in schema.names}
    plan = make_plan([*schema.names, *folders], context.settings)
    table = ArrowTable(context, schema, plan, constant=[*folders.values()])
    table.rows.warn()
    with spool() as out:
        with pq.ParquetWriter(out, table.after, compression=_compression(file, table.after)) as writer:
            _write_groups(file, table, writer)
        drain(out, target.write)


def _write_groups(file: Any, table: ArrowTable, writer: Any) -> None:
    number = 1
    for group in range(file.num_row_groups):
        batches, first = [], number
        for batch in _batches(file, group):
            batches.append(table.masked(batch, number))
            number += len(batch)
        writer.write_table(pa.Table.from_batches(batches, table.after), row_group_size=max(number - first, 1))


def _opened(source: BinaryIO) -> Any:
    source.seek(-4, 2)
    if source.read(4) == b"PARE":
        raise NoteError("encrypted")
    source.seek(0)
    try:
        file = pq.ParquetFile(source, coerce_int96_timestamp_unit="us")
    except (pa.ArrowException, OSError):
        raise NoteError("broken, or no Parquet file") from None
    _check_sizes(file.metadata)
    return file


def _check_sizes(metadata: Any) -> None:
    """Refuse what would unpack to more than fits in memory, which a few bytes can say they do."""
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for chunk in map(group.column, range(group.num_columns)):
            if chunk.total_uncompressed_size > LARGEST_CHUNK or chunk.num_values > MOST_VALUES:
                raise NoteError(
                    f"a column of more than {LARGEST_CHUNK >> 20} MB or {MOST_VALUES:,} values in one row group"
                )


def _batches(file: Any, group: int) -> Iterator[Any]:
    """A row group's rows, so many at a time."""
    try:
        yield from file.iter_batches(BATCH, row_groups=[group])
    except (pa.ArrowException, OSError):
        raise NoteError("broken: a row group cannot be read") from None


def _compression(file: Any, after: Any) -> Any:
    """The codec of each column, as the first row group has it."""
    if not file.num_row_groups:
        return "snappy"
    group = file.metadata.row_group(0)
    codecs = {}
    for at in range(group.num_columns):
        column = group.column(at)
        codecs[column.path_in_schema] = column.compression
    names = set(after.names)
    return {path: _CODECS.get(codec, "snappy") for path, codec in codecs.items() if path.split(".")[0] in names}


_CODECS = {"UNCOMPRESSED": "none", "SNAPPY": "snappy", "GZIP": "gzip", "BROTLI": "brotli", "ZSTD": "zstd", "LZ4": "lz4"}
