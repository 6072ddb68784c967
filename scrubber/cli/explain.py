"""``scrub explain FILE[:LINE]``: tell why text is masked, or is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import groups as g
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.explain import Explanation, Reason


def command(
    place: Annotated[str, typer.Argument(metavar="FILE[:LINE]", help="A note, or one line of it.", show_default=False)],
    show_text: Annotated[
        bool, typer.Option("--show-text", help="Quote what was found and the words that spoke for it: PHI.")
    ] = False,
    *,
    detecting: g.Detecting,
    texts: g.Texts,
    configuring: g.Configuring,
) -> None:
    """Tell for every span and every rejected candidate what found it, what raised or lowered it, and what it lost to.

    scrub explain note.txt:12

    No text of the note is printed without --show-text. Lines and columns (code points) count from 1.
    """
    from scrubber.cli import build, configured
    from scrubber.cli.stdio import write_stdout
    from scrubber.io.source import open_note

    path, line = _place(place)
    made_of = configured.settings(configured.configuration(configuring), detecting)
    reading = build.reading(texts)
    scrubber = made_of.scrubber()
    with open_note(path) as file:
        at = 1
        note = scrubber.note(name=str(path))
        for piece in reading.of_file(file):
            if piece.fresh:
                note = scrubber.note(name=str(path))
            told = note.explain(piece.text)
            for text in _lines(str(path), piece.text, at, told, line, show_text):
                write_stdout(f"{text}\n".encode("utf-8", "backslashreplace"))
            at += piece.text.count("\n")


def _place(place: str) -> tuple[Path, int | None]:
    """The file and the line.

    Raises:
        UsageError: there is no such file.
    """
    path = Path(place)
    name, _, number = place.rpartition(":")
    if not path.is_file() and name and number.isascii() and number.isdigit():
        if int(number) < 1:
            raise UsageError("lines count from 1")
        path = Path(name)
        line: int | None = int(number)
    else:
        line = None
    if not path.is_file():
        raise UsageError(f"no such file: '{path}'")
    return path, line


def _lines(
    name: str, text: str, first: int, told: list[Explanation], wanted: int | None, show_text: bool
) -> Iterator[str]:
    """The explanations of a piece whose first line has the number ``first``."""
    for one in told:
        start, end = one.span.start, one.span.end
        low = first + text.count("\n", 0, start)
        high = low + text.count("\n", start, end)
        if wanted is not None and not low <= wanted <= high:
            continue
        column = start - (text.rfind("\n", 0, start) + 1) + 1
        shown = f" {json.dumps(text[start:end], ensure_ascii=False)}" if show_text else ""
        yield f"{name}:{low}:{column} {one.span.type} {one.span.source} {one.span.weight} {one.verdict}{shown}"
        yield from (f"    {step}" for step in one.steps)
        yield from (f"    {_said(reason, show_text)}" for reason in one.reasons)
        yield f"    {one.verdict}: {one.why}"


def _said(reason: Reason, show_text: bool) -> str:
    """A reason on a line: "+3.1 the word before it, listed as a title"."""
    quoted = f" {json.dumps(reason.quoted, ensure_ascii=False)}" if show_text and reason.quoted else ""
    return f"{reason.points:+.1f} {reason.said}{quoted}"
