"""``scrub check PATHS``: fail when text still holds PHI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import formats as f
from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.cli.check_report import Format, chosen_format, report_style, report_writer
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.check.baseline import Identity
    from scrubber.check.checker import CheckSetup
    from scrubber.check.filters import Filters
    from scrubber.check.gate import Gate
    from scrubber.check.selection import Selected, Selection
    from scrubber.check.writer import Writer
    from scrubber.cli.console import Console
    from scrubber.config import Config
    from scrubber.runs.task import Outcome


def command(
    context: typer.Context,
    paths: o.Paths = None,
    format: Annotated[
        Format | None,
        typer.Option("--format", help="How to report. Default: text; github in a GitHub workflow.", show_default=False),
    ] = None,
    output_file: Annotated[
        str | None,
        typer.Option("-O", "--output-file", metavar="FILE", help="Write the report to a file.", show_default=False),
    ] = None,
    show_text: Annotated[bool, typer.Option("--show-text", help="Report the text found: PHI.")] = False,
    statistics: Annotated[bool, typer.Option("--statistics", help="Count findings by type and rule.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 even if PHI is found (errors: 2).")] = False,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="Report only this rule, type or category (date-*). Repeatable.",
            autocompletion=o.complete_names,
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="Do not report this rule, type or category. Repeatable.",
            autocompletion=o.complete_names,
        ),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Do not report what this baseline accepts. Needs a key.", show_default=False),
    ] = None,
    update_baseline: Annotated[
        bool, typer.Option("--update-baseline", help="Accept all that is found, and exit 0.")
    ] = False,
    key_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The key of the baseline; else SCRUB_KEY.", show_default=False),
    ] = None,
    no_inline_allow: Annotated[
        bool, typer.Option("--no-inline-allow", help="Disregard scrub:allow[RULE] in lines.")
    ] = False,
    staged: Annotated[
        bool, typer.Option("--staged", help="Check what is staged in git, as it is staged; PATHS narrow that down.")
    ] = False,
    history: Annotated[
        str | None,
        typer.Option(
            metavar="REVISIONS",
            show_default=False,
            help="Check every version of a file that these commits brought (HEAD, main..HEAD); PATHS narrow that down.",
        ),
    ] = None,
    exclude: o.Exclude = None,
    force_exclude: Annotated[
        bool, typer.Option("--force-exclude", help="Exclude files even if PATHS names them.")
    ] = False,
    allow_empty: o.AllowEmpty = False,
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
    """Fail when text still holds protected health information.

    scrub check exports/            every file of a folder

    zcat notes.gz | scrub check     what comes through a pipe

    scrub check --history HEAD      whatever git has ever been given

    Exit codes: 0 clean; 1 PHI found; 2 a file could not be checked completely. What the nearest .scrubignore names, as
    .gitignore does, is left out.
    """
    from scrubber.check.checker import CheckSetup
    from scrubber.check.gate import Gate
    from scrubber.check.known_rules import refuse_unknown
    from scrubber.cli import build, configured, idle
    from scrubber.cli.output import report_output

    of_git = staged or history is not None
    if of_git:
        _refuse_beside_git(staged, history, update_baseline)
    else:
        build.help_if_idle(context, paths)
    files = [] if of_git else build.input_paths(paths)
    read = [Path()] if of_git else files  # what git holds is a folder's
    idle.refuse_without(idle.said(context, read), idle.OF_INPUTS)
    site = configured.configuration(configuring)
    chosen = chosen_format(format, site, output_file)
    reading = build.reading(texts)
    formats = f.settings(site, reading, tables)
    gate = Gate(_baseline_path(baseline, site), _identity(key_file, baseline, site), update_baseline)
    setup = CheckSetup(
        configured.settings(site, detecting),
        reading,
        _filters(site, select, ignore, no_inline_allow),
        keep_text=chosen is Format.HTML,
        formats=formats,
    )
    refuse_unknown((*setup.filters.select, *setup.filters.ignore), setup.settings.options.get("rules", ()))
    selection = _selection(
        site, include or (), exclude or (), force_exclude=force_exclude, isolated=configuring.isolated
    )
    selected = _of_git(selection, history, paths or ()) if of_git else selection.files(files)
    if (files or of_git) and not (selected.tasks or selected.refused or allow_empty):
        raise UsageError(f"{'git has nothing to check' if of_git else build.NO_FILE}: --allow-empty accepts that")
    idle.refuse(formats, [task.path for task in selected.tasks] if files or of_git else None, stdin_filename, tables)
    console = configured.console(messages, site, setup.settings)
    with report_output(output_file, private=show_text or chosen is Format.HTML) as write:
        style = report_style(show_text, messages.color, to_screen=output_file is None and chosen is Format.TEXT)
        writer = report_writer(chosen, write, style, statistics, gate, about=setup.settings.profile)
        if files or of_git:
            _check_files(setup, selected, jobs, gate, writer, console)
        else:
            _check_stream(setup, stdin_filename or "<stdin>", gate, writer, console, allow_empty=allow_empty)
        writer.finish()
    gate.finish()
    console.unlisted()
    console.result(_summary(writer, gate, selected.left_out, console))
    raise typer.Exit(console.exit_code or (1 if writer.total and not exit_zero else 0))


def _refuse_beside_git(staged: bool, history: str | None, update_baseline: bool) -> None:
    if staged and history is not None:
        raise UsageError("--staged and --history exclude each other")
    if history is not None and update_baseline:
        raise UsageError("--history and --update-baseline exclude each other: a baseline is of files as they are")


def _selection(
    site: Config, include: Sequence[str], exclude: Sequence[str], *, force_exclude: bool, isolated: bool
) -> Selection:
    from scrubber.check.path_patterns import check_patterns, read_ignore_file
    from scrubber.check.selection import Selection

    patterns = (*site.exclude, *exclude)
    check_patterns(patterns)
    ignore = None if isolated else read_ignore_file(Path.cwd())
    return Selection(include, patterns, ignore, force_exclude, site.root)


def _of_git(selection: Selection, history: str | None, paths: Sequence[str]) -> Selected:
    from scrubber.io import git

    return selection.versions(git.staged(paths) if history is None else git.history(history, paths))


def _baseline_path(given: str | None, site: Config) -> Path | None:
    return Path(given) if given else site.check.baseline


def _identity(key_file: str | None, baseline: str | None, site: Config) -> Identity | None:
    """What fingerprints are made with. Their paths count from the baseline's folder, or the configuration's."""
    from scrubber.check.baseline import Identity
    from scrubber.cli.configured import key as find_key

    key = find_key(key_file, site)
    path = _baseline_path(baseline, site)
    return None if key is None else Identity(key.secret, path.parent if path else site.root)


def _filters(site: Config, select: list[str] | None, ignore: list[str] | None, no_inline_allow: bool) -> Filters:
    from scrubber.check.filters import Filters

    return Filters(
        select=tuple(select) if select else site.rules.select,
        ignore=(*site.rules.ignore, *(ignore or ())),
        per_file_ignores=site.check.per_file_ignores,
        allow=site.allow,
        inline_allow=site.check.inline_allow and not no_inline_allow,
        root=site.root,
    )


def _check_files(
    setup: CheckSetup,
    selected: Selected,
    jobs: int | None,
    gate: Gate,
    writer: Writer,
    console: Console,
) -> None:
    from scrubber.runs.listing import job_count
    from scrubber.runs.pool import run_tasks

    for path, why in selected.refused:
        _fail(path, why, writer, console)
    with console.progress(len(selected.tasks)):
        for task, outcome in run_tasks(setup, selected.tasks, job_count(jobs, len(selected.tasks))):
            _take(task.name, outcome, gate, writer, console)
            console.advance()


def _check_stream(
    setup: CheckSetup, name: str, gate: Gate, writer: Writer, console: Console, *, allow_empty: bool
) -> None:
    from scrubber.errors import NoteError
    from scrubber.io.source import pipe_chunks
    from scrubber.runs.task import guarded

    checker = setup()

    def chunks() -> Iterator[bytes]:
        empty = True
        for chunk in pipe_chunks(0, pauses=False):
            empty = False
            yield chunk
        if empty and not allow_empty:  # whatever was to write into this pipe has failed, more often than not
            raise NoteError("nothing came: --allow-empty accepts that")

    _take(name, guarded(lambda: checker.stream(chunks(), name)), gate, writer, console)


def _take(path: str, outcome: Outcome, gate: Gate, writer: Writer, console: Console) -> None:
    """Report what became of one file."""
    from scrubber.check.writer import found_in
    from scrubber.io.walk import printable

    if outcome.error:
        _fail(path, outcome.error, writer, console)
        return
    checked = found_in(outcome)
    fresh = gate.new(path, checked.found)
    writer.add(path, fresh, checked)
    console.heed(path, outcome)
    console.detail(f"{path}: {len(fresh)} found")
    for warning in outcome.warnings:
        console.warning(f"{printable(path)}: {warning}")


def _fail(path: str, why: str, writer: Writer, console: Console) -> None:
    from scrubber.io.walk import printable

    console.error(f"{printable(path)}: not fully checked: {why}")
    writer.fail(path, why)


def _summary(writer: Writer, gate: Gate, left_out: int, console: Console) -> str:
    from scrubber.cli.console import counted

    parts = [f"checked {counted(len(writer.files), 'file')}", f"{writer.total} found in {writer.flagged}"]
    if gate.path:
        parts.append(f"{gate.accepted} in the baseline")
    if writer.allowed:
        parts.append(f"{writer.allowed} allowed")
    if left_out:
        parts.append(f"{left_out} left out")
    return ", ".join([*parts, counted(console.errors, "error")]) + console.configured()
