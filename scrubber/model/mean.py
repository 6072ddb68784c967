"""The mean of two models: a chain of labels, of which the probabilities are the geometric mean of what both say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrubber.model.label_chain import LabelChain, Scored
from scrubber.model.labels import NONE

Floats = NDArray[Any]

FIRST = 0.7
"""What the first one's word counts, the CRF's; the other's counts the rest. Chosen on the development notes."""


def mean(one: Scored, other: Scored) -> Scored:
    """What two models say together of the same tokens. Of labels that one of them does not know, and of how these
    follow others, the other one's word counts alone."""
    labels = (NONE, *sorted({*one.chain.labels, *other.chain.labels} - {NONE}))
    sides = [(said, _places(labels, said.chain.labels)) for said in (one, other)]
    chain = LabelChain(
        labels,
        _mean([_spread(_spread(said.chain.moves, places).T, places).T for said, places in sides]),
        _mean([_spread(said.chain.first, places) for said, places in sides]),
        _mean([_spread(said.chain.last, places) for said, places in sides]),
    )
    return Scored(chain, one.tokens, _mean([_spread(said.weights, places) for said, places in sides]), 1.0)


def _places(labels: Sequence[str], known: Sequence[str]) -> NDArray[np.int64]:
    """Of labels the number that each has for a model; -1 if it does not know it."""
    return np.array([known.index(label) if label in known else -1 for label in labels])


def _spread(values: Floats, places: NDArray[np.int64]) -> Floats:
    """Columns by a model's own labels as columns by all labels; what it does not know is no number."""
    spread = values[..., places]
    spread[..., places < 0] = np.nan
    return spread


def _mean(sides: Sequence[Floats]) -> Floats:
    """The weighed mean; where one is no number the other, and 0 where both are none."""
    one, other = sides
    both = FIRST * one + (1 - FIRST) * other
    return np.nan_to_num(np.where(np.isnan(both), np.where(np.isnan(one), other, one), both))
