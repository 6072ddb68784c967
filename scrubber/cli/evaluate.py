"""``scrub eval GOLD``: measure what is found against what annotators marked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.cli.console import Console
    from scrubber.evaluate.evaluation import Evaluation
    from scrubber.evaluate.marks import Mark, MarkedNote
    from scrubber.settings import ScrubberSettings


class Format(StrEnum):
    """How the figures are printed."""

    TABLE = "table"
    JSON = "json"
    HTML = "html"


def command(
    context: typer.Context,
    gold: Annotated[
        str, typer.Argument(metavar="GOLD", help="Marked notes: inline marks, brat, i2b2 2014 XML, or JSON lines.")
    ],
    pred: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Measure these spans (as scrub find --format jsonl prints them), not scrub's own.",
        ),
    ] = None,
    scheme: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The scheme whose types GOLD and FILE use.", autocompletion=o.complete_schemes
        ),
    ] = "i2b2",
    format: Annotated[
        Format, typer.Option("--format", help="How to report. html: a page that shows every mistake.")
    ] = Format.TABLE,
    output_file: Annotated[
        str | None,
        typer.Option("-O", "--output-file", metavar="FILE", help="Write the report to a file.", show_default=False),
    ] = None,
    misses: Annotated[bool, typer.Option("--misses", help="List every miss and false alarm.")] = False,
    show_text: Annotated[bool, typer.Option("--show-text", help="With the text around it: PHI.")] = False,
    since: Annotated[
        str | None,
        typer.Option(
            "--since",
            metavar="OLD.json",
            show_default=False,
            help="Tell what got better and what worse since an evaluation that --format json wrote.",
        ),
    ] = None,
    plots: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            show_default=False,
            help="Also plot recall by type, and what other values of --min-weight would give, as SVG files.",
        ),
    ] = None,
    fail_under: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[FIGURE=]N",
            show_default=False,
            help="Exit 1 when a figure (default: F1) is worse, as in R_all=0.95. Repeatable.",
        ),
    ] = None,
    detectors: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            show_default=False,
            help="Ways to find, side by side and type by type: of rules, crf, neural, mean, union, vote, with commas.",
        ),
    ] = None,
    choose: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Write a configuration in which each type goes the way of --detectors that is best here.",
        ),
    ] = None,
    *,
    detecting: g.Detecting,
    configuring: g.Configuring,
    messages: g.Messages,
) -> None:
    """Measure what scrub finds, or what FILE says, against marked notes.

    scrub eval gold/ --misses --show-text

    scrub eval gold/ --fail-under R_all=0.95 --fail-under over_1k=2

    scrub eval gold/ --detectors crf,neural,mean --choose best.toml

    scrub eval gold/ --format json -O old.json      and later: scrub eval gold/ --since old.json

    Without --profile every type counts (strict). Figures over tokens are those of the i2b2 2014 task; entities are
    counted strictly (same stretch and type), relaxed (overlap and same type), by stretch alone, and merged.
    --scheme meddocan counts by that task's 29 types, and its leak score.
    """
    from scrubber.cli import configured, eval_plots, eval_ways, idle
    from scrubber.cli.output import writable
    from scrubber.evaluate.comparison import read_evaluation, same_notes
    from scrubber.evaluate.evaluation import as_json, evaluate, parse_limit
    from scrubber.evaluate.gold import read_gold, refuse_unmarked
    from scrubber.evaluate.schemes import load_scheme

    said = idle.said(context, []) | ({"--format html"} if format is Format.HTML else set())
    idle.refuse_together(said, _EXCLUDE)
    idle.refuse_without(said, _NEEDS)
    if output_file == "":
        raise UsageError("--output-file is empty")
    before = None if since is None else read_evaluation(Path(since))
    chosen = load_scheme(scheme)
    console = messages.console()
    notes = [chosen.read_note(note) for note in read_gold(Path(gold))]
    refuse_unmarked(notes)
    made_of: ScrubberSettings | None = None
    if pred is not None:
        found = _given(Path(pred), notes, Path(gold).resolve().name, scheme, console)
    else:
        made_of = configured.settings(configured.configuration(configuring), detecting, chosen.profile or "strict")
        if detectors is not None:
            file = None if choose is None else writable("--choose", choose, force=False)
            eval_ways.compare(notes, made_of, eval_ways.way_names(detectors), file, output_file, console)
            raise typer.Exit(console.exit_code)
        found = _found(notes, made_of, console)
    result = evaluate(notes, found, chosen)
    figures = result.figures()
    limits = [parse_limit(text, list(figures)) for text in fail_under or ()]
    _write(result, notes, found, format, output_file, before, misses=misses, show_text=show_text)
    if before is not None and not same_notes(before, as_json(result, {}, mistakes=False, show_text=False)):
        console.warning("--since: notes or marks are not what they were, so that figures differ by that as well")
    if plots is not None:
        eval_plots.write(Path(plots), result, notes, chosen, made_of)
    failed = [limit for limit in limits if limit.fails(figures)]
    for limit in failed:
        console.warning(f"{limit.figure} is {figures[limit.figure]:.4f}, beyond the limit of {limit.value:g}")
    raise typer.Exit(console.exit_code or (1 if failed else 0))


_NEEDS = (("--show-text", "--misses"), ("--format html", "--output-file"), ("--choose", "--detectors"))
_EXCLUDE = (
    ("--since", "--format html"),
    *(
        ("--detectors", other)
        for other in ("--pred", "--since", "--plots", "--detector", "--fail-under", "--misses", "--format")
    ),
)
"""``--detectors`` prints a table of its own."""


def _found(notes: Sequence[MarkedNote], settings: ScrubberSettings, console: Console) -> Mapping[str, Sequence[Mark]]:
    """What scrub finds."""
    from scrubber.evaluate.predictions import predictions
    from scrubber.pipeline import Scrubber

    with console.progress(len(notes)):
        return predictions(notes, Scrubber.made_from(settings), console.advance)


def _given(
    path: Path, notes: list[MarkedNote], folder: str, scheme: str, console: Console
) -> Mapping[str, Sequence[Mark]]:
    """What a file of predictions says, under our types."""
    from scrubber.cli.console import counted
    from scrubber.evaluate.gold import matched, read_predictions
    from scrubber.evaluate.schemes import load_scheme

    ours = load_scheme(scheme).ours
    paired, missing = matched(notes, read_predictions(path), folder)
    if missing:
        console.warning(
            f"{counted(len(missing), 'gold note')} without prediction, counted as if nothing was found in them"
        )
    return {name: tuple(m.retyped(ours(m.type)) for m in marks) for name, marks in paired.items()}


def _write(
    result: Evaluation,
    notes: list[MarkedNote],
    predictions: Mapping[str, Sequence[Mark]],
    format: Format,
    output_file: str | None,
    before: dict[str, Any] | None,
    *,
    misses: bool,
    show_text: bool,
) -> None:
    from scrubber.cli.output import report_output
    from scrubber.evaluate.comparison import compare
    from scrubber.evaluate.evaluation import as_json, as_table

    by_name = {note.name: note for note in notes}
    comparison = None
    if before is not None:
        comparison = compare(before, as_json(result, by_name, mistakes=misses, show_text=False))
    with report_output(output_file, private=show_text or format is Format.HTML) as write:
        if format is Format.JSON:
            data = as_json(result, by_name, mistakes=misses, show_text=show_text)
            since = {} if comparison is None else {"since": comparison.as_json()}
            write(json.dumps(data | since, indent=2) + "\n")
        elif format is Format.HTML:
            from scrubber.report.html.review import evaluation_page

            about = ", ".join(f"{name} {result.figures()[name]:.3f}" for name in ("R_all", "R_hipaa", "P", "clean"))
            write(evaluation_page(result, notes, predictions, about))
        else:
            lines = list(as_table(result, by_name, mistakes=misses, show_text=show_text))
            write("\n".join([*lines, *(() if comparison is None else ("", *comparison.lines()))]) + "\n")
