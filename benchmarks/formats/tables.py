"""Tables and variants, read by the csv and json modules, pyarrow, and lxml for the numbers of workbooks."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.formats.counts import Counts, is_structured, of_columns

_DATE_FORMAT = re.compile(r"[ymdh]", re.IGNORECASE)
_INFO, _SAMPLES = 7, 9
"""Columns of VCF."""
_LITERAL = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')


def of_csv(before: Path, after: Path) -> Counts:
    """CSV and TSV."""
    old, new = _rows(before), _rows(after)
    return of_columns(old[0] if old else [], old[1:], new[1:])


def _rows(path: Path) -> list[list[str]]:
    text = path.read_bytes().decode("utf-8-sig", "surrogateescape")
    if text.startswith("sep="):
        text = text.partition("\n")[2]
    delimiter = max(",\t;|", key=text.partition("\n")[0].count)
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]


def of_vcf(before: Path, after: Path) -> Counts:
    """Variants: the samples' names, and every position, call and quality. Header lines must be as many."""
    old, new = _variants(before), _variants(after)
    if [len(row) for row in old] != [len(row) for row in new]:
        raise ValueError("other lines or columns than before")
    at = next(at for at, row in enumerate(old) if row[0] == "#CHROM")
    counts = Counts()
    for one, other in zip(old[at][_SAMPLES:], new[at][_SAMPLES:], strict=True):
        counts += Counts(structured=1, left=one == other)
    for row, after_row in zip(old[at + 1 :], new[at + 1 :], strict=True):
        facts = [column for column in range(len(row)) if column != _INFO]
        counts += Counts(numbers=len(facts), changed=sum(row[column] != after_row[column] for column in facts))
    return counts


def _variants(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8", "surrogateescape").splitlines()]


def of_json(before: Path, after: Path) -> Counts:
    """JSON, by the names of its keys."""
    counts = Counts()
    for (name, old), (_, new) in zip(_leaves(_parsed(before)), _leaves(_parsed(after)), strict=True):
        if isinstance(old, str) and is_structured(name) and old.strip():
            counts += Counts(structured=1, left=old == new)
        elif isinstance(old, int | float) and not is_structured(name):
            counts += Counts(numbers=1, changed=old != new)
    return counts


def _parsed(path: Path) -> Any:
    text = path.read_text("utf-8-sig")
    try:
        return json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _leaves(below, key)
    elif isinstance(value, list):
        for below in value:
            yield from _leaves(below, name)
    else:
        yield name, value


def of_parquet(before: Path, after: Path) -> Counts:
    """Parquet."""
    import pyarrow.parquet as pq

    old, new = pq.read_table(before), pq.read_table(after)
    counts = Counts()
    for field in old.schema:
        name = str(field.name)
        if name not in new.schema.names or old.schema.names.count(name) > 1:
            continue
        rows = ([[str(value)] for value in table.column(name).to_pylist() if value is not None] for table in (old, new))
        counts += of_columns([name], *rows)
    return counts


def of_xlsx(before: Path, after: Path) -> Counts:
    """Workbooks: numbers as they stand in the sheets' XML, texts as openpyxl reads them."""
    import openpyxl

    counts = Counts()
    book, other = openpyxl.load_workbook(before), openpyxl.load_workbook(after)
    if not book.worksheets:  # of the strict kind, which openpyxl does not read
        return counts
    for number, (old, new) in enumerate(zip(book.worksheets, other.worksheets, strict=True)):
        numbers, after_numbers = _numbers(before, number), _numbers(after, number)
        filled = [row for row in old.iter_rows() if sum(cell.value is not None for cell in row) > 1]
        named = filled and all(isinstance(cell.value, str | None) for cell in filled[0])
        structured = {c.column for c in filled[0] if c.value and is_structured(c.value)} if named else set()
        for row in old.iter_rows():
            for cell in row:
                below = cell.column in structured and cell.row > filled[0][0].row and cell.value not in (None, "")
                if below and cell.data_type != "f":
                    counts += Counts(structured=1, left=new.cell(cell.row, cell.column).value == cell.value)
                elif cell.coordinate in numbers and not _is_date(cell.number_format):
                    same = after_numbers.get(cell.coordinate) == numbers[cell.coordinate]
                    counts += Counts(numbers=1, changed=not same)
    return counts


def _is_date(format_: str) -> bool:
    return _DATE_FORMAT.search(_LITERAL.sub("", format_)) is not None and format_ != "General"


def _numbers(path: Path, number: int) -> dict[str, float]:
    """The numbers of a sheet by their cells, to the last digit."""
    from lxml import etree

    found: dict[str, float] = {}
    with zipfile.ZipFile(path) as package:
        for cell in etree.fromstring(package.read(_sheets(package)[number])).iter("{*}c"):
            value = cell.findtext("{*}v")
            if value and cell.get("t", "n") == "n" and cell.find("{*}f") is None and cell.get("r"):
                found[cell.get("r")] = float(value)
    return found


def _sheets(package: zipfile.ZipFile) -> list[str]:
    """The parts that hold the sheets of cells, in the workbook's order."""
    from lxml import etree

    types = etree.fromstring(package.read("[Content_Types].xml"))
    main = next(t.get("PartName")[1:] for t in types if "sheet.main+xml" in t.get("ContentType", ""))
    folder, _, name = main.rpartition("/")
    book = etree.fromstring(package.read(main))
    relations = etree.fromstring(package.read(f"{folder}/_rels/{name}.rels"))
    targets = {r.get("Id"): r.get("Target") for r in relations if r.get("Type").endswith("/worksheet")}
    ids = [next(v for k, v in s.attrib.items() if k.endswith("}id")) for s in book.iter("{*}sheet")]
    return [t[1:] if (t := targets[i]).startswith("/") else f"{folder}/{t}" for i in ids if i in targets]
