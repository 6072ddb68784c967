"""The mean of two models: a chain of labels, of which the probabilities are the geometric mean of what both say.

The other one is asked where the first is in doubt: what it is sure of the mean would hardly change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrubber.model.label_chain import LabelChain, Scored, runs
from scrubber.model.labels import NONE
from scrubber.model.tagged import Tagged
from scrubber.text.batch import Batch

Floats = NDArray[Any]

FIRST = 0.6
"""What the first one's word counts, the CRF's; the other's counts the rest. Chosen on the development
notes and registers."""

SURE = 0.92
"""The probability of its label from which a token is in no doubt: what else it may be then has less than the lowest
threshold that is shipped."""


def in_doubt(tagged: Tagged, batch: Batch) -> NDArray[np.bool_]:
    """Which of a model's tokens stand in a run of neighbours of which it doubts one."""
    lows, highs = runs(tagged.tokens, batch.line)
    doubted = np.append(0, np.cumsum(tagged.chances.max(axis=1, initial=0.0) < SURE))
    return np.repeat(doubted[highs] > doubted[lows], highs - lows)


def mean(one: Scored, other: Scored) -> Scored:
    """What two models say together of the same tokens.

    Where one of them does not tell the beginning of an entity of a type from the rest, both are the same to it; and a
    type that it does not know is to it what is no entity.
    """
    labels = (*one.chain.labels, *sorted(set(other.chain.labels).difference(one.chain.labels)))
    sides = [(said, _places(labels, said.chain.labels)) for said in (one, other)]
    chain = LabelChain(
        labels,
        _mean([said.chain.moves[np.ix_(places, places)] for said, places in sides]),
        _mean([said.chain.first[places] for said, places in sides]),
        _mean([said.chain.last[places] for said, places in sides]),
    )
    return Scored(chain, one.tokens, _mean([said.weights[..., places] for said, places in sides]), 1.0)


def _places(labels: Sequence[str], known: Sequence[str]) -> NDArray[np.int64]:
    """Of labels the number that each has for a model."""
    likes = ((label, f"I-{label[2:]}", NONE) for label in labels)
    return np.array([known.index(next(like for like in these if like in known)) for these in likes])


def _mean(sides: Sequence[Floats]) -> Floats:
    one, other = sides
    return FIRST * one + (1 - FIRST) * other
