"""A run over files and folders: what is read, where it goes, and what must be refused before anything is written."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scrubber import __version__
from scrubber.errors import ScrubError, UsageError
from scrubber.io.atomic import WholeFile, remove_leftovers
from scrubber.io.source import reason
from scrubber.io.walk import Found, check_output, printable, walk
from scrubber.mask.keys import Key
from scrubber.mask.rename import renamed
from scrubber.run import Task

RUN_FILE = ".scrub-run.json"
MANY_FILES = 64
"""From so many files on, two processes are used unless ``--jobs`` says otherwise."""


@dataclass(frozen=True)
class Batch:
    """The files of one masking run. Listed anew at every pass, so that a million names need not be held."""

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
    rename: Key | None = None
    """The key by which output files get names that tell nothing; None: they keep theirs."""
    pdf_as_text: bool = False
    """Whether PDFs become text files, named ``.pdf.txt``."""

    def prepare(self) -> tuple[int, list[Found]]:
        """Check that the run may begin, without writing anything; the number of notes, and the files left out.

        Raises:
            UsageError: the output lies inside the input or the reverse, or holds notes already.
            ScrubError: a folder cannot be listed.
        """
        if self.out is not None:
            check_output(self.paths, self.out)
        total, there, first = 0, 0, ""
        left_out: list[Found] = []
        for found in walk(self.paths, self.include):
            if reason_ := found.skipped or self._no_link(found):
                left_out.append(Found(found.path, found.place, reason_))
                continue
            total += 1
            self._refuse_meeting(found)
            if self.out is not None and os.path.lexists(target := self._target(found)):
                there += 1
                first = first or printable(target)
        if there and not (self.force or self.resume):
            others = f" and {there - 1} more" if there > 1 else ""
            raise UsageError(f"{first}{others} exists already: --force overwrites, --resume goes on with a run")
        return total, left_out

    def tasks(self) -> Iterator[Task]:
        """The files to mask, in sorted order; with ``resume`` those that are not done.

        Makes the output folder first. (That is not done earlier, so that a lexicon that does not load leaves no trace.)

        Raises:
            UsageError: the run to resume was begun with other settings.
            ScrubError: the output folder cannot be made.
        """
        self._open_out()
        for found in walk(self.paths, self.include):
            if found.skipped or self._no_link(found):
                continue
            target = self._target(found)
            if not (self.resume and _is_done(found.path, target)):
                yield Task(found.path, str(found.path), target, self.in_place, found.place.as_posix())

    @property
    def keeps_names(self) -> bool:
        """Whether the outputs get the names of the notes: those that nobody chose."""
        return self.is_folder and self.rename is None

    def only_size(self) -> int:
        """The size in bytes of the run's first file; 0 if that is not known (a named pipe)."""
        found = next((f for f in walk(self.paths, self.include) if not (f.skipped or self._no_link(f))), None)
        try:
            return found.path.stat().st_size if found and found.path.is_file() else 0
        except OSError:
            return 0

    def output_name(self, task: Task) -> str:
        """A task's output, as a path below the output folder with slashes."""
        if self.out is None or task.out is None:
            return task.place
        return task.out.relative_to(self.out).as_posix() if self.is_folder else task.out.name

    def finish(self) -> None:
        """The run is complete: nothing is left to resume."""
        if self.is_folder:
            self._run_file.unlink(missing_ok=True)

    def _no_link(self, found: Found) -> str:
        return "a link, which --in-place does not replace" if self.in_place and found.path.is_symlink() else ""

    @property
    def is_folder(self) -> bool:
        """Whether the output is a folder: always but for one file with an output that is no folder yet."""
        if self.out is None:
            return False
        return self.folder or len(self.paths) > 1 or self.paths[0].is_dir() or self.out.is_dir()

    @property
    def _run_file(self) -> Path:
        assert self.out is not None
        return self.out / RUN_FILE

    def _target(self, found: Found) -> Path:
        if self.out is None:
            return found.path
        if not self.is_folder:
            return self.out
        place = found.place if self.rename is None else renamed(found.place, self.rename)
        return self.out / (place.with_name(place.name + ".txt") if self._becomes_text(found) else place)

    def _refuse_meeting(self, found: Found) -> None:
        """A PDF that becomes text must not take the name of a note that lies beside it."""
        if self._becomes_text(found) and found.path.with_name(f"{found.path.name}.txt").exists():
            raise UsageError(f"{printable(found.path)} would become .pdf.txt, which is there already, as another note")

    def _becomes_text(self, found: Found) -> bool:
        return self.pdf_as_text and self.is_folder and found.path.suffix.lower() == ".pdf"

    def _open_out(self) -> None:
        """Make the output folder and leave in it what a later ``--resume`` must agree with."""
        if self.out is None:
            return
        folder = self.out if self.is_folder else self.out.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not self.is_folder:
                return
            remove_leftovers(folder)
            digest = hashlib.sha256(f"{__version__} {self.settings}".encode()).hexdigest()
            state = json.dumps({"scrub": __version__, "settings": digest}) + "\n"
            if self.resume and self._run_file.exists() and self._run_file.read_text("utf-8") != state:
                raise UsageError(f"{printable(self.out)} was begun with other settings or another version: use --force")
            with WholeFile(self._run_file) as file:
                file.write(state.encode())
        except OSError as error:
            raise ScrubError(f"cannot write to {printable(folder)}: {reason(error)}") from None


def _is_done(source: Path, target: Path) -> bool:
    """Whether the output is there (it appears only when whole) and no older than the note."""
    try:
        return target.stat().st_mtime >= source.stat().st_mtime
    except OSError:
        return False


def job_count(asked: int | None, files: int) -> int:
    """How many processes to use: ``--jobs`` (0: every core), by default two for many files."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if asked is None:
        asked = min(2, cores) if files >= MANY_FILES else 1
    return max(1, min(asked or cores, files))
