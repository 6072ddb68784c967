"""What was found, as annotation files beside a copy of the text: brat or the XML of the 2014 i2b2 task."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scrubber.errors import NoteError
from scrubber.evaluate.brat import write_brat
from scrubber.evaluate.i2b2 import write_i2b2
from scrubber.evaluate.marks import MarkedNote
from scrubber.evaluate.marks import mark as make_mark
from scrubber.evaluate.schemes import Scheme, load_scheme
from scrubber.formats.registry import refuse_formats
from scrubber.io.atomic import WholeFile
from scrubber.io.pieces import Reading
from scrubber.io.source import open_note, reason
from scrubber.io.walk import printable
from scrubber.pipeline import Scrubber
from scrubber.runs.task import Outcome, Task
from scrubber.settings import ScrubberSettings

ENDINGS = {"brat": (".txt", ".ann"), "i2b2": (".xml",)}
"""The files that each format writes a note."""
PRIVATE = 0o600
"""They hold the note's text: their owner alone reads them."""


@dataclass(frozen=True)
class ExportSetup:
    """Makes an :class:`Exporter`; small, so that it can be sent to a process."""

    settings: ScrubberSettings
    reading: Reading
    format: str
    scheme: str

    def __call__(self) -> Exporter:
        """Load everything."""
        return Exporter(Scrubber.made_from(self.settings), self.reading, self.format, load_scheme(self.scheme))


class Exporter:
    """Writes annotation files. Called with a task it reads one note; the task's output has no ending."""

    def __init__(self, scrubber: Scrubber, reading: Reading, format: str, scheme: Scheme) -> None:
        self._scrubber = scrubber
        self._reading = reading
        self._format = format
        self._scheme = scheme

    def __call__(self, task: Task) -> Outcome:
        """Search the task's file and write its annotations; what cannot be written whole is not written."""
        assert task.out is not None
        note, bom, outcome = self._marked(task)
        note = self._scheme.write_note(note)
        brat = self._format == "brat"
        contents = (bom + note.text, write_brat(note, len(bom))) if brat else (write_i2b2(note),)
        try:
            task.out.parent.mkdir(parents=True, exist_ok=True)
            for path, content in zip(targets(task.out, self._format), contents, strict=True):
                with WholeFile(path, mode=PRIVATE) as file:
                    file.write(content.encode())
        except OSError as error:
            raise NoteError(f"cannot write {printable(task.out)}: {reason(error)}") from None
        return outcome

    def _marked(self, task: Task) -> tuple[MarkedNote, str, Outcome]:
        """The note; its byte-order mark, which stays where the copy is in the same encoding; and what became of it."""
        outcome = Outcome()
        bom = ""
        texts: list[str] = []
        marks = []
        note = self._scrubber.note(name=task.name)
        with open_note(task.path) as file:
            refuse_formats(file, task.path.name, self._format)
            for piece in self._reading.of_file(file):
                if piece.fresh:
                    outcome.notes += 1
                    note = self._scrubber.note(name=task.name)
                if piece.encoding.codec == "utf-8":
                    bom = piece.encoding.bom.decode()
                texts.append(piece.text)
                found = note.find(piece.text)
                marks += [make_mark(s.type, s.start + piece.start, s.end + piece.start) for s in found]
        outcome.spans = len(marks)
        return MarkedNote(task.name, "".join(texts), tuple(marks)), bom, outcome


def targets(out: Path, format: str) -> list[Path]:
    """The files written for a note."""
    return [out.with_name(out.name + ending) for ending in ENDINGS[format]]
