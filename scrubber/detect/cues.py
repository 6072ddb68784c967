"""The cue scorer: adds up the points that the words around a token give to each PHI type.

The points are data (``patterns/<language>/cues.tsv``: a cue, a type, points), learned from marked notes by ``scrub train
--cues`` and readable by anybody: "-w=dr" gives DOCTOR so many points, "w=disease" behind a name takes so many away. The
sum of points is a log-odds (a multinomial logistic regression), so that it turns into a probability.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path

from scrubber.detect.tagger import Vote
from scrubber.errors import DataError
from scrubber.features import FeatureMaker
from scrubber.reading import Reading

POINTS = 100
"""Points that make one unit of log-odds."""
NONE = "O"
"""The type that stands for 'no PHI'."""
JOIN = 0.3
"""From this probability on, a token makes its neighbours candidates too."""


class CueScorer:
    """Votes on a document's candidate tokens."""

    def __init__(self, path: Path, features: FeatureMaker) -> None:
        self._features = features
        self.types, self._points = read_cues(path)
        self._none = self.types.index(NONE)

    def votes(self, reading: Reading) -> Mapping[int, Vote]:
        """Votes on the candidates, and on what stands beside a likely one."""
        votes: dict[int, Vote] = {}
        wanted = self._features.candidates(reading)
        seen = set(wanted)
        texts = reading.tokens.texts
        while wanted:
            rows = self._features.make(reading, wanted)
            grown: list[int] = []
            for i, row in zip(wanted, rows, strict=True):
                vote = self.score(row)
                votes[i] = vote
                if vote.probability >= JOIN:
                    grown.extend(neighbours(texts, i))
            wanted = sorted({i for i in grown if i not in seen})
            seen.update(wanted)
        return votes

    def score(self, row: list[str]) -> Vote:
        """The vote that one token's features add up to."""
        totals = [0] * len(self.types)
        get = self._points.get
        for cue in row:
            for index, points in get(cue, ()):
                totals[index] += points
        none = totals[self._none]
        totals[self._none] = -(10**9)
        best = max(totals)
        total = 0.0
        for points in totals:
            total += exp(min(50.0, (points - none) / POINTS))
        return Vote(total / (1.0 + total), self.types[totals.index(best)])

    def explain(self, row: list[str], type_: str) -> list[tuple[str, int]]:
        """The cues that spoke for (+) and against (-) a type as against no PHI, the strongest first."""
        index, none = self.types.index(type_), self._none
        said = []
        for cue in row:
            points = sum(p if i == index else -p if i == none else 0 for i, p in self._points.get(cue, ()))
            if points:
                said.append((cue, points))
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


def read_cues(path: Path) -> tuple[list[str], dict[str, tuple[tuple[int, int], ...]]]:
    """The types and, for every cue, its (type index, points) pairs.

    Raises:
        DataError: the file is missing or a line is not 'cue TAB type=points …'.
    """
    try:
        head, *lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {error}") from None
    types = head.removeprefix("# types: ").split()
    if NONE not in types:
        raise DataError(f"{path}: the first line must be '# types: …' with {NONE} among them")
    index = {name: i for i, name in enumerate(types)}
    table: dict[str, tuple[tuple[int, int], ...]] = {}
    for number, line in enumerate(lines, 2):
        if not line or line.startswith("# "):
            continue
        try:
            cue, *pairs = line.split("\t")
            table[cue] = tuple((index[t], int(p)) for t, p in (pair.rsplit("=", 1) for pair in pairs))
        except (KeyError, ValueError):
            raise DataError(f"{path}:{number}: not 'cue TAB TYPE=points …'") from None
    return types, table
