"""A run over files and folders: what is read, where it goes, and what must be refused before anything is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from scrubber.errors import ScrubError, UsageError
from scrubber.io.atomic import remove_leftovers, sync_folder
from scrubber.io.source import reason
from scrubber.io.walk import Found, check_output, printable, walk
from scrubber.runs.journal import DONE, FAILED, UNREAD, Entry, Journal, settings_digest
from scrubber.runs.task import Outcome, Task

MANY_FILES = 64
"""From so many files on, two processes are used unless ``--jobs`` says otherwise."""


@dataclass
class Listing:
    """The files of one masking run. Listed anew when they are read: what was listed first and is no more is told."""

    paths: Sequence[Path]
    out: Path | None
    """A folder for the mirrored tree, or the file for a single note; None with ``in_place``."""
    folder: bool = False
    """``out`` is a folder even if it is not there yet and one note goes into it."""
    include: Sequence[str] = ()
    in_place: bool = False
    force: bool = False
    resume: bool = False
    settings: str = ""
    """What the run depends on besides its input, for :attr:`resume`."""
    settings_files: Sequence[Path] = ()
    """Files and folders whose contents it depends on."""
    seal: bytes = b""
    """The key of what the journal says of the notes."""
    place_of: Callable[[Path], Path] = lambda place: place
    """Where below the output folder that goes which lies at a path below the input folder."""
    renames: bool = False
    """Whether that gives every file a name that tells nothing."""
    pdf_as_text: bool = False
    """Whether PDFs become text files, named ``.pdf.txt``."""
    moved: bool = field(default=False, init=False)
    """Whether that which :attr:`place_of` says is another place for some file; known once the run is prepared."""
    _journal: Journal | None = field(default=None, init=False)
    _listed: set[str] = field(default_factory=set, init=False)
    resumed: int = field(default=0, init=False)
    """Notes that the journal says are done, so far."""
    _folders: set[Path] = field(default_factory=set, init=False)
    """Where something was written."""

    def prepare(self) -> tuple[int, list[Found]]:
        """Check that the run may begin, without writing anything; the number of notes, and the files left out.

        Raises:
            UsageError: the output lies inside the input or the reverse, or holds notes already; or a folder would have
                to be renamed in place, or anew with another key.
        """
        if self.out is not None:
            check_output(self.paths, self.out)
        total, there, first = 0, 0, ""
        left_out: list[Found] = []
        for found in self._found():
            if found.skipped:
                left_out.append(found)
                continue
            total += 1
            self._listed.add(str(found.path))
            self._refuse_meeting(found)
            self.moved |= self.place_of(found.place) != found.place
            if self.out is not None and os.path.lexists(target := self._target(found)):
                _refuse_same(found.path, target)
                there += 1
                first = first or printable(target)
        if self.moved:
            self._refuse_moving()
        if there and not (self.force or self.resume):
            what = f"{first} and {there - 1} more exist" if there > 1 else f"{first} exists"
            raise UsageError(f"{what} already: --force overwrites, --resume goes on with a run")
        return total, left_out

    def tasks(self) -> Iterator[Task]:
        """The files to mask, in sorted order; with ``resume`` those that the journal does not say are done.

        Makes the output folder first. (That is not done earlier, so that a lexicon that does not load leaves no trace.)

        Raises:
            UsageError: the run to resume was begun with other settings, or another one writes there now.
            ScrubError: the output folder cannot be made.
        """
        self._open_out()
        for found in self._found():
            if found.skipped:
                continue
            self._listed.discard(str(found.path))
            task = Task(found.path, str(found.path), self._target(found), self.in_place, found.place.as_posix())
            if self._is_done(task):
                self.resumed += 1
            else:
                yield task

    @property
    def unread(self) -> list[str]:
        """The files that were listed and are no notes any more, now that all tasks have been handed out."""
        return sorted(self._listed)

    def has_older(self, task: Task) -> bool:
        """Whether a file that is not this run's lies where the output of a task that failed would be."""
        return not self.in_place and task.out is not None and os.path.lexists(task.out)

    def note(self, task: Task, outcome: Outcome) -> None:
        """Let the journal know what became of a task."""
        if task.out is not None and not outcome.error:
            self._folders.add(task.out.parent)
        if self._journal is not None:
            status = FAILED if outcome.error else UNREAD if outcome.unread else DONE
            self._journal.add(self.output_name(task), Entry(status, outcome.source, outcome.sha256))

    def close(self, *, finished: bool) -> None:
        """Let go of the output folder; when the run has ``finished``, nothing is left to resume."""
        for folder in self._folders | {above for path in self._folders for above in self._above(path)}:
            sync_folder(folder)
        if self._journal is not None:
            self._journal.close(finished=finished)

    def _above(self, folder: Path) -> Iterator[Path]:
        """The folders above one of the output's, which may have been made with it."""
        if self.out is not None:
            yield from (above for above in folder.parents if above.is_relative_to(self.out.parent))

    def _is_done(self, task: Task) -> bool:
        if not self.resume or self._journal is None or task.out is None:
            return False
        return self._journal.is_done(self.output_name(task), task.path, task.out)

    @property
    def keeps_names(self) -> bool:
        """Whether the outputs get the names of the notes: those that nobody chose."""
        return self.is_folder and not self.renames

    def only_size(self) -> int:
        """The size in bytes of the run's first file; 0 if that is not known (a named pipe)."""
        found = next((f for f in self._found() if not f.skipped), None)
        try:
            return found.path.stat().st_size if found and found.path.is_file() else 0
        except OSError:
            return 0

    def output_name(self, task: Task) -> str:
        """A task's output, as a path below the output folder with slashes."""
        if self.out is None or task.out is None:
            return task.place
        return task.out.relative_to(self.out).as_posix() if self.is_folder else task.out.name

    def _found(self) -> Iterator[Found]:
        """What the paths hold, with why it is left out where it is."""
        for found in walk(self.paths, self.include):
            if self.in_place and not found.skipped and found.path.is_symlink():
                found = found._replace(skipped="a link, which --in-place does not replace")
            yield found

    @cached_property
    def is_folder(self) -> bool:
        """Whether the output is a folder: always but for one file with an output that is no folder yet."""
        if self.out is None:
            return False
        return self.folder or len(self.paths) > 1 or self.paths[0].is_dir() or self.out.is_dir()

    def _target(self, found: Found) -> Path:
        if self.out is None:
            return found.path
        if not self.is_folder:
            return self.out
        place = self.place_of(found.place)
        return self.out / (place.with_name(place.name + ".txt") if self._becomes_text(found) else place)

    def _refuse_meeting(self, found: Found) -> None:
        """A PDF that becomes text must not take the name of a note that lies beside it."""
        if self._becomes_text(found) and found.path.with_name(f"{found.path.name}.txt").exists():
            raise UsageError(f"{printable(found.path)} would become .pdf.txt, which is there already, as another note")

    def _refuse_moving(self) -> None:
        """Folders get other names in an output folder alone, and the same ones again only under the same key."""
        if self.in_place:
            raise UsageError("the names of some folders are values of a column that is masked: --output FOLDER")
        if self.resume and not self.seal:
            raise UsageError("--resume needs the key of the run that was stopped: --key-file or SCRUB_KEY")

    def _becomes_text(self, found: Found) -> bool:
        return self.pdf_as_text and self.is_folder and found.path.suffix.lower() == ".pdf"

    def _open_out(self) -> None:
        """Make the output folder, and open the journal in it."""
        if self.out is None:
            return
        folder = self.out if self.is_folder else self.out.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not self.is_folder:
                return
            digest = settings_digest(self.settings, self.settings_files)
            self._journal = Journal(folder, digest, self.seal, resume=self.resume)
            remove_leftovers(folder)
        except OSError as error:
            raise ScrubError(f"cannot write to {printable(folder)}: {reason(error)}") from None


def _refuse_same(note: Path, target: Path) -> None:
    """Refuse an output that is its input, by another path: a folder can be mounted in two places."""
    with suppress(OSError):
        if os.path.samestat(note.stat(), target.lstat()):
            raise UsageError(f"the output would overwrite the input {printable(note)}: see --in-place")


def job_count(asked: int | None, files: int) -> int:
    """How many processes to use: ``--jobs`` (0: every core), by default two for many files."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if asked is None:
        asked = min(2, cores) if files >= MANY_FILES else 1
    return max(1, min(asked or cores, files))
