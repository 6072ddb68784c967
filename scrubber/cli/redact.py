"""``scrub [PATHS…]``: mask notes. The default command."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import options as o
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.batch import Batch
    from scrubber.cli.talk import Talk
    from scrubber.io.pieces import Reading
    from scrubber.run import Masker, Settings


def command(
    context: typer.Context,
    paths: o.Paths = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            show_default=False,
            help="Where masked notes go: a folder, or a file for a single note. Default: standard output.",
        ),
    ] = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Replace the notes themselves.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite notes that are in OUT already.")] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run that was stopped; what is in OUT already stays.")
    ] = False,
    review: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Also write a page that shows the notes before and after, to review them. It holds PHI.",
        ),
    ] = None,
    jobs: o.Jobs = None,
    profile: o.Profile = None,
    lexicon: o.Lexicons = None,
    rules: o.Rules = None,
    no_crf: o.NoCrf = False,
    min_weight: o.MinWeight = None,
    include: o.Include = None,
    encoding: o.EncodingName = None,
    note_boundary: o.NoteBoundary = None,
    stdin_filename: o.StdinFilename = None,
    config: o.ConfigOption = None,
    isolated: o.Isolated = False,
    quiet: o.Quiet = 0,
    verbose: o.Verbose = 0,
    color: o.ColorWhen = o.Color.AUTO,
) -> None:
    """Mask the protected health information in notes.

    scrub notes/ -o out/    a folder, its tree mirrored

    scrub note.txt          one note, to standard output

    scrub < in > out        a filter; output comes as each paragraph is done
    """
    from scrubber.cli import build, configured
    from scrubber.cli.talk import Talk

    build.help_if_idle(context, paths)
    files = build.input_paths(paths)
    given = {
        "PATHS": bool(files),
        "a folder in PATHS": any(path.is_dir() for path in files),
        "standard input": not files,
        "--output": output is not None,
        "an output file": output not in (None, "-"),
        "an output file or --in-place": output not in (None, "-") or in_place,
        "--in-place": in_place,
        "--force": force,
        "--resume": resume,
        "--jobs": jobs is not None,
        "--include": bool(include),
        "--review": review is not None,
        "--stdin-filename": stdin_filename is not None,
    }
    _refuse_idle_options(given)
    out = build.output_path(output)
    _refuse_phi_in_output(review, out)
    site = configured.configuration(config, isolated)
    made_of = configured.settings(site, profile, min_weight, lexicon, rules, no_crf)
    reading = build.reading(encoding, note_boundary)
    talk = Talk(verbose - quiet, color)
    if files and (out or in_place):
        from scrubber.batch import Batch

        as_folder = output is not None and output.endswith("/")
        kept = f"{made_of} {reading}"
        batch = Batch(files, out, as_folder, include or (), in_place, force, resume, settings=kept)
        _folder(batch, made_of, reading, jobs, talk)
        if review is not None:
            _review(files, include or (), review, made_of, reading, jobs)
    elif files:
        _one_file(made_of, reading, build.only_file(files), talk)
    else:
        build.refuse_existing(out, force)
        _stream(made_of, reading, stdin_filename or "<stdin>", out, talk)
    talk.sum_up("scrubbed", "masked")
    raise typer.Exit(talk.exit_code)


_NEEDS = (
    ("--in-place", "PATHS"),
    ("--include", "a folder in PATHS"),
    ("--stdin-filename", "standard input"),
    ("--force", "an output file"),
    ("--resume", "an output file"),
    ("--resume", "PATHS"),
    ("--jobs", "PATHS"),
    ("--review", "PATHS"),
    ("--review", "an output file"),
    ("--jobs", "an output file or --in-place"),
)
_EXCLUDE = (("--in-place", "--output"), ("--in-place", "--review"), ("--resume", "--force"))


def _refuse_idle_options(given: dict[str, bool]) -> None:
    """An option that would have no effect is an error, so that nobody relies on it."""
    for option, other in _EXCLUDE:
        if given[option] and given[other]:
            raise UsageError(f"{option} and {other} exclude each other")
    for option, need in _NEEDS:
        if given[option] and not given[need]:
            raise UsageError(f"{option} needs {need}")


def _refuse_phi_in_output(review: str | None, out: Path | None) -> None:
    from scrubber.mask.keys import refuse_inside

    if review == "":
        raise UsageError("--review is empty")
    if review is not None:
        refuse_inside(Path(review), out, "the review page, which holds PHI,")


def _stream(made_of: Settings, reading: Reading, name: str, out: Path | None, talk: Talk) -> None:
    """Standard input to standard output, or into a file."""
    from scrubber.cli.stdio import write_stdout
    from scrubber.io.boundary import FORM_FEED
    from scrubber.io.source import pipe_chunks
    from scrubber.run import Masker, guarded

    # a file has time; and with a boundary asked for, no note is cut where the input happens to pause
    pauses = out is None and reading.boundary is FORM_FEED
    pieces = reading.pieces(pipe_chunks(0, pauses=pauses))
    masker = Masker(made_of.scrubber(), reading)
    if out is None:
        talk.count(name, guarded(lambda: masker.copy(pieces, write_stdout, name)))
    else:
        talk.count(name, guarded(lambda: masker.to_file(pieces, out, name)))


def _one_file(made_of: Settings, reading: Reading, path: Path, talk: Talk) -> None:
    """A file to standard output."""
    from scrubber.cli.stdio import write_stdout
    from scrubber.io.source import open_note
    from scrubber.run import Masker, Outcome, guarded

    masker = Masker(made_of.scrubber(), reading)

    def work() -> Outcome:
        with open_note(path) as file:
            return masker.copy(reading.of_file(file), write_stdout, str(path))

    talk.count(str(path), guarded(work))


def _folder(batch: Batch, made_of: Settings, reading: Reading, jobs: int | None, talk: Talk) -> None:
    """Files and folders into a mirrored tree, or in place."""
    from scrubber.batch import job_count
    from scrubber.pool import run_tasks

    total, left_out = batch.prepare()
    talk.left_out(left_out)
    with talk.progress(total):
        for task, outcome in run_tasks(partial(_masker, made_of, reading), batch.tasks(), job_count(jobs, total)):
            talk.count(task.name, outcome)
            if outcome.fatal:
                return
    if not talk.errors:
        batch.finish()


def _review(
    files: list[Path], include: Sequence[str], page: str, made_of: Settings, reading: Reading, jobs: int | None
) -> None:
    """The review page of what was just masked. What went wrong with a note has been said already."""
    from scrubber.cli import find_files
    from scrubber.cli.talk import Talk
    from scrubber.io.walk import walk
    from scrubber.run import Task

    tasks = [Task(f.path, str(f.path)) for f in walk(files, include) if not f.skipped]
    find_files.page(tasks, page, made_of, reading, jobs, Talk(-2), masked=True)


def _masker(made_of: Settings, reading: Reading) -> Masker:
    from scrubber.run import Masker

    return Masker(made_of.scrubber(), reading)
