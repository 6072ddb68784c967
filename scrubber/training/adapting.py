"""Adapting: how well a model does that continues from another one, beside that one, on notes that are held out."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from scrubber.errors import DataError
from scrubber.evaluate.evaluation import Evaluation, evaluate
from scrubber.evaluate.marks import MarkedNote
from scrubber.evaluate.predictions import predictions
from scrubber.evaluate.ways import way
from scrubber.pipeline import Scrubber
from scrubber.refine.site import Site
from scrubber.stages import NEURAL

HELD = 4
"""Of so many notes one is held out."""
FIGURES = ("R_all", "R_hipaa", "P", "F1", "strict_F1")


def measured(detector: str, model: bytes, notes: Sequence[MarkedNote], language: str) -> Evaluation:
    """How well scrub does by rules and a model, ``crf`` or ``neural``, on marked notes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model")
        path.write_bytes(model)
        crf, network = (None, path) if detector == NEURAL else (path, None)
        site = Site(listening=way(detector))
        scrubber = Scrubber("strict", language=language, site=site, model=crf, network=network)
        return evaluate(notes, predictions(notes, scrubber))


def refuse_worse(before: Mapping[str, float], after: Mapping[str, float]) -> None:
    """Refuse a model that does worse than the one that it continues from.

    Raises:
        DataError: its F1 is lower.
    """
    if after["F1"] < before["F1"]:
        raise DataError(
            f"F1 on the held-out notes falls from {before['F1']:.4f} to {after['F1']:.4f}: nothing is written"
        )


def told(figures: Mapping[str, float]) -> str:
    """The telling ones of some figures on one line."""
    return ", ".join(f"{name} {figures[name]:.4f}" for name in FIGURES if name in figures)
