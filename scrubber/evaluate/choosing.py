"""Choosing: of several ways to find, the best for each type on marked notes, and its worth by cross-validation.

The best is the one with the highest F2 over entities (overlap and same type), in which recall counts twice as much as
precision: what is missed leaks. Of equal ones the first is. A type with few marks goes by the CRF, as without a choice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from scrubber.evaluate.evaluation import Evaluation, evaluate
from scrubber.evaluate.marks import Mark, MarkedNote
from scrubber.evaluate.ways import DETECTORS
from scrubber.policy import phi_types
from scrubber.refine.listening import COMBINATIONS
from scrubber.stages import CRF

FOLDS = 5
LEAST = 10
"""Marks of a type from which it is chosen for."""
FIGURES = ("R_all", "R_hipaa", "P", "F1", "strict_F1", "clean")

Found = Mapping[str, Sequence[Mark]]
"""What is found in each note, by its name."""
Choice = Mapping[str, str]
"""The way that each type goes."""
Find = Callable[[Choice, Sequence[MarkedNote]], Found]


def choose(notes: Sequence[MarkedNote], by_way: Mapping[str, Found]) -> Choice:
    """The best way for each type on some notes."""
    scores = {name: evaluate(notes, found).entities["relaxed"] for name, found in by_way.items()}
    chosen = dict.fromkeys(phi_types(), CRF)
    for type_, marks in next(iter(scores.values())).gold.items():
        if marks >= LEAST:
            chosen[type_] = max(scores, key=lambda name: _f2(*scores[name].figures([type_])[:2]))
    return chosen


def _f2(precision: float, recall: float) -> float:
    """Rounded, so that what is equal stays so."""
    return round(5 * precision * recall / (4 * precision + recall), 6) if recall else 0.0


def cross_validated(notes: Sequence[MarkedNote], by_way: Mapping[str, Found], find: Find) -> Evaluation:
    """How well ways do on each fifth of the notes that are chosen on the others."""
    found: dict[str, Sequence[Mark]] = {}
    for fold in range(FOLDS):
        others = [note for at, note in enumerate(notes) if at % FOLDS != fold]
        found |= find(choose(others, by_way), notes[fold::FOLDS])
    return evaluate(notes, found)


def as_toml(chosen: Choice) -> Iterator[str]:
    """The lines of a configuration; what types do anyway is left out."""
    for type_, name in chosen.items():
        if name != CRF:
            yield f"[types.{type_}]"
            yield f"detectors = {json.dumps(DETECTORS[name])}"
            if name in COMBINATIONS:
                yield f'combine = "{name}"'


def as_table(results: Mapping[str, Evaluation]) -> Iterator[str]:
    """Ways side by side: their figures, and F1 over entities by type (overlap and same type)."""
    names = [name for name in FIGURES if any(name in result.figures() for result in results.values())]
    yield f"{'':24}" + "".join(f"{way:>9}" for way in results)
    for name in names:
        yield f"{name:24}" + "".join(f"{result.figures().get(name, 0.0):9.4f}" for result in results.values())
    scores = {way: result.entities["relaxed"] for way, result in results.items()}
    gold = next(iter(scores.values())).gold
    yield ""
    for type_ in sorted(gold):
        row = "".join(f"{score.figures([type_])[2]:9.4f}" for score in scores.values())
        yield f"{type_:16}{gold[type_]:8}{row}"
