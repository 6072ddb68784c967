"""The CRF as it is learned: from marked notes to a model file, in the same steps for every language. Needs numba."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scrubber.errors import DataError
from scrubber.evaluate.marks import MarkedNote
from scrubber.model.file import ModelFile
from scrubber.model.labels import label_set
from scrubber.model.table import MOST_TEMPLATES
from scrubber.model.templates import Template
from scrubber.training.examples import Read, read_examples, read_known_examples, read_parts
from scrubber.training.gradients import Say, Weights, learn, learn_gate
from scrubber.training.kernels import gate_scores
from scrubber.training.recipe import Recipe

_SCALE = 0.06
"""The unit of weights in the file: what is smaller than half of that is no weight."""
_LEAST, _FEW = 3, 5
"""Units: a feature of which no weight reaches as much is left out, unless so many labels have one."""
_PASSED = 0.999
"""Share of the tokens of PHI that pass the gate."""
_MOST = 127
_ON_TOP_RATE, _ON_TOP_EPOCHS = 0.03, 3
"""How a model goes on learning (:func:`continued`)."""


def train(notes: Sequence[MarkedNote], read: Read, recipe: Recipe, say: Say) -> ModelFile:
    """Learn a model.

    Args:
        notes: those to learn from, copies among them. read: makes the columns of texts, as detection does.
        say: is told how far it has come.

    Raises:
        DataError: the recipe has too many templates.
    """
    if len(recipe.templates) > MOST_TEMPLATES:
        raise DataError(f"{len(recipe.templates)} templates: {MOST_TEMPLATES} are the most that a model has")
    labels = label_set([mark for note in notes for mark in note.marks])
    templates = [Template.of(text) for text in recipe.templates]
    examples = read_examples(read_parts(notes, read, labels), templates, recipe.often, recipe.in_notes)
    say(f"{len(examples.labels)} tokens, {len(examples.keys)} features")
    weights = learn(examples, len(labels), recipe.settings, say)
    alone = np.array([template.place is not None for template in templates])
    gate = _rounded(learn_gate(examples, alone, say))
    scores = gate_scores(examples.rows, np.flatnonzero(alone), gate)
    least = int(np.quantile(scores[examples.labels > 0], 1 - _PASSED))
    say(f"{np.mean(scores >= least):.2f} of all tokens pass the gate")
    rows = _rounded(weights.rows)
    telling = (np.abs(rows).max(axis=1) >= _LEAST) | (np.abs(gate) >= _LEAST) | ((rows != 0).sum(axis=1) >= _FEW)
    kept = np.flatnonzero(telling[1:])
    with_nobody = np.concatenate([[0], kept + 1])
    return ModelFile(
        labels,
        tuple(recipe.templates),
        examples.keys[kept],
        rows[with_nobody],
        _SCALE,
        weights.first,
        weights.moves,
        gate[with_nobody],
        least,
    )


def continued(start: ModelFile, notes: Sequence[MarkedNote], read: Read, recipe: Recipe, say: Say) -> ModelFile:
    """A model that goes on learning: the features that it knows get other weights. Lines with types that it does not
    know are passed over."""
    templates = [Template.of(text) for text in start.templates]
    examples = read_known_examples(read_parts(notes, read, start.labels), templates, start.keys)
    settings = replace(recipe.settings, rate=_ON_TOP_RATE, epochs=_ON_TOP_EPOCHS, penalty=0.0)
    begun = Weights(start.rows * np.float32(start.scale), start.first, start.moves)
    weights = learn(examples, len(start.labels), settings, say, begun)
    return replace(start, rows=_rounded(weights.rows, start.scale), first=weights.first, moves=weights.moves)


def _rounded(weights: NDArray[np.float32], scale: float = _SCALE) -> NDArray[np.int8]:
    """Weights in units of the scale."""
    units: NDArray[np.int8] = np.clip(np.rint(weights / scale), -_MOST, _MOST).astype(np.int8)
    return units
