"""The options that say how tables, messages and documents are treated, for every command that reads them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from scrubber.cli.options import READ
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.config import Config
    from scrubber.formats.settings import FormatSettings
    from scrubber.io.pieces import Reading


class Pictures(StrEnum):
    """What becomes of pictures inside documents."""

    REMOVE = "remove"
    KEEP = "keep"


class BadRow(StrEnum):
    """What becomes of a row, a page or an attachment that cannot be read."""

    REFUSE = "refuse"
    SKIP = "skip"


class PdfAs(StrEnum):
    """What a PDF becomes."""

    PDF = "pdf"
    TEXT = "text"


def _format_names() -> list[str]:
    from scrubber.formats.registry import format_names

    return format_names()


InputFormat = Annotated[
    str | None,
    typer.Option(
        "--input-format",
        metavar="NAME",
        show_default=False,
        help="What the input is (csv, jsonl, hl7, docx, text …), instead of what its name and first bytes say.",
        autocompletion=_format_names,
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="COL",
        show_default=False,
        help="This column (key, JSON pointer) holds notes; the others are kept, or masked as their names or "
        "--column-action say. Repeatable. Default: every column may hold text.",
    ),
]
ColumnActions = Annotated[
    list[str] | None,
    typer.Option(
        "--column-action",
        metavar="COL=ACTION",
        show_default=False,
        help="What becomes of a column (* and ? stand for any): keep, drop, hash, text, or the TYPE by which it is "
        "masked. Repeatable.",
    ),
]
NoHeader = Annotated[
    bool, typer.Option("--no-header", help="The first row of a table is data; columns are called 1, 2, 3 …")
]
PatientColumn = Annotated[
    str | None,
    typer.Option(metavar="COL", show_default=False, help="The column with the patient's id. It is hashed."),
]
IdColumn = Annotated[
    str | None,
    typer.Option(
        metavar="COL",
        show_default=False,
        help="The column with the note's id: rows that follow each other with the same one are one note. It is hashed.",
    ),
]
FieldMaps = Annotated[
    list[str] | None,
    typer.Option(
        "--field-map",
        metavar="FILE",
        show_default=False,
        help="Your own map of fields of messages, DICOM tags or XML, over ours. Repeatable.",
    ),
]

PicturesOption = Annotated[
    Pictures | None,
    typer.Option(
        "--pictures",
        show_default=False,
        rich_help_panel=READ,
        help="Pictures inside documents and messages: remove puts a blank one in the place of each (the default), keep "
        "leaves them as they are, unseen.",
    ),
]
PdfAsOption = Annotated[
    PdfAs | None,
    typer.Option(
        "--pdf-as",
        show_default=False,
        rich_help_panel=READ,
        help="What a PDF becomes: a new pdf drawn from its text (the default), or text, in a file named .pdf.txt.",
    ),
]
OnBadRow = Annotated[
    BadRow | None,
    typer.Option(
        "--on-bad-row",
        show_default=False,
        rich_help_panel=READ,
        help="A row, message, page or attachment that cannot be read: refuse the whole file (the default), or skip it "
        "and do the rest, which ends with exit code 2.",
    ),
]
Quarantine = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        show_default=False,
        rich_help_panel=READ,
        help="Where what is skipped, and every file that is refused, is kept as it was, with all its PHI.",
    ),
]


class Documents(NamedTuple):
    """What becomes of parts of files that cannot be masked."""

    pictures: PicturesOption = None
    pdf_as: PdfAsOption = None
    on_bad_row: OnBadRow = None
    quarantine: Quarantine = None


class Tables(NamedTuple):
    """What the input is, and how columns and fields of tables and messages are treated."""

    input_format: InputFormat = None
    column: Columns = None
    column_action: ColumnActions = None
    no_header: NoHeader = False
    patient_column: PatientColumn = None
    id_column: IdColumn = None
    field_map: FieldMaps = None


def settings(
    config: Config,
    reading: Reading,
    asked: Tables,
    documents: Documents = Documents(),  # noqa: B008 (a tuple)
) -> FormatSettings:
    """How files of the formats are treated: the command line over the configuration.

    Raises:
        UsageError: there is no such format, action or file.
    """
    from scrubber.formats.registry import TEXT, named
    from scrubber.formats.settings import FormatSettings
    from scrubber.io.boundary import JsonLines

    base = config.formats
    format_ = asked.input_format if asked.input_format is not None else base.input_format
    if format_:
        named(format_)
    if not format_ and isinstance(reading.boundary, JsonLines):
        format_ = TEXT  # each line is scrubbed as --note-boundary jsonl says
    return FormatSettings(
        input_format=format_,
        columns=tuple(asked.column or base.columns),
        column_actions={**base.column_actions, **_actions(asked.column_action or ())},
        header=base.header and not asked.no_header,
        patient_column=asked.patient_column if asked.patient_column is not None else base.patient_column,
        id_column=asked.id_column if asked.id_column is not None else base.id_column,
        maps=(*base.maps, *_files(asked.field_map or ())),
        pictures=documents.pictures or base.pictures,
        pdf_as=documents.pdf_as or base.pdf_as,
        on_bad_row=documents.on_bad_row or base.on_bad_row,
        quarantine=documents.quarantine,
        encoding=reading.encoding,
    )


def _actions(given: Sequence[str]) -> dict[str, str]:
    from scrubber.formats.settings import check_action

    found: dict[str, str] = {}
    for entry in given:
        column, equals, action = entry.rpartition("=")
        if not equals or not column:
            raise UsageError(f"--column-action takes COL=ACTION, not '{entry}'")
        found[column] = check_action(action, "--column-action")
    return found


def _files(names: Sequence[str]) -> list[Path]:
    for name in names:
        if not Path(name).is_file():
            raise UsageError(f"--field-map: no such file: '{name}'")
    return [Path(name) for name in names]
