"""TOML files, those of the shipped patterns read from what was compiled of them where they have not changed since.

To parse TOML takes tomllib twenty times as long.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scrubber.compiled import checksum, compiled_of
from scrubber.errors import DataError


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file says.

    Raises:
        DataError: it is missing or broken.
    """
    try:
        source = path.read_bytes()
        compiled = compiled_of(path.parent).find(_key(path))
        if compiled is not None and compiled[0] == checksum(source):
            table: dict[str, Any] = compiled[1]
            return table
        return _parse(source)
    except (OSError, ValueError) as error:  # which broken TOML and UTF-8 are
        raise DataError(f"{path}: {error}") from None


def to_compile(folder: Path) -> dict[str, tuple[str, dict[str, Any]]]:
    """What is kept of a folder's TOML files, for :mod:`scrubber.compiled`: of those of plain values, without dates."""
    kept = {}
    for path in sorted(folder.glob("*.toml")):
        source = path.read_bytes()
        table = _parse(source)
        if _is_plain(table):
            kept[_key(path)] = (checksum(source), table)
    return kept


def _key(path: Path) -> str:
    return f"toml {path.name}"


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    return all(map(_is_plain, value)) if isinstance(value, list) else isinstance(value, str | int | float)


def _parse(source: bytes) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(source.decode())
