"""``scrub check PATHS``: fail when text still holds PHI."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import formats as f
from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.check.baseline import Identity
    from scrubber.check.checker import CheckSetup
    from scrubber.check.filters import Filters
    from scrubber.check.gate import Gate
    from scrubber.check.writer import Writer
    from scrubber.cli.console import Console
    from scrubber.config import Config
    from scrubber.report.check_report import Report, Style
    from scrubber.runs.input import Outcome, Task


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    JSONL = "jsonl"
    GITHUB = "github"
    SARIF = "sarif"
    HTML = "html"


FORMAT_VARIABLE = "SCRUB_FORMAT"


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

    Exit codes: 0 clean; 1 PHI found; 2 a file could not be checked completely.
    """
    from scrubber.check.checker import CheckSetup
    from scrubber.check.gate import Gate
    from scrubber.check.known_rules import refuse_unknown
    from scrubber.check.selection import Selection
    from scrubber.cli import build, configured, idle
    from scrubber.cli.output import report_output

    build.help_if_idle(context, paths)
    files = build.input_paths(paths)
    if files and stdin_filename is not None:
        raise UsageError("--stdin-filename needs standard input")
    site = configured.configuration(configuring)
    chosen = _format(format, site, output_file)
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
    selection = Selection(files, include or (), (*site.exclude, *(exclude or ())), force_exclude, site.root)
    tasks, refused = selection.tasks()
    if files and not (tasks or refused or allow_empty):
        raise UsageError(f"{build.NO_FILE}: --allow-empty accepts that")
    if files:
        idle.refuse(formats, [task.path for task in tasks], tables)
    else:
        idle.refuse_in_pipe(formats, stdin_filename or "", tables)
    console = messages.console()
    console.configuration = site.sources
    configured.warn_of_idle_ignores(site, setup.settings, console)
    with report_output(output_file, private=show_text or chosen is Format.HTML) as write:
        writer = _writer(chosen, write, statistics, gate, about=setup.settings.profile)
        writer.style = _style(show_text, messages.color, to_screen=output_file is None and chosen is Format.TEXT)
        if files:
            _check_files(setup, tasks, refused, jobs, gate, writer, console)
        else:
            _check_stream(setup, stdin_filename or "<stdin>", gate, writer, console, allow_empty=allow_empty)
        writer.finish()
    gate.finish()
    console.unlisted()
    console.result(_summary(writer, gate, console))
    raise typer.Exit(console.exit_code or (1 if writer.total and not exit_zero else 0))


def _format(asked: Format | None, site: Config, output_file: str | None) -> Format:
    """The command line's format, else the environment's, the configuration's, GitHub's in its workflows, else text."""
    if output_file == "":
        raise UsageError("--output-file is empty")
    in_workflow = os.environ.get("GITHUB_ACTIONS") == "true" and output_file is None
    name = asked or os.environ.get(FORMAT_VARIABLE) or site.check.format or ("github" if in_workflow else "text")
    if name not in list(Format):
        raise UsageError(f"{FORMAT_VARIABLE}: no format '{name}': choose from {', '.join(Format)}")
    if name == Format.HTML and output_file is None:
        raise UsageError("--format html needs --output-file: the page holds PHI and is written for you alone")
    return Format(name)


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


def _style(show_text: bool, color: o.Color, to_screen: bool) -> Style:
    import sys

    from scrubber.cli.console import use_color
    from scrubber.report.check_report import Style

    return Style(show_text, to_screen and use_color(color, sys.stdout))


def _writer(chosen: Format, write: Callable[[str], object], statistics: bool, gate: Gate, about: str) -> Writer:
    from scrubber.check.writer import Writer
    from scrubber.report.check_report import Style, as_json

    def sarif_(report: Report) -> str:
        from scrubber.check.known_rules import known_rules
        from scrubber.report.sarif import sarif

        return "".join(sarif(report, {rule.id: rule.why for rule in known_rules()}, gate.identity))

    def html(report: Report) -> str:
        from scrubber.report.html.review import check_page

        return check_page(writer.kept, f"profile {about}")

    makers: dict[Format, Callable[[Report], str]] = {
        Format.JSON: lambda report: "".join(as_json(report)),
        Format.SARIF: sarif_,
        Format.HTML: html,
    }
    writer = Writer(chosen, write, Style(), statistics, makers.get(chosen))
    return writer


def _check_files(
    setup: CheckSetup,
    tasks: list[Task],
    refused: list[tuple[str, str]],
    jobs: int | None,
    gate: Gate,
    writer: Writer,
    console: Console,
) -> None:
    from scrubber.runs.listing import job_count
    from scrubber.runs.pool import run_tasks

    for path, why in refused:
        _fail(path, why, writer, console)
    with console.progress(len(tasks)):
        for task, outcome in run_tasks(setup, tasks, job_count(jobs, len(tasks))):
            _take(task.name, outcome, gate, writer, console)
            console.advance()


def _check_stream(
    setup: CheckSetup, name: str, gate: Gate, writer: Writer, console: Console, *, allow_empty: bool
) -> None:
    from scrubber.errors import NoteError
    from scrubber.io.source import pipe_chunks
    from scrubber.runs.input import guarded

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


def _summary(writer: Writer, gate: Gate, console: Console) -> str:
    from scrubber.cli.console import counted

    parts = [f"checked {counted(len(writer.files), 'file')}", f"{writer.total} found in {writer.flagged}"]
    if gate.path:
        parts.append(f"{gate.accepted} in the baseline")
    if writer.allowed:
        parts.append(f"{writer.allowed} allowed")
    return ", ".join([*parts, counted(console.errors, "error")]) + console.configured()
