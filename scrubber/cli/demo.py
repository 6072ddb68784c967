"""``scrub demo``: mask the notes that come with scrub, and show the result."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from scrubber.errors import UsageError


def command(
    folder: Annotated[
        str, typer.Argument(metavar="FOLDER", help="A new folder for the notes and what becomes of them.")
    ] = "scrub-demo",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the review page in the browser.")] = False,
) -> None:
    """Mask the invented notes that come with scrub, and open the page that shows them before and after.

    scrub demo

    The command that it runs is printed: it is the one for notes of your own.
    """
    from scrubber.data import data_folder

    place = Path(folder)
    if place.exists():
        raise UsageError(f"{place} exists already: name a new folder")
    shutil.copytree(data_folder("examples") / "notes", place / "notes")
    words = [str(place / "notes"), "-o", str(place / "out"), "--review", str(place / "review.html"), "--isolated"]
    typer.echo(f"$ {shlex.join(['scrub', *words])}", err=True)
    _run(words)
    typer.echo(f"before: {place / 'notes'}   after: {place / 'out'}   to review: {place / 'review.html'}", err=True)
    if not no_open and sys.stderr.isatty():
        import webbrowser

        webbrowser.open((place / "review.html").resolve().as_uri())


def _run(words: list[str]) -> None:
    """The command line with these words."""
    from scrubber.cli.main import app

    if code := app(words, prog_name="scrub", standalone_mode=False):
        raise typer.Exit(code)
