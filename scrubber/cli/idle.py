"""Options that would do nothing beside others, or to the inputs of a run: errors, told at once.

An option that would have no effect is an error, so that nobody relies on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scrubber.errors import NoteError, UsageError

if TYPE_CHECKING:
    import typer

    from scrubber.cli.formats import Documents, Tables
    from scrubber.formats.settings import FormatSettings

OF_INPUTS = (
    ("--stdin-filename", "standard input"),
    ("--jobs", "PATHS"),
    ("--include", "a folder in PATHS"),
)
"""Options about inputs, of every command that reads notes, and what they need."""
PLAIN = "text"
_UNKNOWN = "?"
_PACKED = frozenset({"gzip", "zip"})
_WITH_HEADER = frozenset({"csv", "tsv", "xlsx", "xls"}) | _PACKED
_WITH_COLUMNS = _WITH_HEADER | {"jsonl", "json", "parquet"} | _PACKED
_WITHOUT_FIELDS = frozenset({PLAIN, "pdf", "rtf", "html", "docx", "doc"})
_WITHOUT_PICTURES = frozenset({PLAIN, "csv", "tsv", "parquet", "vcf", "vcard", "pdf"})
_WITH_PARTS = frozenset({"csv", "tsv", "jsonl", "eml", "mbox", "pdf", "gzip", "zip"})


class _Heeded(NamedTuple):
    """What heeds an option."""

    formats: frozenset[str]
    lacks: str
    """What a run without such a format lacks."""


def said(context: typer.Context, files: Sequence[Path]) -> set[str]:
    """The options of the command line, and what it names to be read: what :func:`refuse_without` asks for."""
    source = context.get_parameter_source
    given = (p for p in context.command.params if getattr(source(p.name or ""), "name", "") == "COMMANDLINE")
    read = {"PATHS"} if files else {"standard input"}
    return {p.opts[-1] for p in given} | read | ({"a folder in PATHS"} if any(p.is_dir() for p in files) else set())


def refuse_together(said: Set[str], excluding: Iterable[tuple[str, str]]) -> None:
    """Refuse two options of which each makes the other one useless.

    Raises:
        UsageError: both are given.
    """
    for option, other in excluding:
        if {option, other} <= said:
            raise UsageError(f"{option} and {other} exclude each other")


def refuse_without(said: Set[str], needs: Iterable[tuple[str, str]]) -> None:
    """Refuse options without what they would have an effect on.

    Raises:
        UsageError: there is one.
    """
    for option, need in needs:
        if option in said and need not in said:
            raise UsageError(f"{option} needs {need}")


def refuse(
    chosen: FormatSettings,
    files: Iterable[Path] | None,
    stdin_filename: str | None,
    asked: Tables,
    documents: Documents | None = None,
) -> None:
    """Refuse options that would do nothing to any file of a run; without files, to standard input, which has a name.

    Raises:
        UsageError: there is one.
    """
    from scrubber.formats.registry import recognise

    wanted = _wanted(asked, documents)
    if files is not None:
        _refuse(wanted, (_format_of(path, chosen) for path in files))
    else:
        format_ = recognise(stdin_filename or "", b"", chosen.input_format)
        _refuse(wanted, [format_.name if format_ else PLAIN])


def _wanted(asked: Tables, documents: Documents | None) -> dict[str, _Heeded]:
    """The options that are given, with what heeds them."""
    pictures, pdf_as, on_bad_row, _ = documents or (None,) * 4
    from scrubber.formats.registry import format_names

    every = frozenset(format_names())
    columns = _Heeded(_WITH_COLUMNS, "no input has columns (--input-format csv, if it is a table)")
    given = {
        "--column": (asked.column, columns),
        "--column-action": (asked.column_action, columns),
        "--patient-column": (asked.patient_column, columns),
        "--id-column": (asked.id_column, columns),
        "--no-header": (
            asked.no_header,
            _Heeded(_WITH_HEADER, "no input is a table (--input-format csv, if it is one)"),
        ),
        "--field-map": (asked.field_map, _Heeded(every - _WITHOUT_FIELDS, "no input has fields that a map is about")),
        "--pictures": (
            pictures,
            _Heeded(every - _WITHOUT_PICTURES, "no input is a document that may hold pictures"),
        ),
        "--pdf-as": (pdf_as, _Heeded(frozenset({"pdf"}), "no input is a PDF")),
        "--on-bad-row": (
            on_bad_row,
            _Heeded(_WITH_PARTS, "no input has rows, messages, pages or attachments"),
        ),
    }
    return {option: heeded for option, (value, heeded) in given.items() if value}


def _refuse(wanted: dict[str, _Heeded], formats: Iterable[str]) -> None:
    """Raises a UsageError for the first option that no format heeds; reads no more formats than that takes."""
    for option, heeded in _idle(wanted, formats):
        raise UsageError(f"{option} would do nothing: {heeded.lacks}")


def _idle(wanted: dict[str, _Heeded], formats: Iterable[str]) -> Iterator[tuple[str, _Heeded]]:
    idle = dict(wanted)
    for format_ in formats if idle else ():
        if format_ == _UNKNOWN:
            return
        idle = {option: heeded for option, heeded in idle.items() if format_ not in heeded.formats}
        if not idle:
            return
    yield from idle.items()


def _format_of(path: Path, chosen: FormatSettings) -> str:
    """The name of a file's format; unknown of a pipe and of what the run will complain of."""
    from scrubber.formats.registry import format_of

    try:
        if not path.is_file():
            return _UNKNOWN
        with path.open("rb") as file:
            format_ = format_of(file, path.name, chosen.input_format)
    except (OSError, NoteError):
        return _UNKNOWN
    return format_.name if format_ else PLAIN
