"""``scrub find PATHS``: list what masking would replace."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import formats as f
from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.cli.console import Console
    from scrubber.formats.settings import FormatSettings
    from scrubber.io.pieces import Reading
    from scrubber.report.findings import Finder, Listing
    from scrubber.settings import ScrubberSettings


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSONL = "jsonl"
    BRAT = "brat"
    I2B2 = "i2b2"
    HTML = "html"


def command(
    context: typer.Context,
    paths: o.Paths = None,
    format: Annotated[
        Format,
        typer.Option(
            "--format",
            help="text: path:line:col TYPE rule weight. jsonl: a JSON document a note. brat, i2b2: annotation files "
            "in --output. html: a page to review them.",
        ),
    ] = Format.TEXT,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            show_default=False,
            help="Where brat and i2b2 (a folder) and html (a file) go. They hold PHI: made for you alone to read.",
        ),
    ] = None,
    scheme: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="How brat files name the types: i2b2 (the default) or meddocan, which also has its own profile.",
            autocompletion=o.complete_schemes,
        ),
    ] = None,
    show_text: Annotated[bool, typer.Option("--show-text", help="Print the text found: PHI.")] = False,
    jobs: o.Jobs = None,
    *,
    detecting: g.Detecting,
    include: o.Include = None,
    texts: g.Texts,
    tables: f.Tables,
    stdin_filename: o.StdinFilename = None,
    configuring: g.Configuring,
    messages: g.Messages,
) -> None:
    """List what masking would replace: where, of which type, found by which rule. No text of the notes.

    Offsets in jsonl are code points of the note's decoded text, lines and columns in text count from 1.
    """
    import sys

    from scrubber.cli import build, configured, idle
    from scrubber.cli.console import use_color
    from scrubber.evaluate.schemes import DEFAULT_SCHEME, load_scheme
    from scrubber.report.findings import Listing

    build.help_if_idle(context, paths)
    files = build.input_paths(paths)
    idle.refuse_without(idle.said(context, files), idle.OF_INPUTS)
    if (output is None) != (format in (Format.TEXT, Format.JSONL)):
        raise UsageError(f"--format {format} goes to " + ("standard output" if output else "--output OUT"))
    if output is not None and not files:
        raise UsageError(f"--format {format} needs PATHS")
    if scheme is not None and format not in (Format.BRAT, Format.I2B2):
        raise UsageError("--scheme needs --format brat or i2b2")
    chosen = load_scheme(scheme or DEFAULT_SCHEME)
    site = configured.configuration(configuring)
    made_of = configured.settings(site, detecting, chosen.profile or configured.DEFAULT_PROFILE)
    reading = build.reading(texts)
    formats = f.settings(site, reading, tables)
    listing = Listing(
        format is Format.JSONL, show_text, use_color(messages.color, sys.stdout) and format is Format.TEXT
    )
    idle.refuse(formats, build.notes_in(files, include or ()) if files else None, stdin_filename, tables)
    console = configured.console(messages, site, made_of)
    make_finder = partial(_finder, made_of, reading, listing, formats)
    if output is not None:
        _to_output(files, include or (), output, format, chosen.name, made_of, reading, jobs, console)
    elif files:
        _files(files, include or (), make_finder, jobs, console)
    else:
        _stream(make_finder(), reading, stdin_filename or "<stdin>", console)
    console.sum_up("searched", "found")
    raise typer.Exit(console.exit_code)


def _files(
    files: list[Path], include: Sequence[str], make_finder: partial[Finder], jobs: int | None, console: Console
) -> None:
    from scrubber.cli.stdio import write_stdout
    from scrubber.io.walk import walk
    from scrubber.runs.listing import job_count
    from scrubber.runs.pool import run_tasks
    from scrubber.runs.task import Task

    found = list(walk(files, include))
    console.left_out([f for f in found if f.skipped])
    tasks = [Task(f.path, str(f.path)) for f in found if not f.skipped]
    for task, outcome in run_tasks(make_finder, tasks, job_count(jobs, len(tasks))):
        console.count(task.name, outcome)
        write_stdout(outcome.findings.encode("utf-8", "backslashreplace"))


def _to_output(
    files: list[Path],
    include: Sequence[str],
    output: str,
    format: Format,
    scheme: str,
    made_of: ScrubberSettings,
    reading: Reading,
    jobs: int | None,
    console: Console,
) -> None:
    from scrubber.cli import build, find_files
    from scrubber.io.walk import check_output, walk
    from scrubber.runs.task import Task

    out = build.output_path(output)
    if out is None:
        raise UsageError("--output needs a name")
    found = list(walk(files, include))
    console.left_out([f for f in found if f.skipped])
    found = [f for f in found if not f.skipped]
    if format is Format.HTML:
        tasks = [Task(f.path, str(f.path), place=f.place.as_posix()) for f in found]
        find_files.page(tasks, output, made_of, reading, jobs, console)
    else:
        check_output(files, out)
        find_files.export(found, out, format, scheme, made_of, reading, jobs, console)


def _stream(finder: Finder, reading: Reading, name: str, console: Console) -> None:
    from scrubber.cli.stdio import write_stdout
    from scrubber.formats.registry import recognise
    from scrubber.formats.spool import fill, spool
    from scrubber.io.source import pipe_chunks
    from scrubber.runs.task import Outcome, guarded

    def work() -> Outcome:
        format_ = recognise(name, b"", finder.formats.input_format)
        if format_ is not None:
            with spool() as source:
                fill(source, pipe_chunks(0, pauses=False))
                outcome = finder.look(format_, source, name)
            write_stdout(outcome.findings.encode("utf-8", "backslashreplace"))
            return outcome
        outcome = Outcome()
        for line in finder.lines(reading.pieces(pipe_chunks(0)), name, outcome):
            write_stdout(line.encode("utf-8", "backslashreplace"))
        return outcome

    console.count(name, guarded(work))


def _finder(made_of: ScrubberSettings, reading: Reading, listing: Listing, formats: FormatSettings) -> Finder:
    from scrubber.pipeline import Scrubber
    from scrubber.report.findings import Finder

    return Finder(Scrubber.made_from(made_of), reading, listing, formats)
