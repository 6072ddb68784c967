"""What a Parquet file says of itself beside its rows: kept where it is structure, searched where it is text."""

from __future__ import annotations

import json
from typing import Any

from scrubber.formats.context import FileContext

_PANDAS = b"pandas"
_SPARK = b"org.apache.spark.sql.parquet.row.metadata"
_STRUCTURE = frozenset((b"ARROW:schema", b"PARQUET:field_id", b"org.apache.spark.version"))


def schema_metadata(before: Any, after: Any, context: FileContext) -> dict[bytes, bytes] | None:
    """The key-value pairs of the file, masked, and true of the schema after."""
    given = before.metadata or {}
    result = texts_masked({k: v for k, v in given.items() if k not in (_PANDAS, _SPARK)}, context)
    if _PANDAS in given and (told := _pandas(given[_PANDAS], before, after)):
        result[_PANDAS] = told
    if _SPARK in given and before.remove_metadata().equals(after.remove_metadata()):
        result[_SPARK] = given[_SPARK]
    return result or None


def texts_masked(given: dict[bytes, bytes] | None, context: FileContext) -> dict[bytes, bytes]:
    """Key-value pairs with their texts masked; what is no text goes."""
    result: dict[bytes, bytes] = {}
    for key, value in (given or {}).items():
        if key in _STRUCTURE:
            result[key] = value
            continue
        try:
            text = value.decode()
        except UnicodeDecodeError:
            context.warn("metadata that is no text is left out")
            continue
        note = context.uncounted_note(patient="metadata", part="metadata")
        result[note.text(key.decode(errors="replace"), "metadata").encode()] = note.text(text, "metadata").encode()
    return result


def _pandas(value: bytes, before: Any, after: Any) -> bytes:
    """What pandas knows of its columns; empty where that is no longer true."""
    try:
        told = json.loads(value)
        columns = [c for c in told["columns"] if (c.get("field_name") or c["name"]) in after.names]
        if len(columns) < len(told["columns"]) and any(i not in after.names for i in _index(told)):
            return b""
        for column in columns:
            name = column.get("field_name") or column["name"]
            if before.field(name).type != after.field(name).type:
                column |= {"pandas_type": "unicode", "numpy_type": "object", "metadata": None}
        return json.dumps({k: v for k, v in told.items() if k in _KNOWN} | {"columns": columns}).encode()
    except (ValueError, KeyError, TypeError, AttributeError):
        return b""


def _index(told: dict[str, Any]) -> list[str]:
    return [name for name in told.get("index_columns", ()) if isinstance(name, str)]


_KNOWN = frozenset(("index_columns", "column_indexes", "columns", "creator", "pandas_version", "partition_columns"))
