"""Plots of what is found in marked notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubber.evaluate.evaluation import Evaluation
    from scrubber.evaluate.marks import MarkedNote
    from scrubber.evaluate.schemes import Scheme
    from scrubber.settings import ScrubberSettings

_WEIGHTS = (10, 20, 30, 40, 50, 60, 70, 75)
"""The least weights that the curve tries; the last is the model's highest."""


def write(
    folder: Path,
    result: Evaluation,
    notes: Sequence[MarkedNote],
    scheme: Scheme,
    made_of: ScrubberSettings | None,
) -> None:
    """Write the plots into a folder.

    Args:
        made_of: what found it; none where a file gave the predictions, of which there is no curve.

    Raises:
        UsageError: the folder cannot be written to.
    """
    from scrubber.cli.output import report_output
    from scrubber.errors import UsageError
    from scrubber.evaluate.plots import recall_plot, weight_plot

    images = {"recall.svg": recall_plot(result.tokens.recall_by())}
    if made_of is not None:
        images["min-weight.svg"] = weight_plot(_by_weight(notes, scheme, made_of), made_of.options["min_weight"])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--plots: cannot write {folder}: {error.strerror}") from None
    for name, image in images.items():
        with report_output(str(folder / name), private=False) as put:
            put(image)


def _by_weight(notes: Sequence[MarkedNote], scheme: Scheme, made_of: ScrubberSettings) -> dict[int, dict[str, float]]:
    """The figures by the weight from which a span counts."""
    from scrubber.evaluate.evaluation import evaluate
    from scrubber.evaluate.predictions import predictions
    from scrubber.pipeline import Scrubber

    figures = {}
    for weight in sorted({*_WEIGHTS, made_of.options["min_weight"]}):
        here = replace(made_of, options={**made_of.options, "min_weight": weight})
        figures[weight] = evaluate(notes, predictions(notes, Scrubber.made_from(here)), scheme).figures()
    return figures
