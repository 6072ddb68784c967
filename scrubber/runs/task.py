"""A task of a run, what becomes of it, and that whatever goes wrong with it is an outcome too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from scrubber.errors import NoteError, ScrubError
from scrubber.faults import describe
from scrubber.io.atomic import Held
from scrubber.io.git import Blob, open_blob
from scrubber.io.source import open_note
from scrubber.notices import UNLISTED, collected
from scrubber.report.changes import FileChanges
from scrubber.runs.journal import Stamp


class Task(NamedTuple):
    """One file to work on."""

    path: Path
    name: str
    """How messages and findings call it."""
    out: Path | None = None
    """Where the masked note goes; None when it is only searched."""
    in_place: bool = False
    place: str = ""
    """Its path below the input folder, with slashes: the same on every machine."""
    blob: Blob | None = None
    """The version of it that git holds; None for the file itself."""

    def open(self) -> BinaryIO:
        """Its bytes.

        Raises:
            NoteError: they cannot be read.
        """
        return open_note(self.path) if self.blob is None else open_blob(self.blob)

    @property
    def size(self) -> int:
        """In bytes; 0 if that is not known."""
        if self.blob is not None:
            return max(0, self.blob.size)
        try:
            return self.path.stat().st_size
        except (OSError, ValueError):
            return 0


@dataclass(slots=True)
class Outcome:
    """What became of a task."""

    spans: int = 0
    notes: int = 0
    error: str = ""
    """One line without note text; empty when all went well."""
    fatal: bool = False
    """The next task would meet the same error (a full disk)."""
    findings: str = ""
    changes: FileChanges | None = None
    """What was changed, where that is to be recorded."""
    warnings: Sequence[str] = ()
    """What of the file is not handled and has to be known; without note text."""
    telling_name: bool = False
    """The name under which the output goes may hold PHI."""
    unlisted: bool = False
    """It holds a note about which the file of known identifiers says nothing."""
    source: Stamp | None = None
    """The note as it was read, where a journal wants to know."""
    sha256: str = ""
    """Of the output file."""
    held: Held | None = None
    """The output file, where it must not replace the note before the map holds what it takes to turn it back."""
    unread: Sequence[str] = ()
    """What was not searched as notes should be (another language); the run is no success."""


def guarded(work: Callable[[], Outcome]) -> Outcome:
    """Do some work on a note; whatever goes wrong is an outcome too, described without note text."""
    try:
        with collected() as notices:
            outcome = work()
        outcome.unlisted = UNLISTED in notices
        outcome.unread = [notice for notice in notices if notice != UNLISTED]
        return outcome
    except NoteError as error:
        return Outcome(error=str(error))
    except ScrubError as error:
        return Outcome(error=str(error), fatal=True)
    except RecursionError:
        return Outcome(error="parts nested in one another too deep to be read")
    except Exception as error:
        return Outcome(error=describe(error))
