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
    from scrubber.explain import Explanation
    from scrubber.io.pieces import Piece, Reading
    from scrubber.model.reasons import Reason


def command(
    place: Annotated[
        str,
        typer.Argument(
            metavar="FILE[:LINE]", help="A note, or one line of it; - is standard input.", show_default=False
        ),
    ],
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
    from scrubber.cli.console import counted
    from scrubber.cli.stdio import write_stdout
    from scrubber.explain import explain
    from scrubber.pipeline import Scrubber

    path, line = _place(place)
    name = "<stdin>" if path is None else str(path)
    made_of = configured.settings(configured.configuration(configuring), detecting)
    reading = build.reading(texts)
    scrubber = Scrubber.made_from(made_of)
    at, last = 1, ""
    note = scrubber.note(name=name)
    for piece in _pieces(reading, path):
        if piece.fresh:
            note = scrubber.note(name=name)
        told = explain(note, piece.text)
        for text in _lines(name, piece.text, at, told, line, show_text):
            write_stdout(f"{text}\n".encode("utf-8", "backslashreplace"))
        at += piece.text.count("\n")
        last = piece.text[-1:] or last
    there = at - (last in ("\n", ""))
    if line is not None and line > there:
        raise UsageError(f"{name} has {counted(there, 'line')}")


def _pieces(reading: Reading, path: Path | None) -> Iterator[Piece]:
    """Those of a file, or of standard input."""
    from scrubber.io.source import open_note, pipe_chunks

    if path is None:
        yield from reading.pieces(pipe_chunks(0, pauses=False))
        return
    with open_note(path) as file:
        yield from reading.of_file(file)


def _place(place: str) -> tuple[Path | None, int | None]:
    """The file (none for standard input) and the line.

    Raises:
        UsageError: there is no such file.
    """
    name, line = place, None
    start, _, number = place.rpartition(":")
    if not Path(place).is_file() and start and number.isascii() and number.isdigit():
        name, line = start, int(number)
        if line < 1:
            raise UsageError("lines count from 1")
    if name == "-":
        return None, line
    if not Path(name).is_file():
        raise UsageError(f"{'a folder, not a file' if Path(name).is_dir() else 'no such file'}: '{name}'")
    return Path(name), line


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
