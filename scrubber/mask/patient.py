"""Whose note it is: from the folder, the file's name, a CSV, a header in the note, or a field of a JSON line.

The patient's id is what surrogates and date shifts are kept together by. It is never written anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from scrubber.errors import NoteError, UsageError
from scrubber.mask.shifts import read_rows

HEAD = 65_536
"""Code points of a note in which a header is looked for."""
_SECONDS = 2.0


@dataclass(frozen=True)
class PatientSource:
    """What tells whose note it is, as ``--patient-from`` names it."""

    kind: str
    """``folder``, ``name``, ``header``, ``column`` or ``csv``."""
    pattern: Any = None
    """A regular expression, of which the first group (or the whole) tells: in a name or the first lines of a note."""
    column: str = ""
    """A key of the JSON document on a line."""
    patients: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By a file's path below the input folder, its name, or its stem."""

    def patient(self, place: str, text: str) -> str:
        """The patient's id, or an empty string.

        Args:
            place: the file's path below the input folder, with slashes.
            text: the note's first piece.
        """
        path = PurePosixPath(place)
        match self.kind:
            case "folder":
                return path.parent.name
            case "name" | "header":
                return _group(self.pattern, place if self.kind == "name" else text[:HEAD])
            case "column":
                return _value(text, self.column)
        return next((self.patients[n] for n in (place, path.name, path.stem) if n in self.patients), "")


def parse_patient_source(value: str) -> PatientSource:
    """The source that ``--patient-from VALUE`` names.

    Raises:
        UsageError: it names none, or its file or pattern is not valid.
    """
    kind, _, rest = value.partition(":")
    if value == "folder":
        return PatientSource(kind)
    if rest and kind in ("name", "header"):
        return PatientSource(kind, pattern=_compiled(rest))
    if rest and kind == "csv":
        return PatientSource(kind, patients=_table(Path(rest)))
    if rest and kind == "column":
        return PatientSource(kind, column=rest)
    raise UsageError("--patient-from takes folder, name:REGEX, header:REGEX, csv:FILE or column:NAME")


def _value(text: str, key: str) -> str:
    """The number or text that a JSON document has under a key."""
    try:
        value = json.loads(text).get(key)
    except (ValueError, AttributeError, RecursionError):
        return ""
    return str(value).strip() if isinstance(value, (str, int)) and not isinstance(value, bool) else ""


def patient_of(source: PatientSource, place: str, text: str) -> str:
    """The patient of a note.

    Raises:
        NoteError: the source does not tell. Without the patient its dates and names would not fit the others'.
    """
    patient = source.patient(place, text)
    if not patient:
        raise NoteError("--patient-from finds no patient for this note")
    return patient


def _compiled(pattern: str) -> Any:
    import regex

    try:
        return regex.compile(pattern, regex.MULTILINE)
    except regex.error as error:
        raise UsageError(f"--patient-from: the regular expression is not valid: {error}") from None


def _group(pattern: Any, text: str) -> str:
    try:
        found = pattern.search(text, timeout=_SECONDS)
    except TimeoutError:
        raise NoteError(f"the pattern of --patient-from ran past {_SECONDS:g} s") from None
    if found is None:
        return ""
    return (found[1] if pattern.groups else found[0] or "").strip()


def _table(path: Path) -> dict[str, str]:
    table: dict[str, str] = {}
    for number, row in enumerate(read_rows(path), 1):
        if len(row) < 2 or not row[0].strip() or not row[1].strip():
            raise UsageError(f"{path}: line {number}: needs a file and a patient")
        name, patient = row[0].strip().replace("\\", "/"), row[1].strip()
        if table.setdefault(name, patient) != patient:
            raise UsageError(f"{path}: line {number}: the file has another patient further up")
    return table
