"""From what the command line says to the objects that do it."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from scrubber.errors import UsageError
from scrubber.io.boundary import FORM_FEED, parse_boundary
from scrubber.io.encoding import named
from scrubber.io.pieces import Reading
from scrubber.io.walk import printable
from scrubber.settings import ScrubberSettings

if TYPE_CHECKING:
    from scrubber.cli.groups import Texts


def settings(
    profile: str,
    min_weight: int,
    lexicons: Sequence[str] | None = None,
    rules: Sequence[str] | None = None,
    no_crf: bool = False,
) -> ScrubberSettings:
    """What the Scrubber is to be made from; loading it is left for later.

    Raises:
        UsageError: there is no such profile or folder.
    """
    from scrubber.policy import load_policy

    load_policy(profile)
    options: dict[str, Any] = {"min_weight": min_weight}
    if lexicons:
        options["lexicons"] = folders("--lexicon", lexicons)
    if rules:
        options["rules"] = folders("--rules", rules)
    if no_crf:
        options["crf"] = False
    return ScrubberSettings(profile, options)


def folders(option: str, names: Sequence[str]) -> tuple[Path, ...]:
    """The folders that an option names.

    Raises:
        UsageError: there is none of such a name.
    """
    for name in names:
        if not name or not Path(name).is_dir():
            raise UsageError(f"{option}: no such folder: '{printable(name)}'")
    return tuple(Path(name) for name in names)


def reading(texts: Texts) -> Reading:
    """How inputs are read.

    Raises:
        UsageError: there is no such encoding or boundary.
    """
    boundary = FORM_FEED if texts.note_boundary is None else parse_boundary(texts.note_boundary)
    return Reading(None if texts.encoding is None else named(texts.encoding), boundary)


def input_paths(paths: Sequence[str] | None) -> list[Path]:
    """The files and folders to read; empty for standard input.

    Raises:
        UsageError: one does not exist, or ``-`` stands among others.
    """
    if not paths or list(paths) == ["-"]:
        return []
    if "-" in paths:
        raise UsageError("- (standard input) cannot be mixed with paths")
    for path in paths:
        try:
            mode = os.stat(path).st_mode if path else 0
        except OSError as error:
            meant = _command_meant(path) if path == paths[0] else ""
            raise UsageError(f"{os.strerror(error.errno or 0).lower()}: '{printable(path)}'{meant}") from None
        if not path or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISFIFO(mode)):
            raise UsageError(f"neither a file nor a folder: '{printable(path)}'")
    return [Path(path) for path in paths]


def _command_meant(word: str) -> str:
    """The command that a word which is no file may be a slip for."""
    from difflib import get_close_matches

    from scrubber.cli.main import COMMANDS

    close = get_close_matches(word, COMMANDS, n=1)
    return f"; did you mean 'scrub {close[0]}'?" if close else ""


def output_path(output: str | None) -> Path | None:
    """Where to write; None for standard output.

    Raises:
        UsageError: the name is empty.
    """
    if output == "":
        raise UsageError("--output is empty")
    return None if output in (None, "-") else Path(str(output))


def only_file(files: Sequence[Path]) -> Path:
    """The one note that can go to standard output.

    Raises:
        UsageError: there are more, or it is a folder.
    """
    if len(files) > 1 or files[0].is_dir():
        raise UsageError("more than one note needs --output FOLDER (or --in-place)")
    return files[0]


NO_FILE = "no file to read in PATHS"


def refuse_empty(files: Sequence[Path], include: Sequence[str]) -> None:
    """Raises a UsageError if there is no note in the paths: one of them is wrong, more often than empty."""
    if next(notes_in(files, include), None) is None:
        raise UsageError(f"{NO_FILE} (see --include): --allow-empty accepts that")


def notes_in(files: Sequence[Path], include: Sequence[str]) -> Iterator[Path]:
    """The files that are read of the paths."""
    from scrubber.io.walk import walk

    return (found.path for found in walk(files, include) if not found.skipped)


def refuse_existing(out: Path | None, force: bool) -> None:
    """Raises a UsageError where standard input would overwrite something."""
    if out is None:
        return
    if out.is_dir():
        raise UsageError(f"{printable(out)} is a folder; standard input needs a file")
    if os.path.lexists(out) and not force:
        raise UsageError(f"{printable(out)} exists already: --force overwrites it")


def help_if_idle(context: typer.Context, paths: Sequence[str] | None) -> None:
    """Show the help when the user only typed the command: no path, and a keyboard for standard input.

    Of the command that stands for scrub alone it is an overview.
    """
    if paths or sys.stdin is None or not sys.stdin.isatty():
        return
    from scrubber.cli.main import DEFAULT
    from scrubber.cli.overview import overview

    group = context.parent
    alone = group is not None and context.info_name == DEFAULT
    typer.echo(overview(group.command, group) if group and alone else context.get_help(), err=True)
    raise typer.Exit(2)
