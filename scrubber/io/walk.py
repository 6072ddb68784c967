"""Which files a run reads, and where each one's output goes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from scrubber.errors import NoteError, UsageError
from scrubber.formats.registry import HEAD_BYTES, has_signature, suffixes
from scrubber.io.atomic import is_temporary
from scrubber.io.encoding import decode, sniff
from scrubber.io.source import reason

_LOCK = "~$"
JOURNAL_NAME = ".scrub-journal.jsonl"
IGNORE_NAME = ".scrubignore"
OWN_FILES = frozenset({JOURNAL_NAME, IGNORE_NAME, ".scrub-run.json", ".scrub-baseline.json"})
"""Files of scrub itself, which nobody takes for notes."""
_TABLE_LOG = "_delta_log"
_SUMMARIES = frozenset({"_metadata", "_common_metadata"})
TEXT_PATTERNS = ("*.txt", "*.text", "*.md", "*.note", "*.log")


class Found(NamedTuple):
    """A file met in a run."""

    path: Path
    place: Path
    """Its path in the mirrored tree."""
    skipped: str = ""
    """Why it is not read; empty for a note."""
    failed: bool = False
    """It might hold notes and cannot be read, which is an error."""


def walk(paths: Sequence[Path], include: Sequence[str] = ()) -> Iterator[Found]:
    """Every file under ``paths``: those named themselves, and in folders text and what has a format, in sorted order.

    A folder's own files go to the top of the mirrored tree; with several paths, each folder keeps its name.

    What cannot be listed is among them, as failed.
    """
    for path in paths:
        if path.is_dir():
            top = Path() if len(paths) == 1 else Path(path.resolve().name)
            yield from _folder(path, top, path.resolve(), tuple(include) or TEXT_PATTERNS, bool(include))
        else:
            yield Found(path, Path(path.name))


def _folder(top: Path, place: Path, root: Path, patterns: Sequence[str], strict: bool) -> Iterator[Found]:
    # no recursion: folders may be nested deeper than Python's stack
    levels = [_entries(top, place)]
    while levels:
        entry = next(levels[-1], None)
        if entry is None:
            levels.pop()
            continue
        path, place, mode, failed = entry
        if failed:
            yield Found(path, place, failed, failed=True)
        elif stat.S_ISDIR(mode) and path.name == _TABLE_LOG:
            yield Found(path, place, "the log of a Delta table; rows that are deleted there are in its files still")
        elif stat.S_ISDIR(mode):
            levels.append(_entries(path, place))
        elif not (is_temporary(path.name) or path.name in OWN_FILES):
            yield Found(path, place, _why_not(path, mode, root, patterns, strict))


def _entries(folder: Path, place: Path) -> Iterator[tuple[Path, Path, int, str]]:
    """What lies in a folder, sorted: path, place, mode, and why that is not known; the folder itself if it fails."""
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        yield folder, place, 0, reason(error)
        return
    for name in names:
        path = folder / name
        try:
            yield path, place / name, path.lstat().st_mode, ""
        except OSError as error:
            yield path, place / name, 0, reason(error)


def _why_not(path: Path, mode: int, root: Path, patterns: Sequence[str], strict: bool) -> str:
    if stat.S_ISLNK(mode):
        if path.is_dir():
            return "a link to a folder"
        if not path.exists() or not path.resolve().is_relative_to(root):
            return "a link that leads out of the folder"
    elif not stat.S_ISREG(mode):
        return "not a file"
    name = path.name
    if name.startswith(_LOCK):
        return "a lock file of Office"
    if name in _SUMMARIES:
        return "a summary of Parquet files, with values of their rows"
    if any(fnmatchcase(name, p) or fnmatchcase(name.lower(), p) for p in patterns):
        return ""
    if strict:
        return "not included"
    if name.lower().endswith(suffixes()):
        return ""
    return "not a text file, nor of a known format" if path.suffix or not _looks_readable(path) else ""


def _looks_readable(path: Path) -> bool:
    """Whether a file without suffix is worth trying. Unreadable ones are, so that the run says so."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
        if has_signature(head):
            return True
        decode(head[: head.rfind(b"\n") + 1] or head, sniff(head))
    except NoteError:
        return False
    except OSError:
        return True
    return True


def check_output(paths: Sequence[Path], out: Path) -> None:
    """Refuse an output folder that would be mixed up with the input.

    Raises:
        UsageError: the one lies inside the other, or two inputs have the same place in the output.
    """
    target = out.resolve()
    tops: dict[str, Path] = {}
    for path in paths:
        source = path.resolve()
        if path.is_dir():
            if target == source or target.is_relative_to(source):
                raise UsageError(f"the output folder {printable(out)} lies inside the input {printable(path)}")
            if source.is_relative_to(target):
                raise UsageError(f"the input {printable(path)} lies inside the output folder {printable(out)}")
        elif source in (target, (target / path.name).resolve()):
            raise UsageError(f"the output would overwrite the input {printable(path)}: see --in-place")
        top = source.name if path.is_dir() else path.name
        if len(paths) > 1 and top in tops:
            raise UsageError(f"{printable(tops[top])} and {printable(path)} would have the same output: run them apart")
        tops[top] = path


def printable(path: Path | str) -> str:
    """A path for a message: on one line, whatever characters it holds."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
