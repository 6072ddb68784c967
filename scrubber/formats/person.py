"""What the structured part of a record (a row's columns, a document's keys) says of a person."""

from __future__ import annotations

from collections.abc import Iterable

from scrubber.formats.context import FileContext, FileNote
from scrubber.formats.identifiers import NAMES, Identifiers
from scrubber.known.file import no_value

_SHORTEST_DATE = 6
"""Digits: less of a date would be found where none is."""


def note_of(
    context: FileContext, person: Person, texts: Iterable[str], *, patient: str | None, part: str, language: str = ""
) -> FileNote:
    """A record's own note, in which the person of its structured part is known.

    Args:
        texts: what a header might stand in that names the patient.
        patient: the patient's id; empty where there should be one, None where the record does not say.
    """
    if patient == "":
        context.warn("rows and records without a patient's id are masked as a patient's of their own")
        patient = f"{context.place}#{part}"
    head = "\n".join(texts) if patient is None and context.asks_for_patient else ""
    note = context.note(patient=patient, known=person.known, head=head, part=part, language=language)
    for type_, name in person.people:
        note.introduce(name, type_)
    return note


class Person:
    """Collects identifiers, to be looked for in the record's free text."""

    def __init__(self) -> None:
        self._found = Identifiers()
        self._parts: dict[str, str] = {}
        self._births: dict[str, None] = {}

    def learn(self, type_: str, part: str, value: str) -> None:
        """Note what stands in a column.

        Args:
            part: what :meth:`~scrubber.formats.columns.ColumnNames.part_of` says of its name.
        """
        value = value.strip()
        if not value or no_value(value):
            return
        if part == "birth":
            if sum(map(str.isdigit, value)) >= _SHORTEST_DATE:
                self._births[value] = None
        elif type_ != "DATE":
            if part:
                self._parts.setdefault(part, value)
            self._found.add(type_, value)
        if part in ("given", "family") and len(self._parts) == 2:
            # in full, so that the name and its parts are known to be one person's
            self._found.add("PATIENT", f"{self._parts['given']} {self._parts['family']}")

    @property
    def known(self) -> dict[str, tuple[str, ...]]:
        """Identifiers by PHI type, as a note takes them."""
        dates = {"DATE": tuple(self._births)} if self._births else {}
        return self._found.known | dates

    @property
    def people(self) -> list[tuple[str, str]]:
        """The names, as (type, name), full names first."""
        known = self._found.known
        named = [(type_, name) for type_ in sorted(NAMES & known.keys()) for name in known[type_]]
        return sorted(named, key=lambda person: -len(person[1].split()))
