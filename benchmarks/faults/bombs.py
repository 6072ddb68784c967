"""Small files that ask for much time or memory, made when they are needed."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator


def every() -> Iterator[tuple[str, bytes]]:
    """Each with the name of a file."""
    yield "deep.json", b"[" * 100_000 + b"]" * 100_000
    yield "keys.json", json.dumps({f"key {n}": "Seen." for n in range(300_000)}).encode()
    yield "word.txt", b"a" * 200_000
    yield "hex.txt", b"9f3a0c1e7b" * 5_000
    yield "lines.txt", b"\n" * 500_000
    yield "bomb.docx", _zip({"word/document.xml": b" " * 300_000_000, "[Content_Types].xml": b"<Types/>"})
    yield "many.xlsx", _zip({f"xl/{n}.xml": b"" for n in range(21_000)})
    yield "laughs.xml", _laughs()
    yield "nested.eml", b"Content-Type: message/rfc822\n\n" * 2_000
    yield "groups.rtf", rb"{\rtf1 " + b"{" * 200_000
    yield "wide.csv", b",".join([b"a"] * 5_000) + b"\n" + b",".join([b"Seen."] * 5_000) + b"\n"
    yield "one.parquet", _parquet(1, 200_000_000)
    yield "equal.parquet", _parquet(2_000, 60_000)


def _zip(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members.items():
            package.writestr(name, data)
    return file.getvalue()


def _laughs() -> bytes:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE a [<!ENTITY a0 "ha">{entities}]><a>&a9;</a>'.encode()


def _parquet(rows: int, size: int) -> bytes:
    """A table of a column in which one long text stands in every row, by a dictionary."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), pa.array(["a" * size]))
    file = io.BytesIO()
    pq.write_table(pa.table({"note": texts}), file, compression="zstd")
    return file.getvalue()
