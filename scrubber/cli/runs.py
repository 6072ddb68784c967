"""What the default command does once its options are understood: a pipe, a file, or a folder of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrubber.cli.console import Console
    from scrubber.cli.masks import Masks, Records
    from scrubber.io.pieces import Reading
    from scrubber.runs.input import Masker
    from scrubber.runs.listing import Listing
    from scrubber.runs.task import Outcome, Task


def stream(plan: Masks, reading: Reading, name: str, out: Path | None, console: Console) -> None:
    """Standard input to standard output, or into a file."""
    from scrubber.cli.stdio import refuse_own_output, write_stdout
    from scrubber.io.atomic import sync_folder
    from scrubber.io.boundary import FORM_FEED
    from scrubber.io.source import pipe_chunks
    from scrubber.runs.task import guarded

    # a file has time; and with a boundary asked for, no note is cut where the input happens to pause
    pauses = out is None and reading.boundary is FORM_FEED
    masker = _masker(plan, reading)
    format_ = masker.format_named(name)
    pieces = reading.pieces(pipe_chunks(0, pauses=pauses))

    def work() -> Outcome:
        if out is None:
            refuse_own_output(0)
        if format_ is not None:
            return masker.stream(format_, pipe_chunks(0, pauses=False), write_stdout, out, name)
        return masker.copy(pieces, write_stdout, name) if out is None else masker.to_file(pieces, out, name)

    with plan.records() as records:
        outcome = guarded(work)
        if out is not None:
            sync_folder(out.parent)
        console.count(name, outcome)
        records.add("-" if out is None else out.name, name, outcome)


def one_file(plan: Masks, reading: Reading, path: Path, console: Console) -> None:
    """A file to standard output."""
    from scrubber.cli.stdio import refuse_own_output, write_stdout
    from scrubber.io.source import open_note
    from scrubber.runs.task import guarded

    masker = _masker(plan, reading)

    def work() -> Outcome:
        with open_note(path) as file:
            refuse_own_output(file.fileno())
            return masker.through(file, write_stdout, str(path), path.name)

    with plan.records() as records:
        outcome = guarded(work)
        console.count(str(path), outcome)
        records.add("-", path.name, outcome)


def folder(listing: Listing, plan: Masks, reading: Reading, jobs: int | None, console: Console) -> None:
    """Files and folders into a mirrored tree, or in place."""
    from scrubber.io.walk import printable
    from scrubber.runs.listing import MANY_FILES, job_count
    from scrubber.runs.pool import run_tasks

    total, left_out = listing.prepare()
    console.left_out(left_out)
    if listing.moved and plan.key.fresh and not plan.keyed:
        console.warning("names of folders are derived from a key made for this run alone (see --key-file)")
    processes = job_count(jobs, total)
    work = partial(_masker, plan, reading, names=listing.keeps_names, seal=listing.seal)
    size = listing.only_size() if total == 1 else 0
    if size:  # the processes share the file, and the bar tells how much of it is done
        within = 1 if jobs is None else job_count(jobs, MANY_FILES)
        work = partial(work, jobs=within, progress=console.reached)
    whole = False
    try:
        with (
            plan.records() as records,
            console.progress(size or total, of_bytes=bool(size)),
            _resumable(listing, plan, console),
        ):
            for task, outcome in run_tasks(work, listing.tasks(), processes):
                _settle(records, listing.output_name(task), task, outcome)
                listing.note(task, outcome)
                console.count(task.name, outcome)
                if outcome.error and listing.has_older(task):
                    console.warning(f"{printable(task.name)}: its place in the output holds an older file")
                if outcome.fatal:
                    return
        console.resumed = listing.resumed
        for path in listing.unread:
            console.error(f"{printable(path)}: not read: it vanished, or is no file any more")
        whole = not console.exit_code
    finally:
        listing.close(finished=whole)


def _settle(records: Records, out: str, task: Task, outcome: Outcome) -> None:
    """Record what became of a note. One that waits for the map to be on the disk is replaced then, not before."""
    from scrubber.io.source import reason

    try:
        records.add(out, task.place, outcome)
    except BaseException:
        if outcome.held is not None:
            outcome.held.discard()
        raise
    if outcome.held is not None:
        try:
            outcome.held.commit()
        except OSError as error:
            outcome.held.discard()
            outcome.error = f"cannot be replaced: {reason(error)}"


@contextmanager
def _resumable(listing: Listing, plan: Masks, console: Console) -> Iterator[None]:
    """Has whoever interrupts a run told how to go on with it, if one can."""
    try:
        yield
    except KeyboardInterrupt:
        if listing.is_folder and not (plan.map_file or plan.reports):
            console.warning("the same command with --resume goes on from here")
        raise


def review(
    files: list[Path],
    include: Sequence[str],
    page: str,
    plan: Masks,
    reading: Reading,
    jobs: int | None,
    console: Console,
) -> None:
    """The review page of what was just masked."""
    from scrubber.cli import find_files
    from scrubber.formats.registry import suffixes
    from scrubber.io.walk import walk
    from scrubber.runs.task import Task

    found = [f for f in walk(files, include) if not f.skipped]
    tasks = [
        Task(f.path, str(f.path), place=f.place.as_posix())
        for f in found
        if not f.path.name.lower().endswith(suffixes())
    ]
    if len(tasks) < len(found):
        left = len(found) - len(tasks)
        what = "1 file is" if left == 1 else f"{left} files are"
        console.warning(f"{what} not on the review page, which can only show plain text")
    find_files.page(tasks, page, plan.settings, reading, jobs, console, masked=True, patients=plan.patients)


def _masker(
    plan: Masks,
    reading: Reading,
    jobs: int = 1,
    progress: Callable[[int], object] | None = None,
    names: bool = False,
    seal: bytes | None = None,
) -> Masker:
    from scrubber.pipeline import Scrubber
    from scrubber.runs.input import Masker

    scrubber = Scrubber.made_from(plan.settings)
    how: dict[str, Any] = {"jobs": jobs, "progress": progress, "names": names, "seal": seal}
    return Masker(scrubber, reading, plan.patients, plan.wanted, plan.formats, **how)
