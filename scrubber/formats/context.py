"""What a format's code is given to work with: the one place through which a file's text is scrubbed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from scrubber.errors import NoteError
from scrubber.formats.cells import Cell, Joined
from scrubber.formats.note import FileNote, Mark, applied, spread
from scrubber.formats.quarantine import keep_aside
from scrubber.formats.settings import SKIP, FormatSettings
from scrubber.mask.patient import PatientSource, patient_of
from scrubber.notices import say
from scrubber.report.left import MOST_NOTES, Left
from scrubber.text.span import Span
from scrubber.text.view import view

if TYPE_CHECKING:
    from scrubber.mask.keys import Key
    from scrubber.pipeline import Scrubber

__all__ = ["FileContext", "FileNote", "Mark", "Record", "Writable", "applied", "spread"]

Record = Callable[[str, str, Sequence[Span], Sequence[str]], None]
"""Is told where a text stood ("row 3, note"), the text, its spans and what replaced them."""

_LOOK = 4000
"""Characters of a file's texts by which its language is told."""


class Writable(Protocol):
    """Where a masked file goes; it appears only when the format's code returns without an error."""

    def write(self, data: bytes, /) -> object:
        """Append."""


class FileContext:
    """One file at work. Hands out notes, and counts what is masked.

    Args:
        name: how messages call the file; place: its path below the input folder.
        record: is told of every text that was looked at; measures: take down what each note leaves to be read.
        keep: change nothing, as for ``scrub find``: texts are looked at, recorded and given back as they were.
        jobs: how many processes may work on this one file; progress: is told how many bytes of it are done.
    """

    def __init__(
        self,
        scrubber: Scrubber,
        settings: FormatSettings,
        *,
        name: str,
        place: str = "",
        patients: PatientSource | None = None,
        record: Record | None = None,
        measures: bool = False,
        keep: bool = False,
        jobs: int = 1,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        if patients is not None and patients.kind == "column":  # --patient-from column:NAME
            settings = replace(settings, patient_column=settings.patient_column or patients.column)
            patients = None
        self.settings = settings
        self.name = name
        self.jobs = jobs
        self._progress = progress
        self._measures = measures
        self.begin(record)
        self._scrubber = scrubber
        self._place = place or name
        self._patients = patients
        self._keep = keep
        self._outer: list[FileNote] = []

    def begin(self, record: Record | None) -> None:
        """Count from nothing."""
        self.notes = 0
        self.spans = 0
        self.warnings: list[str] = []
        """What the user has to know of the file, once each; without note text."""
        self.unmet = dict(self.settings.wanted_columns())
        """The keys of JSON that are named and were in no record yet, with the options that name them."""
        self.record = record
        self.left: list[Left] = []
        """What the first notes leave to be read, where that is measured."""

    def progress(self, done: int) -> None:
        """Say how far into the file the work is, in bytes."""
        if self._progress is not None:
            self._progress(done)

    def note(
        self,
        *,
        patient: str | None = None,
        known: Mapping[str, tuple[str, ...]] | None = None,
        head: str = "",
        part: str | None = None,
        language: str = "",
        whole: str = "",
    ) -> FileNote:
        """Begin a note: a document, a message, a row of a table. What is learned in it stays in it.

        Args:
            patient: the patient's id, where the file says; else it is looked for as ``--patient-from`` says.
            known: identifiers by PHI type that the file holds elsewhere (a message's PID, a row's other columns).
            head: the beginning of the note's text, in which a header may name the patient.
            part: what tells the note from the file's others; its number by default.
            language: what it is read as if it doesn't tell.
            whole: as much of its text as it takes to tell its language, in which then all of it is read.

        Raises:
            NoteError: that language has no pack, and such notes are to be refused.
        """
        if self._outer and patient is None and known is None:
            return self._outer[-1]
        self.notes += 1
        if patient is None and self._patients:
            patient = patient_of(self._patients, self._place, head)
        if part is None:
            part = "" if self.notes == 1 else str(self.notes)
        place = f"{self._place}#{part}" if part else self._place
        note = self._scrubber.note(name=self.name, patient=patient, known=known, place=place, language=language)
        if self._measures and len(self.left) < MOST_NOTES:
            note.left = Left(patient or "")
            self.left.append(note.left)
        if whole:
            note.settle(whole)
        return FileNote(self, note)

    def uncounted_note(self, *, patient: str, part: str) -> FileNote:
        """A note of what stands beside a file's notes (a header, metadata, names of files), and is none of them."""
        note = self.note(patient=patient, part=part)
        self.notes -= 1
        return note

    def read_ahead(self, firsts: Iterable[tuple[FileNote, Sequence[Cell]]]) -> None:
        """Look through the first cells of notes that have just begun, all at once."""
        self._scrubber.read_notes_ahead((note.note, Joined(cells).text) for note, cells in firsts if cells)

    def language_of(self, texts: Iterable[str]) -> str:
        """The language that some texts of the file tell together, as far as one looks; empty where they don't."""
        looked, size = [], 0
        for text in texts:
            looked.append(text)
            size += len(text)
            if size >= _LOOK:
                break
        return self._scrubber.packs.language_of(view("\n".join(looked)).text)

    @contextmanager
    def member(self, name: str) -> Iterator[None]:
        """While a packed file is worked on, which has notes of its own. ``name``: its path in the archive."""
        before = self.name, self._place, self.jobs
        self.name, self._place, self.jobs = name, f"{self._place}/{name}", 1
        try:
            yield
        finally:
            self.name, self._place, self.jobs = before

    @contextmanager
    def inside(self, note: FileNote) -> Iterator[int]:
        """While a file inside this one is worked on; how deep that is."""
        self._outer.append(note)
        try:
            yield len(self._outer)
        finally:
            self._outer.pop()

    def warn(self, message: str) -> None:
        """Say what of this file is not handled (burnt-in pixels), without quoting it."""
        if message not in self.warnings:
            self.warnings.append(message)

    def leave_out(self, where: str, error: object, data: bytes) -> None:
        """A part of the file that cannot be read (a row, a page, an attachment) is not to be written.

        Raises:
            NoteError: the settings want the file refused for it.
        """
        if self.settings.on_bad_row != SKIP:
            raise NoteError(f"{where}: {error}") from None
        say(f"{where} is left out: {error}")
        if self.settings.quarantine is not None and not self._keep:
            keep_aside(self.settings.quarantine, f"{self._place}.{where}", data)

    def refuse_unmet(self) -> None:
        """Raises a NoteError if a key that is named was in none of the file's records."""
        if self.unmet and self.notes and not self.is_inside:
            name, option = next(iter(self.unmet.items()))
            raise NoteError(f"has no key '{name}' ({option})")

    def done(self, where: str, text: str, spans: Sequence[Span], replacements: Sequence[str]) -> None:
        """Count a text that has been looked at."""
        self.spans += len(spans)
        if self.record is not None:
            self.record(where, text, spans, replacements)

    def masks(self, type_: str, value: str) -> bool:
        """Whether the policy masks a value of this type."""
        return self._scrubber.policy.masks(type_, value)

    def operator(self, type_: str) -> str:
        """The name of what replaces values of a type; "keep" where the policy masks none."""
        policy = self._scrubber.policy
        return policy.operator_of(type_).name if type_ in policy.masked else "keep"

    @property
    def key(self) -> Key:
        """What ids are derived from that have to agree from file to file. A fresh one is told of, once."""
        key = self._scrubber.masking.key
        if key.fresh and not self._keep:
            self.warn("ids are derived from a key made for this run alone; with --key-file they agree with other runs'")
        return key

    @property
    def place(self) -> str:
        """The file's path below the input folder."""
        return self._place

    @property
    def asks_for_patient(self) -> bool:
        """Whether a note without a patient's id needs its ``head``, to look for it there."""
        return self._patients is not None

    @property
    def is_inside(self) -> bool:
        """Whether a file inside the file is worked on, which must stay what it is."""
        return bool(self._outer)

    @property
    def keeps(self) -> bool:
        """Whether texts are only looked at."""
        return self._keep
