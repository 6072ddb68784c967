"""Files from Python: what ``scrub IN -o OUT`` and ``scrub find`` do, as functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubber.errors import NoteError, UsageError
from scrubber.formats.looking import look
from scrubber.formats.registry import format_of, named
from scrubber.formats.settings import FormatSettings, check_action
from scrubber.io.pieces import Reading
from scrubber.io.source import open_note
from scrubber.nearest import nearest
from scrubber.notices import UNLISTED, collected
from scrubber.runs.input import Masker
from scrubber.runs.search import search
from scrubber.runs.task import Task
from scrubber.text.span import Span

if TYPE_CHECKING:
    from scrubber.pipeline import Scrubber

AnyPath = str | PathLike[str]


@dataclass(frozen=True)
class FileResult:
    """What became of a file."""

    notes: int
    spans: int
    """How many were masked."""
    warnings: tuple[str, ...]
    """What of the file is not handled, and what is left out; without note text."""


def scrub_file(scrubber: Scrubber, source: AnyPath, target: AnyPath, *, jobs: int = 1, **settings: Any) -> FileResult:
    """Mask a file of any format into another, which appears whole or not at all and replaces what was there.

    Args:
        jobs: how many processes may work on a big table.
        settings: the fields of :class:`~scrubber.formats.settings.FormatSettings`, such as ``columns=["note"]``.

    Raises:
        NoteError: it cannot be masked whole; nothing is written. UsageError: a setting that there is not.
    """
    source, target = Path(source), Path(target)
    if target.exists() and target.samefile(source):
        raise NoteError("the output would overwrite the input")
    masker = Masker(scrubber, Reading(), formats=_settings(settings), jobs=jobs)
    with collected() as notices:
        outcome = masker(Task(source, source.name, target, place=source.name))
    if outcome.error:
        raise NoteError(outcome.error)
    left_out = (notice for notice in notices if notice != UNLISTED)
    return FileResult(outcome.notes, outcome.spans, (*outcome.warnings, *left_out))


def find_in_file(scrubber: Scrubber, source: AnyPath, **settings: Any) -> Iterator[tuple[str, str, Span]]:
    """What masking would replace in a file: its place ("row 3, column note", empty in plain text), its text, its span.

    In plain text, the span counts code points from the file's beginning; elsewhere, from the beginning of its text.

    Raises:
        NoteError: the file cannot be read whole. UsageError: a setting that there is not.
    """
    path, found = Path(source), list[tuple[str, str, Span]]()
    chosen = _settings(settings)
    with open_note(path) as file:
        format_ = format_of(file, path.name, chosen.input_format)
        if format_ is not None:

            def take(where: str, text: str, spans: Any) -> None:
                found.extend((where, text[span.start : span.end], span) for span in spans)

            look(format_, file, scrubber, chosen, path.name, take)
            yield from found
            return
        for piece, _, spans in search(scrubber, Reading(chosen.encoding).of_file(file), path.name):
            for span in spans:
                yield "", piece.text[span.start : span.end], span.moved(piece.start)


def _settings(given: dict[str, Any]) -> FormatSettings:
    """The settings of these names, checked as the command line checks them."""
    known = dict(given)
    fields = FormatSettings.__dataclass_fields__
    for name in known:
        if name not in fields:
            raise UsageError(f"no setting '{name}'{nearest(name, fields)}")
    if isinstance(known.get("columns"), str):
        raise TypeError("columns must be a list of texts, not str")
    if "columns" in known:
        known["columns"] = tuple(known["columns"])
    settings = FormatSettings(**known)
    if settings.input_format:
        named(settings.input_format)
    for action in settings.column_actions.values():
        check_action(action, "column_actions")
    return settings
