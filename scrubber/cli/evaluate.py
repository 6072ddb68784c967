"""``scrub eval GOLD``: measure what is found against what annotators marked."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
    fail_under: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[FIGURE=]N",
            show_default=False,
            help="Exit 1 when a figure (default: F1) is worse, as in R_all=0.95. Repeatable.",
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

    Without --profile every type counts (strict). Figures over tokens are those of the i2b2 2014 task; entities are
    counted strictly (same stretch and type), relaxed (overlap and same type), by stretch alone, and merged.
    --scheme meddocan counts by that task's 29 types, and its leak score.
    """
    from scrubber.cli import configured
    from scrubber.evaluate.evaluation import evaluate, parse_limit
    from scrubber.evaluate.gold import read_gold, refuse_unmarked
    from scrubber.evaluate.schemes import load_scheme

    if show_text and not misses:
        raise UsageError("--show-text needs --misses")
    if output_file == "":
        raise UsageError("--output-file is empty")
    if format is Format.HTML and output_file is None:
        raise UsageError("--format html needs --output-file: the page holds PHI and is written for you alone")
    chosen = load_scheme(scheme)
    console = messages.console()
    notes = [chosen.read_note(note) for note in read_gold(Path(gold))]
    refuse_unmarked(notes)
    if pred is None:
        site = configured.configuration(configuring)
        made_of = configured.settings(site, detecting, chosen.profile or "strict")
        predictions = _own(notes, made_of, console)
    else:
        predictions = _given(Path(pred), notes, Path(gold).resolve().name, scheme, console)
    result = evaluate(notes, predictions, chosen)
    figures = result.figures()
    limits = [parse_limit(text, list(figures)) for text in fail_under or ()]
    _write(result, notes, predictions, format, output_file, misses=misses, show_text=show_text)
    failed = [limit for limit in limits if limit.fails(figures)]
    for limit in failed:
        console.warning(f"{limit.figure} is {figures[limit.figure]:.4f}, beyond the limit of {limit.value:g}")
    raise typer.Exit(console.exit_code or (1 if failed else 0))


def _own(notes: list[MarkedNote], made_of: ScrubberSettings, console: Console) -> dict[str, tuple[Mark, ...]]:
    """What scrub itself finds."""
    from scrubber.evaluate.marks import mark

    scrubber = made_of.scrubber()
    result = {}
    with console.progress(len(notes)):
        for note in notes:
            found = scrubber.note(name=note.name).find(note.text)
            result[note.name] = tuple(mark(span.type, span.start, span.end) for span in found)
            console.advance()
    return result


def _given(
    path: Path, notes: list[MarkedNote], folder: str, scheme: str, console: Console
) -> dict[str, tuple[Mark, ...]]:
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
    predictions: dict[str, tuple[Mark, ...]],
    format: Format,
    output_file: str | None,
    *,
    misses: bool,
    show_text: bool,
) -> None:
    from scrubber.cli.output import report_output
    from scrubber.evaluate.evaluation import as_json, as_table

    by_name = {note.name: note for note in notes}
    with report_output(output_file, private=show_text or format is Format.HTML) as write:
        if format is Format.JSON:
            write(json.dumps(as_json(result, by_name, mistakes=misses, show_text=show_text), indent=2) + "\n")
        elif format is Format.HTML:
            from scrubber.report.html.review import evaluation_page

            about = ", ".join(f"{name} {result.figures()[name]:.3f}" for name in ("R_all", "R_hipaa", "P", "clean"))
            write(evaluation_page(result, notes, predictions, about))
        else:
            write("\n".join(as_table(result, by_name, mistakes=misses, show_text=show_text)) + "\n")
