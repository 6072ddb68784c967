"""``scrub rules new NUMBERS…``: write a rule from example numbers, test it, and try it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import options as o
from scrubber.errors import DataError, UsageError

if TYPE_CHECKING:
    from scrubber.cli.console import Console

_PLACES_SHOWN = 10


def command(
    numbers: Annotated[
        list[str],
        typer.Argument(metavar="NUMBERS", help="Three numbers of one kind or more; - reads them from standard input."),
    ],
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FILE", help="The rule file to write (.toml).", show_default=False),
    ],
    type: Annotated[
        str, typer.Option("--type", metavar="TYPE", help="What they are.", autocompletion=o.complete_types)
    ] = "MEDICALRECORD",
    id: Annotated[
        str | None,
        typer.Option("--id", metavar="ID", help="The rule's name. Default: that of FILE.", show_default=False),
    ] = None,
    why: Annotated[
        str | None,
        typer.Option("--why", metavar="TEXT", help="A sentence for your privacy officer.", show_default=False),
    ] = None,
    behind: Annotated[
        str,
        typer.Option(
            "--behind",
            metavar="WORD",
            show_default=False,
            help="The word that stands before the numbers; needed where they are nothing but digits.",
        ),
    ] = "",
    on: Annotated[
        list[str] | None,
        typer.Option("--on", metavar="PATH", show_default=False, help="Try the rule on these notes. Repeatable."),
    ] = None,
) -> None:
    """Write a rule from example numbers, test it, and try it on notes.

    scrub rules new SV-12AB345 SV-98CD111 SV77QR410 -o our-rules/our-chart.toml --on notes/

    scrub rules new 4471902 4471177 5002841 --behind chart -o our-rules/our-chart.toml

    The rule finds what has the shape of your numbers. Its own examples, which are tested here and whenever it is
    loaded, are invented: the file holds none of yours.
    """
    from scrubber.cli import build
    from scrubber.cli.console import Console
    from scrubber.cli.stdio import write_stdout
    from scrubber.rules.induction import written

    if list(numbers) == ["-"]:
        numbers = sys.stdin.read().split("\n")
    target = _target(output)
    name = id or target.stem
    notes = build.input_paths(on) if on else []
    text = written(numbers, id=name, type=_known(type), why=why or f"Our own numbers of type {type}.", behind=behind)
    console = Console()
    with TemporaryDirectory() as folder:
        (Path(folder) / target.name).write_text(text, "utf-8")
        _test(Path(folder))
        if notes:
            _try(Path(folder), name, notes, console)
    _write(target, text)
    write_stdout(text.encode())
    console.result(f"wrote {target}: --rules {target.parent} uses it, or rule-folders in the configuration")
    raise typer.Exit(console.exit_code)


def _target(output: str) -> Path:
    target = Path(output)
    if target.suffix != ".toml":
        raise UsageError(f"--output takes a name that ends in .toml, not '{output}'")
    if os.path.lexists(target):
        raise UsageError(f"{target} exists already: name a new file")
    return target


def _known(type: str) -> str:
    from scrubber.nearest import nearest
    from scrubber.policy import phi_types

    if type not in phi_types():
        raise UsageError(f"--type: no type '{type}'{nearest(type, phi_types())}")
    return type


def _test(folder: Path) -> None:
    """Load the rule as any run would, which tries its examples."""
    from scrubber.rules.loading import load_rules

    try:
        load_rules([folder])
    except DataError:
        raise UsageError(
            "these numbers give no rule that finds what it should: write it by hand (docs/rules.md)"
        ) from None


def _try(folder: Path, name: str, paths: Sequence[Path], console: Console) -> None:
    """Say where in some notes the rule finds something."""
    from scrubber.check.checker import CheckSetup
    from scrubber.check.filters import Filters
    from scrubber.check.writer import found_in
    from scrubber.cli import build
    from scrubber.cli.console import counted
    from scrubber.io.pieces import Reading
    from scrubber.report.check_report import place
    from scrubber.runs.pool import run_tasks
    from scrubber.runs.task import Task

    setup = CheckSetup(build.settings("strict", 50, rules=[str(folder)]), Reading(), Filters(select=(name,)))
    tasks = [Task(path, path.as_posix()) for path in build.notes_in(paths, ())]
    total = 0
    for task, outcome in run_tasks(setup, tasks, 1):
        if outcome.error:
            console.error(f"{task.name}: {outcome.error}")
            continue
        for finding in found_in(outcome).found:
            total += 1
            if total <= _PLACES_SHOWN:
                console.result(f"{place(finding)} {finding.type} {finding.rule}")
    console.result(f"tried on {counted(len(tasks), 'file')}: {total} found")


def _write(target: Path, text: str) -> None:
    from scrubber.io.atomic import WholeFile

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with WholeFile(target) as file:
            file.write(text.encode())
    except OSError as error:
        raise UsageError(f"--output: cannot write {target}: {error.strerror}") from None
