"""Folders of a partitioned table (``mrn=123/part-0.parquet``): a column whose value is the same in all rows below."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from scrubber.formats.settings import DROP, HASH, KEEP, TEXT, FormatSettings

if TYPE_CHECKING:
    from scrubber.formats.columns import Column
    from scrubber.mask.keys import Key
    from scrubber.policy import Policy

_FOLDER = re.compile(r"([^=]+)=(.+)", re.DOTALL)
_NULL = "__HIVE_DEFAULT_PARTITION__"


def partition_values(place: str) -> dict[str, str | None]:
    """What the folders above a file say of its rows, by column. ``place``: the file's path, with slashes."""
    found = (_FOLDER.fullmatch(part) for part in place.split("/")[:-1])
    return {unquote(m[1]): None if m[2] == _NULL else unquote(m[2]) for m in found if m}


def plain_folder(folder: str) -> str:
    """A folder's name to be searched: a column's value behind its name, as in a row."""
    found = _FOLDER.fullmatch(folder)
    return f"{unquote(found[1])}: {unquote(found[2])}" if found else folder


def masked_place(place: Path, settings: FormatSettings, policy: Policy, key: Key) -> Path:
    """A file's path in the output: where a folder's column is masked, its value is what a hashed column would hold."""
    return Path(*(_masked_folder(part, settings, policy, key) for part in place.parts[:-1]), place.name)


def _masked_folder(folder: str, settings: FormatSettings, policy: Policy, key: Key) -> str:
    found = _FOLDER.fullmatch(folder)
    if found is None or found[2] == _NULL:
        return folder
    from scrubber.formats.identifiers import hashed

    column, value = _column(unquote(found[1]), settings), unquote(found[2])
    if column.action in (KEEP, TEXT) or (column.action not in (HASH, DROP) and not policy.masks(column.action, value)):
        return folder
    return f"{found[1]}={quote(hashed(column.type, value, key), safe='')}"


def _column(name: str, settings: FormatSettings) -> Column:
    """What becomes of a column of this name; that others are missing is no matter here."""
    from scrubber.formats.columns import make_plan, matches

    def own(wanted: str) -> str:
        return wanted if wanted and matches(name, wanted) else ""

    here = replace(
        settings,
        columns=(),
        column_actions={wanted: action for wanted, action in settings.column_actions.items() if own(wanted)},
        patient_column=own(settings.patient_column),
        id_column=own(settings.id_column),
    )
    return make_plan([name], here).columns[0]
