"""``scrub restore``: turn a masked folder back, with the run's map and key."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.mask.mapfile import MappedFile

_NAMED = 5
"""Absent notes that are named, of any number."""


def command(
    masked: Annotated[str, typer.Argument(metavar="OUT", help="The folder (or file) that scrub wrote.")],
    map_file: Annotated[str, typer.Option("--map", metavar="FILE", help="The map that scrub --map wrote.")],
    output: Annotated[str, typer.Option("-o", "--output", metavar="BACK", help="A new folder for the notes.")],
    key_file: o.RunKey = None,
    *,
    configuring: g.Configuring,
    messages: g.Messages,
) -> None:
    """Give back the very notes that a run with --map masked.

    scrub restore out/ --map run.map --key-file study.key -o back/

    A masked file that was changed since, or is not there, cannot be turned back: it is an error, and the others are.
    """
    from scrubber.cli import configured
    from scrubber.mask.mapfile import read_map
    from scrubber.runs.task import Outcome

    source, back = Path(masked), Path(output)
    _check(source, back)
    key = configured.key(key_file, configured.configuration(configuring))
    if key is None:
        raise UsageError("restore needs the run's key: --key-file, SCRUB_KEY, or key-file in the configuration")
    console = messages.console()
    absent: list[str] = []
    for file in _asked_for(source, read_map(Path(map_file), key)):
        if source.is_dir() and _is_inside(file.out) and not os.path.lexists(source / file.out):
            absent.append(file.out)
            continue
        error = _restore(source, back, file)
        console.count(file.out, Outcome(spans=len(file.edits), notes=1, error=error))
    if absent:
        console.count(masked, Outcome(error=_absence(absent)))
    console.sum_up("restored", "put back")
    raise typer.Exit(console.exit_code)


def _asked_for(source: Path, files: Iterable[MappedFile]) -> Iterable[MappedFile]:
    """The notes of a map that are to be turned back: of a single masked file the one of its name, if there is one."""
    if source.is_dir():
        return files
    every = list(files)
    return [file for file in every if PurePosixPath(file.out).name == source.name] or every


def _absence(names: Sequence[str]) -> str:
    """That notes of the map are not there, with the first of them by name."""
    from scrubber.io.walk import printable

    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    named = ", ".join(map(printable, names[:_NAMED]))
    return f"{len(names)} of the map's notes {'is' if len(names) == 1 else 'are'} not there: {named}{more}"


def _check(source: Path, back: Path) -> None:
    if not source.exists():
        raise UsageError(f"no such file or folder: {source}")
    if back.is_dir() and any(back.iterdir()):
        raise UsageError(f"{back} is not empty")
    if source.is_dir() and back.resolve().is_relative_to(source.resolve()):
        raise UsageError(f"the notes must not go back into the masked folder {source}")


def _restore(source: Path, back: Path, file: MappedFile) -> str:
    """Put one note back; what went wrong, or nothing."""
    from scrubber.io.atomic import WholeFile
    from scrubber.io.source import reason

    if not (_is_inside(file.out) and _is_inside(file.original)):
        return "the map names a path outside the folder"
    try:
        data = (source / file.out if source.is_dir() else source).read_bytes()
        if hashlib.sha256(data).hexdigest() != file.sha256:
            return "was changed since it was masked"
        target = back / file.original
        target.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(target):
            return "two notes would go to the same place"
        with WholeFile(target) as out:
            out.write(file.restore(data))
    except OSError as error:
        return reason(error)
    return ""


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts
