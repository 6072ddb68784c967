"""A model as a detector: stretches of tokens that are likely enough PHI become spans, each with its type and weight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.model.tagged import Tagged
from scrubber.reading import Reading, Spans
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

    def find(self, reading: Reading) -> Spans:
        """The entities of each note; what falls short of its threshold comes with a weight below 50."""
        tagged = self.tagged(reading)
        short = np.bincount(reading.batch.note, minlength=len(reading.documents)) < SHORT
        found: Spans = [[] for _ in reading.documents]
        entities = list(self._entities(reading, tagged, short))
        if not entities:
            return found
        firsts, lasts = np.array([(first, last) for first, last, _ in entities]).T
        chances = np.maximum.reduceat(np.append(tagged.phi, 0.0), np.stack([firsts, lasts + 1], axis=1).ravel())[::2]
        spans = reading.batch.spans(firsts, lasts)
        for (note, start, end), (_, _, type_), chance in zip(spans, entities, chances.tolist(), strict=True):
            least = self._least(type_, bool(short[note]))
            weight = _weight_of(round(chance, 6), least)
            found[note].append(Span(start, end, type_, f"{self.name}-{type_}", weight))
        return found

    def _least(self, type_: str, short: bool) -> float:
        """The probability that an entity of a type needs, in a text that is short or not."""
        return (self.short if short else self.thresholds)[type_]

    def _entities(self, reading: Reading, tagged: Tagged, short: NDArray[np.bool_]) -> Iterator[tuple[int, int, str]]:
        """First and last token and type of each entity; ``short``: which notes are."""
        least = np.array(
            [[2.0, *(self._least(label[2:], few) for label in tagged.labels[1:])] for few in (False, True)]
        )
        needed = least[short[reading.batch.note].astype(np.intp), tagged.best]
        level = (tagged.phi >= needed).astype(np.int8) + (tagged.phi >= needed * _ALMOST)
        tokens = tagged.tokens[level[tagged.tokens] > 0]
        if not len(tokens):
            return
        line = reading.batch.line[tokens]
        gap = reading.batch.starts[tokens[1:]] - reading.batch.ends[tokens[:-1]]
        parted = (np.diff(tokens) != 1) | (np.diff(line) != 0) | (np.diff(level[tokens]) != 0) | (gap >= _CELLS)
        breaks = np.flatnonzero(parted) + 1
        place = np.searchsorted(tagged.tokens, tokens).tolist()
        opens = (tokens == reading.batch.line_starts[line]).tolist()
        types = [tagged.labels[best][2:] for best in tagged.best[tokens].tolist()]
        first = tokens.tolist()
        for low, high in zip([0, *breaks.tolist()], [*breaks.tolist(), len(tokens)], strict=True):
            if high == low + 1:
                yield first[low], first[low], types[low]
            else:
                yield from _split(first[low], tagged.names(place[low], place[high - 1] + 1, opens[low]))


def _split(first: int, names: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The entities that labels of neighbouring tokens tell, without signs at their ends."""
    begin = 0
    for at in range(1, len(names)):
        if names[at] != f"I-{names[begin][2:]}":
            yield first + begin, first + at - 1, names[begin][2:]
            begin = at
    yield first + begin, first + len(names) - 1, names[begin][2:]


def _weight_of(probability: float, threshold: float) -> int:
    """A weight that is 50 where the probability meets its threshold and :data:`MOST` for certainty."""
    if probability >= threshold:
        return round(HALF + (MOST - HALF) * (probability - threshold) / max(1e-9, 1 - threshold))
    return min(HALF - 1, round(HALF * probability / threshold))
