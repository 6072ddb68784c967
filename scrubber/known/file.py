"""Files of known identifiers: who a note is about, told beforehand (``--known FILE``).

A CSV with a header, or JSON: a list of objects, or an object of objects by patient. Which columns there are, and what
type of PHI stands in each, is data: ``patterns/known.toml``. A cell may hold several values, separated by ``;`` or
``|``; a JSON value may be a list.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePath
from typing import Any

from scrubber.data import data_folder
from scrubber.errors import UsageError
from scrubber.lazy_pattern import lazy_re
from scrubber.nearest import nearest
from scrubber.notices import UNLISTED, say
from scrubber.policy import phi_types
from scrubber.toml_file import read_toml

Known = Mapping[str, tuple[str, ...]]
"""Identifiers by PHI type."""

EVERYONE = "*"
ADDRESS = "ADDRESS"
LEAST = 3
"""Letters and digits that a number must have: a shorter one would be found everywhere."""
_NAMES = frozenset({"PATIENT", "DOCTOR"})
_SPLIT = lazy_re(r"[;|]")
_POSTAL = lazy_re(
    r"\b(?:[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d|[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}|\d{5}(?:-\d{4})?)$"
)


class KnownFile:
    """The rows of a file, by the id of a patient or note.

    Raises:
        UsageError: the file cannot be read, or a row says something that cannot be searched for. The message gives row
            and column, never a value.
    """

    def __init__(self, path: Path) -> None:
        self.rows: dict[str, dict[str, tuple[str, ...]]] = {}
        for number, row in _rows(path):
            self._add(f"{path}: row {number}", row)
        if not self.rows:
            raise UsageError(f"{path}: no rows")

    def of(self, name: str = "", patient: str | None = None) -> Known:
        """What is known about a note, by its patient's id, its name, or a folder in its path.

        ``notes/P17/intake.txt`` is found under that path, ``P17/intake.txt``, ``intake.txt``, ``intake`` and ``P17``.
        """
        found: dict[str, tuple[str, ...]] = {}
        for key in dict.fromkeys((EVERYONE, *([patient] if patient else ()), *_keys(name))):
            for type_, values in self.rows.get(key, {}).items():
                found[type_] = tuple(dict.fromkeys((*found.get(type_, ()), *values)))
        if not any(key in self.rows for key in (EVERYONE, patient, *_keys(name))):
            say(UNLISTED)
        return found

    def _add(self, where: str, row: Mapping[str, Any]) -> None:
        ids: list[str] = []
        values: dict[str, tuple[str, ...]] = {}
        for number, (column, cell) in enumerate(row.items(), 1):
            kind = _kind(str(column), f"{where}, column {number}")
            if kind == "id":
                ids += _values(cell, f"{where}, {column}")
            elif kind:
                for value in _values(cell, f"{where}, {column}"):
                    for type_, part in _parts(kind, value):
                        _refuse_short(type_, part, f"{where}, {column}")
                        values[type_] = (*values.get(type_, ()), part)
        if not ids:
            raise UsageError(f"{where}: no patient and no note ('*' stands for every note)")
        for id_ in ids:
            entry = self.rows.setdefault(id_, {})
            for type_, given in values.items():
                entry[type_] = tuple(dict.fromkeys((*entry.get(type_, ()), *given)))


def _keys(name: str) -> Iterator[str]:
    path = PurePath(name)
    parts = [part for part in path.parts if part != path.anchor]
    for at in range(len(parts)):
        yield "/".join(parts[at:])
        yield "/".join([*parts[at:-1], path.stem])
    yield from parts[:-1]


@cache
def _data() -> Mapping[str, Any]:
    return read_toml(data_folder("patterns") / "known.toml")


@cache
def _columns() -> Mapping[str, str]:
    """What stands in a column, by its plain name; '' for nothing to search for."""
    data = _data()
    columns = {_plain(type_): type_ for type_ in (*phi_types(), ADDRESS)}
    columns |= {_plain(name): type_ for type_, names in data["columns"].items() for name in names}
    return columns | {_plain(name): "id" for name in data["id"]} | {_plain(name): "" for name in data["ignored"]}


def _plain(column: str) -> str:
    return re.sub(r"[\W_]+", "", column.casefold())


def _kind(column: str, where: str) -> str:
    if column.strip().startswith("-"):
        return ""
    kind = _columns().get(_plain(column))
    if kind is None:
        known = [name for names in _data()["columns"].values() for name in names]
        # the name is not quoted: in a file without header it is somebody's
        hint = nearest(column, known)
        raise UsageError(f"{where}: its name in the header is not known{hint} (a '-' before it passes it over)")
    return kind


def no_value(value: str) -> bool:
    """Whether a cell or field says that there is nothing ("unknown")."""
    return value.casefold() in _data()["empty"]


def _values(cell: Any, where: str) -> list[str]:
    if cell is None:
        return []
    if isinstance(cell, list):
        return [value for item in cell for value in _values(item, where)]
    if isinstance(cell, bool) or not isinstance(cell, str | int):
        raise UsageError(f"{where}: neither a text nor a number")
    pieces = _SPLIT.split(cell) if isinstance(cell, str) else [str(cell)]
    values = (" ".join(piece.split()) if "\n" not in piece else piece.strip() for piece in pieces)
    return [value for value in values if value and value.casefold() not in _data()["empty"]]


def _parts(kind: str, value: str) -> Iterator[tuple[str, str]]:
    """A value with its type; an address as the street, town and postal code that it is made of."""
    if kind != ADDRESS:
        yield kind, value
        return
    lines = [part.strip() for part in re.split(r"[,\n]", value) if part.strip()]
    for line in lines:
        postal = _POSTAL.search(line)
        if postal is not None and len(lines) > 1:
            yield "ZIP", postal[0]
            line = line[: postal.start()].strip()
        if sum(map(str.isalnum, line)) >= LEAST:
            yield ("STREET" if any(map(str.isdigit, line)) or len(lines) == 1 else "CITY"), line


def _refuse_short(type_: str, value: str, where: str) -> None:
    size = sum(map(str.isalnum, value))
    if size < (1 if type_ in _NAMES else LEAST):
        raise UsageError(f"{where}: too short to be searched for")


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 at byte {error.start}") from None
    if text.lstrip()[:1] in ("[", "{"):
        yield from enumerate(_json_rows(path, text), 1)
    else:
        yield from enumerate(_csv_rows(path, text), 2)


def _json_rows(path: Path, text: str) -> Iterable[Mapping[str, Any]]:
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}: no JSON at line {error.lineno}, column {error.colno}") from None
    if isinstance(table, dict):
        table = [{"id": key} | entry if isinstance(entry, dict) else entry for key, entry in table.items()]
    if not all(isinstance(row, dict) for row in table):
        raise UsageError(f"{path}: not objects with a column a key")
    return list(table)


def _csv_rows(path: Path, text: str) -> Iterator[Mapping[str, Any]]:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        head = next(rows, [])
        for number, row in enumerate(rows, 2):
            if not any(row):
                continue
            if len(row) != len(head):
                raise UsageError(f"{path}: row {number} has {len(row)} cells, not {len(head)}")
            yield dict(zip(head, row, strict=True))
    except csv.Error as error:
        raise UsageError(f"{path}: line {rows.line_num}: {error}") from None
