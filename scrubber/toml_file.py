"""TOML files of the shipped patterns, read from what was compiled of them where they have not changed since.

To parse TOML takes tomllib twenty times as long as it takes json. ``toml.compiled`` in a folder, made when the wheel is
built, holds a line for each of its TOML files: its checksum, and what it says, as JSON.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from scrubber.data import ships
from scrubber.errors import DataError
from scrubber.gazetteers.sorted_text import SortedText, checksum, sorted_text

FILE = "toml.compiled"
VERSION = 2
"""Of the compiled file: to be raised when it changes."""


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file says.

    Raises:
        DataError: it is missing or broken.
    """
    try:
        source = path.read_bytes()
        compiled = _compiled(path.parent).find(path.name)
        if compiled is not None:
            made_of, _, content = compiled.partition("\t")
            if made_of == checksum(source):
                table: dict[str, Any] = json.loads(content)
                return table
        return _parse(source)
    except (OSError, ValueError) as error:  # which broken TOML, JSON and UTF-8 are
        raise DataError(f"{path}: {error}") from None


def write(folder: Path) -> None:
    """Compile the TOML files of a folder, those that JSON can say."""
    lines = {}
    for path in sorted(folder.glob("*.toml")):
        source = path.read_bytes()
        table = _parse(source)
        content = json.dumps(table, ensure_ascii=False, separators=(",", ":"), default=lambda _: None)
        if json.loads(content) == table:  # a date or 'nan' is not
            lines[path.name] = f"{checksum(source)}\t{content}"
    data = sorted_text(lines)
    (folder / FILE).write_bytes(_head(data) + data)
    _compiled.cache_clear()


@lru_cache(maxsize=8)
def _compiled(folder: Path) -> SortedText:
    if not ships(folder):  # beside a site's rules it could say anything
        return SortedText()
    try:
        head, _, data = (folder / FILE).read_bytes().partition(b"\n")
    except OSError:
        return SortedText()
    return SortedText(data if head + b"\n" == _head(data) else b"")


def _head(data: bytes) -> bytes:
    return f"# toml {VERSION} {checksum(data)}\n".encode()


def _parse(source: bytes) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(source.decode())
