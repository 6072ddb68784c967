"""Where a report goes: standard output, or a file that appears whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scrubber.errors import UsageError


@contextmanager
def report_output(path: str | None, private: bool) -> Iterator[Callable[[str], object]]:
    """A function that writes pieces of the report.

    Args:
        path: the file; ``None`` for standard output.
        private: the report holds text of notes, so only its owner may read the file.

    Raises:
        UsageError: the file cannot be written.
    """
    from scrubber.cli.stdio import write_stdout

    if path is None:
        yield lambda text: write_stdout(text.encode("utf-8", "backslashreplace"))
        return
    from scrubber.io.atomic import WholeFile
    from scrubber.io.source import reason

    try:
        with WholeFile(Path(path), mode=0o600 if private else None) as file:
            yield lambda text: file.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(f"cannot write {path}: {reason(error)}") from None


def writable(option: str, name: str, force: bool) -> Path:
    """The file that an option names, to be written.

    Raises:
        UsageError: it cannot be, or is there already and shall not be overwritten.
    """
    path = Path(name)
    if not name or path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(f"{option}: cannot write '{name}'")
    if path.exists() and not force:
        raise UsageError(f"{option}: {path} exists already: --force overwrites it")
    return path
