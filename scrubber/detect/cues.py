"""The cue scorer: adds up the points that the words around a token give to its being PHI.

The points are data (``patterns/<language>/cues.tsv``: a cue, its points, its points by type), learned from marked
notes by ``scrub train --cues`` and readable by anybody: "-w=dr" gives so many points, "+w=disease" behind a name
takes so many away. A sum of points is a log-odds (logistic regression), so that it turns into a probability. The type
is then the one with the most points of its own; only tokens that may be PHI at all are asked for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path

from scrubber.detect.tagger import Vote
from scrubber.errors import DataError
from scrubber.features import FeatureMaker
from scrubber.reading import Reading

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
        self.types, self._points, self._by_type = read_cues(path)

    def votes(self, reading: Reading) -> Mapping[int, Vote]:
        """Votes on the candidates, and on what stands beside a likely one."""
        votes: dict[int, Vote] = {}
        wanted = self._features.candidates(reading)
        seen = set(wanted)
        texts, hits = reading.tokens.texts, reading.hits
        while wanted:
            rows = self._features.make(reading, wanted)
            grown: list[int] = []
            for i, row in zip(wanted, rows, strict=True):
                vote = self.score(row, firm(hits[i]))
                votes[i] = vote
                if vote.probability >= JOIN:
                    grown.extend(neighbours(texts, i))
            wanted = sorted({i for i in grown if i not in seen})
            seen.update(wanted)
        return votes

    def score(self, row: list[str], hit: str = "") -> Vote:
        """The vote that one token's features add up to.

        Args:
            hit: type of the firm pattern that covers the token: then it is the type; ''.
        """
        get = self._points.get
        points = sum([get(cue, 0) for cue in row])
        probability = 1.0 / (1.0 + exp(-max(-50.0, min(50.0, points / POINTS))))
        if probability < WORTH:
            return Vote(probability, self.types[0])
        return Vote(probability, hit or self.type_of(row))

    def type_of(self, row: list[str]) -> str:
        """The type with the most points."""
        totals = [0] * len(self.types)
        get = self._by_type.get
        for cue in row:
            for index, points in get(cue, ()):
                totals[index] += points
        return self.types[totals.index(max(totals))]

    def explain(self, row: list[str]) -> list[tuple[str, int]]:
        """The cues that spoke for (+) and against (-) PHI, the strongest first."""
        said = [(cue, self._points[cue]) for cue in row if cue in self._points]
        return sorted(said, key=lambda item: -abs(item[1]))


def neighbours(texts: Sequence[str], index: int) -> list[int]:
    """The next words or numbers on either side on the same line, signs skipped."""
    found = []
    for step in (-1, 1):
        at = index + step
        while 0 <= at < len(texts) and texts[at] != "\n":
            if texts[at].isalnum():
                found.append(at)
                break
            at += step
    return found


def firm(hit: str) -> str:
    """The type of a pattern hit that needs no confirmation; '' of any other."""
    return "" if hit.endswith(("?", "~")) else hit


Points = dict[str, int]
TypePoints = dict[str, tuple[tuple[int, int], ...]]


def read_cues(path: Path) -> tuple[list[str], Points, TypePoints]:
    """The types; the points of every cue; and, by cue, its (type index, points) pairs.

    Raises:
        DataError: the file is missing or a line is not 'cue TAB points TAB TYPE=points …'.
    """
    try:
        head, *lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {error}") from None
    types = head.removeprefix("# types: ").split() if head.startswith("# types: ") else []
    if not types:
        raise DataError(f"{path}: the first line must be '# types: …'")
    index = {name: i for i, name in enumerate(types)}
    points: Points = {}
    by_type: TypePoints = {}
    for number, line in enumerate(lines, 2):
        if not line:
            continue
        try:
            cue, own, *pairs = line.split("\t")
            points[cue] = int(own)
            if pairs:
                by_type[cue] = tuple((index[t], int(p)) for t, p in (pair.rsplit("=", 1) for pair in pairs))
        except (KeyError, ValueError):
            raise DataError(f"{path}:{number}: not 'cue TAB points TAB TYPE=points …'") from None
    return types, points, by_type
