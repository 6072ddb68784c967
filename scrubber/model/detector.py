"""A model as a detector: stretches of tokens that are likely enough PHI become spans, each with its type and weight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.model.tagged import Tagged
from scrubber.reading import Reading, Spans
from scrubber.stages import CRF, MEAN
from scrubber.text.span import Span

CONTEXT = "context"
"""The name of the detector that goes by the CRF without its chain."""
MOST = 75
"""The weight of what it is sure of: vetoes weigh a little more, so that medicine stands whatever stands around it."""
HALF = 50
_CELLS = 3
"""So many blanks part what stands side by side: cells of a form or table, which no entity fills two of."""
SHORT = 20
"""A text of fewer tokens has little context: a cell, a title."""
_ALMOST = 0.4
"""Share of a threshold from which something is told of as almost found."""


class ModelDetector(NamedTuple):
    """Finds what a model takes for PHI.

    Args:
        name: the detector's. tagged: what the model says of a reading.
        thresholds: the probability from which a type's entity is masked. short: the same in a text of few tokens.
    """

    name: str
    tagged: Callable[[Reading], Tagged]
    thresholds: Mapping[str, float]
    short: Mapping[str, float]

    @property
    def called(self) -> str:
        """How the sources of its spans begin."""
        return CRF if self.name == MEAN else self.name

    def find(self, reading: Reading) -> Spans:
        """The entities of each note; what falls short of its threshold comes with a weight below 50."""
        tagged = self.tagged(reading)
        short = np.bincount(reading.batch.note, minlength=len(reading.documents)) < SHORT
        found: Spans = [[] for _ in reading.documents]
        entities = self._entities(reading, tagged, short)
        if not entities:
            return found
        firsts, lasts = np.array([(first, last) for first, last, _ in entities]).T
        chances = np.maximum.reduceat(np.append(tagged.phi, 0.0), np.stack([firsts, lasts + 1], axis=1).ravel())[::2]
        spans, few = reading.batch.spans(firsts, lasts), short.tolist()
        for (note, start, end), (_, _, type_), chance in zip(spans, entities, chances.tolist(), strict=True):
            least = (self.short if few[note] else self.thresholds)[type_]
            weight = _weight_of(round(chance, 6), least)
            found[note].append(Span(start, end, type_, f"{self.called}-{type_}", weight))
        return found

    def _entities(self, reading: Reading, tagged: Tagged, short: NDArray[np.bool_]) -> list[tuple[int, int, str]]:
        """First and last token and type of each entity, in order; ``short``: which notes are."""
        least = np.array(
            [[2.0, *(table[label[2:]] for label in tagged.labels[1:])] for table in (self.thresholds, self.short)]
        )
        needed = least[short[reading.batch.note].astype(np.intp), tagged.best]
        level = (tagged.phi >= needed).astype(np.int8) + (tagged.phi >= needed * _ALMOST)
        tokens = tagged.tokens[level[tagged.tokens] > 0]
        if not len(tokens):
            return []
        line = reading.batch.line[tokens]
        gap = reading.batch.starts[tokens[1:]] - reading.batch.ends[tokens[:-1]]
        parted = (np.diff(tokens) != 1) | (np.diff(line) != 0) | (np.diff(level[tokens]) != 0) | (gap >= _CELLS)
        breaks = np.flatnonzero(parted) + 1
        lows, highs = np.append(0, breaks), np.append(breaks, len(tokens))
        alone = tokens[lows[highs == lows + 1]]
        types = [label[2:] for label in tagged.labels]
        entities = [(at, at, types[best]) for at, best in zip(alone.tolist(), tagged.best[alone].tolist(), strict=True)]
        lows, sizes = lows[highs > lows + 1], (highs - lows)[highs > lows + 1]
        firsts, opens = tokens[lows], tokens[lows] == reading.batch.line_starts[line[lows]]
        places = np.searchsorted(tagged.tokens, firsts)
        for first, labels in zip(firsts.tolist(), tagged.names(places, places + sizes, opens), strict=True):
            entities += _split(first, labels)
        return sorted(entities)


def _split(first: int, names: Sequence[str]) -> list[tuple[int, int, str]]:
    """The entities that labels of neighbouring tokens tell, without signs at their ends."""
    type_ = names[0][2:]
    if names.count(f"I-{type_}") == len(names) - (names[0][0] == "B"):
        return [(first, first + len(names) - 1, type_)]
    begins = [at for at in range(len(names)) if not at or names[at] != f"I-{names[at - 1][2:]}"]
    ends = [*begins[1:], len(names)]
    return [(first + low, first + high - 1, names[low][2:]) for low, high in zip(begins, ends, strict=True)]


def _weight_of(probability: float, threshold: float) -> int:
    """A weight that is 50 where the probability meets its threshold and :data:`MOST` for certainty."""
    if probability >= threshold:
        return round(HALF + (MOST - HALF) * (probability - threshold) / max(1e-9, 1 - threshold))
    return min(HALF - 1, round(HALF * probability / threshold))
