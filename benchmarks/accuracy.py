"""Accuracy beside speed: figures on the development notes, of scrub and of what a peer found there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.notes import CORPUS
from scrubber.evaluate.evaluation import evaluate
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.marks import Mark, MarkedNote, mark
from scrubber.evaluate.predictions import predictions
from scrubber.pipeline import Scrubber

FIGURES = ("R_all", "R_hipaa", "P", "clean")


def development_notes() -> list[MarkedNote]:
    """The development notes."""
    return read_gold(CORPUS / "gold" / "dev")


def figures(notes: Sequence[MarkedNote], found: Mapping[str, Sequence[Mark]]) -> dict[str, float]:
    """Recall over all types and over HIPAA's, precision, share of notes without a leak; whatever type is said."""
    every = evaluate(notes, found).figures()
    return {name: every[name] for name in FIGURES if name in every}


def of_scrubber(scrubber: Scrubber, notes: Sequence[MarkedNote]) -> dict[str, float]:
    """The figures of scrub itself."""
    return figures(notes, predictions(notes, scrubber))


def of_peer(notes: Sequence[MarkedNote], spans: Sequence[Sequence[tuple[int, int, str]]]) -> dict[str, float]:
    """The figures of a peer; its own type names do not matter for these."""
    found: dict[str, list[Mark]] = {}
    for note, those in zip(notes, spans, strict=True):
        found[note.name] = marks = []
        at = 0
        for start, end, _ in sorted(those, key=lambda s: (s[0], -s[1])):
            if start >= at and end > start:
                marks.append(mark("IDNUM", start, end))
                at = end
    return figures(notes, found)
