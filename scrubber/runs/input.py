"""What is done with one input: mask it, or list what was found. The folder run and the pipe both come here."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from scrubber.errors import NoteError
from scrubber.formats.partitions import plain_folder
from scrubber.formats.registry import Format, format_of, recognise
from scrubber.formats.settings import FormatSettings
from scrubber.io.atomic import Like, WholeFile, make_folders
from scrubber.io.boundary import JsonLines
from scrubber.io.jsonl import scrub_line
from scrubber.io.pieces import Piece, Reading
from scrubber.io.source import open_note, reason
from scrubber.io.walk import printable
from scrubber.lazy_pattern import lazy_re
from scrubber.report.changes import Recorder, SpanCounts, Wanted
from scrubber.runs.ahead import small_texts
from scrubber.runs.journal import stamp
from scrubber.runs.task import Outcome, Task

if TYPE_CHECKING:
    from scrubber.mask.patient import PatientSource
    from scrubber.note import Note
    from scrubber.pipeline import Scrubber

Write = Callable[[bytes], object]

_SIGNS = lazy_re(r"[_.\-]+")
"""What stands for a blank in names of files."""
FULL_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def _name_of(task: Task) -> str:
    """The names of a task's file and of the folders above it, as the output has them, as a text to be searched."""
    depth = task.place.count("/") + 1
    *folders, name = (task.out or Path(task.place)).parts[-depth:]
    return _SIGNS.sub(" ", "\n".join((*map(plain_folder, folders), Path(name).stem)))


class Masker:
    """Masks inputs. Called with a task it reads and writes files.

    Args:
        jobs: how many processes may work on one file of a format; progress: is told how many bytes of it are done.
        names: look whether the names of files hold PHI, since their outputs will have them.
        seal: the key under which a journal is told what the files held; None: no journal wants to know.
    """

    def __init__(
        self,
        scrubber: Scrubber,
        reading: Reading,
        patients: PatientSource | None = None,
        wanted: Wanted = Wanted(),  # noqa: B008 (frozen)
        formats: FormatSettings = FormatSettings(),  # noqa: B008 (frozen)
        *,
        jobs: int = 1,
        progress: Callable[[int], object] | None = None,
        names: bool = False,
        seal: bytes | None = None,
    ) -> None:
        self._names = names
        self._seal = seal
        self._scrubber = scrubber
        self._reading = reading
        self._patients = patients
        self._wanted = wanted
        self._formats = formats
        self._jobs = jobs
        self._progress = progress
        self._json = isinstance(reading.boundary, JsonLines)

    def __call__(self, task: Task) -> Outcome:
        """Mask the task's file; the output appears whole or not at all."""
        try:
            outcome = self._masked(task)
        except NoteError:
            if self._formats.quarantine is not None:
                _keep_aside(task, self._formats.quarantine)
            raise
        if self._names and not outcome.error:
            outcome.telling_name = bool(self._scrubber.note(name=task.name).find(_name_of(task)))
        return outcome

    def ahead(self, tasks: Sequence[Task]) -> None:
        """Look through the plain texts among the files that come next, and the files' names, all at once."""
        names = map(_name_of, tasks if self._names else ())
        self._scrubber.read_ahead(chain(small_texts(tasks, self._reading, self._formats.input_format), names))

    def _masked(self, task: Task) -> Outcome:
        assert task.out is not None
        with open_note(task.path, follow=not task.in_place) as file:
            about = os.fstat(file.fileno())
            regular = stat.S_ISREG(about.st_mode)
            like = Like(about, exactly=task.in_place) if regular else None
            source = stamp(file, self._seal) if regular and self._seal is not None else None
            format_ = format_of(file, task.path.name, self._formats.input_format)

            def work(write: Write) -> Outcome:
                if format_:
                    outcome = self.rewrite(format_, file, write, task.name, task.place)
                else:
                    outcome = self.copy(self._reading.of_file(file), write, task.name, task.place)
                if regular:
                    _refuse_changed(file, about)
                return outcome

            outcome = self._write(task.out, like, work, hold=task.in_place and self._wanted.undo)
            outcome.source = source
            return outcome

    def rewrite(
        self, format_: Format, file: BinaryIO, write: Write, name: str, place: str = "", *, whole: bool = False
    ) -> Outcome:
        """Write a file of a format, masked; with ``whole`` nothing is written before all of it is masked.

        Raises:
            NoteError: it cannot be masked whole; what was written has to be thrown away.
        """
        if not (whole or self._wanted.undo):
            return self._rewrite(format_, file, write, name, place)
        from scrubber.formats.spool import drain, spool

        with spool() as written:
            outcome = self._rewrite(format_, file, written.write, name, place)
            if self._wanted.undo:
                assert outcome.changes is not None
                outcome.changes.undo_by(file, written)
            drain(written, write)
        return outcome

    def _rewrite(self, format_: Format, file: BinaryIO, write: Write, name: str, place: str) -> Outcome:
        from scrubber.formats.context import FileContext

        counts = SpanCounts()
        record = counts.add if self._wanted else None
        context = FileContext(
            self._scrubber,
            self._formats,
            name=name,
            place=place or name,
            patients=self._patients,
            record=record,
            measures=self._wanted.report,
            jobs=self._jobs,
            progress=self._progress,
        )
        format_.rewrite(file, _Target(write), context)
        counts.changes.left, counts.changes.notes = context.left, context.notes
        changes = counts.changes if self._wanted else None
        return Outcome(spans=context.spans, notes=context.notes, warnings=context.warnings, changes=changes)

    def format_named(self, name: str) -> Format | None:
        """The format of a pipe, by what the user says of it; None for plain text."""
        return recognise(name, b"", self._formats.input_format)

    def stream(self, format_: Format, chunks: Iterable[bytes], write: Write, out: Path | None, name: str) -> Outcome:
        """What comes through a pipe, to a file or (without one) to ``write``, when it is whole.

        Raises:
            NoteError: it cannot be masked whole.
        """
        from scrubber.formats.spool import fill, spool

        with spool() as source:
            fill(source, chunks)
            if out is None:
                return self.rewrite(format_, source, write, name, whole=True)
            return self._write(out, None, lambda to: self.rewrite(format_, source, to, name))

    def through(self, file: BinaryIO, write: Write, name: str, place: str = "") -> Outcome:
        """Hand an open file on, masked: text as it is done, any other format when it is whole.

        Raises:
            NoteError: it cannot be masked whole.
        """
        format_ = format_of(file, name, self._formats.input_format)
        if format_ is None:
            return self.copy(self._reading.of_file(file), write, name, place)
        return self.rewrite(format_, file, write, name, place, whole=True)

    def to_file(self, pieces: Iterable[Piece], out: Path, name: str, place: str = "") -> Outcome:
        """Write one input, masked, to the file ``out``, which appears whole or not at all.

        Raises:
            NoteError: the input cannot be read or masked; ``out`` is as it was.
        """
        return self._write(out, None, lambda write: self.copy(pieces, write, name, place))

    def _write(self, out: Path, like: Like | None, work: Callable[[Write], Outcome], *, hold: bool = False) -> Outcome:
        try:
            make_folders(out.parent)
            with WholeFile(out, like=like, hold=hold) as file:
                outcome = work(file.write)
                outcome.sha256 = file.sha256
            outcome.held = file.held
            return outcome
        except OSError as error:
            full = error.errno in FULL_DISK
            return Outcome(error=f"cannot write {printable(out)}: {reason(error)}", fatal=full)

    def copy(self, pieces: Iterable[Piece], write: Write, name: str, place: str = "") -> Outcome:
        """Write one input, masked, piece by piece.

        Args:
            name: how messages call it; place: its path below the input folder, where it has one.
        """
        outcome = Outcome()
        recorder = Recorder(self._wanted, self._json) if self._wanted else None
        note = self._scrubber.note(name=name)
        bom = True
        for piece in pieces:
            if piece.fresh:
                outcome.spans += note.masked
                outcome.notes += 1
                note = note_of(self._scrubber, self._patients, piece.text, name, place or name, outcome.notes)
                if recorder:
                    recorder.begin(note)
            text = scrub_line(piece.text, note.scrub) if self._json else note.scrub(piece.text)
            data = piece.encoding.encode(text)
            if bom:
                data = piece.encoding.bom + data
            if recorder:
                recorder.piece(piece.text, text, piece.encoding, len(piece.encoding.bom) if bom else 0, data)
            write(data)
            bom = False
        outcome.spans += note.masked
        outcome.changes = recorder.finish() if recorder else None
        return outcome


def note_of(scrubber: Scrubber, patients: PatientSource | None, text: str, name: str, place: str, number: int) -> Note:
    """The note that begins with this text, the input's first, second…, as it is masked."""
    patient = None
    if patients:
        from scrubber.mask.patient import patient_of

        patient = patient_of(patients, place, text)
    return scrubber.note(name=name, patient=patient, place=place if number == 1 else f"{place}#{number}")


def _keep_aside(task: Task, quarantine: Path) -> None:
    """Copy a file that is refused into the quarantine, if it can be read at all."""
    from scrubber.formats.quarantine import keep_file_aside

    try:
        source = task.open()
    except NoteError:
        return
    with source:
        keep_file_aside(quarantine, task.place or task.path.name, source)


def _refuse_changed(file: BinaryIO, before: os.stat_result) -> None:
    """Raises a NoteError if a file is not what it was when it was opened: who knows which part was read."""
    now = os.fstat(file.fileno())
    if (now.st_size, now.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
        raise NoteError("changed while it was read")


class _Target(NamedTuple):
    """A function that writes, as a file to write to."""

    write: Write
