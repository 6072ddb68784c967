"""Adding entries to the end of a configuration file."""

from __future__ import annotations

import tomllib
from pathlib import Path

from scrubber.errors import UsageError
from scrubber.io.atomic import Like, WholeFile
from scrubber.io.source import reason
from scrubber.review.entries import Entries

_PREFIX = "tool.scrub."
"""Where the configuration stands in a ``pyproject.toml``."""


def add_to(path: Path, entries: Entries) -> None:
    """Add the entries to a file, or to a new one that its owner alone may read; it is replaced whole or not at all.

    Raises:
        UsageError: it cannot be read or written, or has its lists in a form to whose end nothing can be added.
    """
    try:
        old = path.read_bytes().decode() if path.exists() else ""
        new = added(old, entries, _PREFIX if path.name == "pyproject.toml" else "", str(path))
        like = Like(path.stat(), exactly=True) if path.exists() else None
        with WholeFile(path, mode=0o600, like=like) as file:
            file.write(new.encode())
    except OSError as error:
        raise UsageError(f"cannot write {path}: {reason(error)}") from None


def added(old: str, entries: Entries, prefix: str, where: str) -> str:
    """The file's text with the entries behind it, in its own line ends.

    Raises:
        UsageError: that would be no TOML.
    """
    end = "\r\n" if "\r\n" in old else "\n"
    tables = entries.toml(prefix).replace("\n", end)
    new = f"{old}{tables}" if not old or old.endswith("\n") else f"{old}{end}{tables}"
    new = new if old else new.lstrip()
    try:
        tomllib.loads(new)
    except tomllib.TOMLDecodeError:
        raise UsageError(
            f"{where}: 'mask' or 'allow' is a list in brackets there: write its entries as [[mask]], [[allow]] tables"
        ) from None
    return new
