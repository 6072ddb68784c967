"""The cue scorer: adds up the points that the words around a token give to its being PHI.

The points are data (``patterns/<language>/cues.tsv``: a cue, its points, its points by type), learned from marked
notes by ``scrub train --cues`` and readable by anybody: "-w=dr" gives so many points, "+w=disease" behind a name
takes so many away. A sum of points is a log-odds (logistic regression), so that it turns into a probability. The type
is then the one with the most points of its own; only tokens that may be PHI at all are asked for it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache, partial
from math import exp
from pathlib import Path

from scrubber.detect.cue_table import FIELD, read_table
from scrubber.detect.points import Points
from scrubber.detect.tagger import Vote
from scrubber.features import FeatureMaker
from scrubber.reading import Reading
from scrubber.words import Memo

TYPE_FEATURES = frozenset(
    ["b", "w", "s", "l", "sl", "-w", "+w", "--w", "-ll", "+ll", "lab", "labs", "ck", "h", "p", "n", "nw", "f", "x3"]
)
"""Kinds of features by which the type is told; which PHI it is takes fewer signs than whether it is any."""
POINTS = 100
"""Points that make one unit of log-odds."""
NONE = "O"
"""The label that stands for 'no PHI'."""
SOME = "P"
"""The label that stands for PHI of any type."""
WORTH = 0.12
"""Below this probability of being PHI, a token's type is not looked for."""
JOIN = 0.3
"""From this probability on, a token makes its neighbours candidates too."""


class CueScorer:
    """Votes on a document's candidate tokens."""

    def __init__(self, path: Path, features: FeatureMaker) -> None:
        self._features = features
        self.types, self.points, by_type = read_table(path)
        self._chances = Points(self.points, features.lists)
        self._by_type = Points(by_type, features.lists)
        self._best = Memo(partial(best_field, count=len(self.types)))
        self._votes: Memo[int, Vote] = Memo(lambda points: Vote(probability_of(points), self.types[0]))

    def votes(self, reading: Reading) -> Mapping[int, Vote]:
        """Votes on the candidates, and on what stands beside a likely one."""
        votes: dict[int, Vote] = {}
        wanted = self._features.candidates(reading)
        seen = set(wanted)
        texts = reading.tokens.texts
        while wanted:
            new = self.scores(reading, wanted)
            votes.update(new)
            grown: set[int] = set()
            for i, vote in new.items():
                if vote.probability >= JOIN:
                    grown.update(neighbours(texts, i))
            wanted = sorted(grown - seen)
            seen.update(wanted)
        return votes

    def scores(self, reading: Reading, indices: Sequence[int]) -> dict[int, Vote]:
        """The votes that the features of these tokens add up to; a firm pattern that covers a token names its type."""
        columns, known = self._features.columns(reading), self._votes
        votes = {i: known[points] for i, points in zip(indices, self._chances.of(columns, indices), strict=True)}
        likely = [i for i, vote in votes.items() if vote.probability >= WORTH]
        for i, type_ in zip(likely, self.types_of(reading, likely), strict=True):
            votes[i] = Vote(votes[i].probability, type_)
        return votes

    def types_of(self, reading: Reading, indices: Sequence[int]) -> list[str]:
        """The likeliest type of each of these tokens, which a vote below :data:`WORTH` does not tell."""
        columns, types, best = self._features.columns(reading), self.types, self._best
        sums = self._by_type.of(columns, indices)
        return [firm(columns.hits[i]) or types[best[totals]] for i, totals in zip(indices, sums, strict=True)]

    def parts_of(self, reading: Reading, index: int) -> tuple[int, ...]:
        """What a token's points are made of (see :data:`~scrubber.detect.points.PARTS`)."""
        return self._chances.parts(self._features.columns(reading), index)

    def explain(self, row: list[str]) -> list[tuple[str, int]]:
        """The cues that spoke for (+) and against (-) PHI, the strongest first."""
        said = [(cue, self.points.of_whole(cue)) for cue in row]
        return sorted([(cue, points) for cue, points in said if points], key=lambda item: -abs(item[1]))


def probability_of(points: int) -> float:
    """What a sum of points says."""
    return 1.0 / (1.0 + exp(-max(-50.0, min(50.0, points / POINTS))))


def best_field(totals: int, count: int) -> int:
    """The index of the highest of the fields of a sum; the first of several."""
    shifted = totals + _zeros(count)
    fields = memoryview(shifted.to_bytes(count * FIELD // 8, sys.byteorder)).cast("I").tolist()
    if sys.byteorder == "big":
        fields.reverse()
    return fields.index(max(fields))


@cache
def _zeros(count: int) -> int:
    """What makes fields that may be negative positive, and leaves their order."""
    return sum(1 << FIELD * (index + 1) - 1 for index in range(count))


def neighbours(texts: Sequence[str], index: int) -> list[int]:
    """The next words or numbers on either side on the same line, signs skipped."""
    found = []
    for step in (-1, 1):
        at = index + step
        while 0 <= at < len(texts) and texts[at] != "\n" and not texts[at].isalnum():
            at += step
        if 0 <= at < len(texts) and texts[at] != "\n":
            found.append(at)
    return found


def firm(hit: str) -> str:
    """The type of a pattern hit that needs no confirmation; '' of any other."""
    return "" if hit.endswith(("?", "~")) else hit
