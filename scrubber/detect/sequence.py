"""A CRF that reads every line and says where each span begins and ends; for languages whose pack asks for it.

Its labels are ``I-TYPE`` for a span's tokens, ``O`` for none, and ``B-TYPE`` for the first token where spans of a type
stand side by side ("28016 Madrid"). Signs belong to a span or not, as the training notes had it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scrubber.detect.cues import NONE
from scrubber.detect.tagger import Vote
from scrubber.detect.word_features import WordFeatures
from scrubber.errors import DataError
from scrubber.reading import Reading


@dataclass(frozen=True, slots=True)
class Tagged:
    """What the model says of a document."""

    votes: dict[int, Vote]
    """By token index; with the probability that it is PHI of any type."""
    runs: list[range]
    """The tokens of each span, in order, those that are only likely enough to be listed included."""


class SequenceTagger:
    """Votes and spans by a linear-chain CRF over each line's tokens.

    Raises:
        DataError: the file holds no model.
    """

    def __init__(self, path: Path, features: WordFeatures) -> None:
        import pycrfsuite

        self._features = features
        self._tagger = pycrfsuite.Tagger()
        try:
            self._tagger.open(str(path))
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: not a CRF model ({type(error).__name__})") from None
        self._types = sorted({label[2:] for label in self._tagger.labels() if label != NONE})

    def tag(self, reading: Reading, worth: float) -> Tagged:
        """Every token that is PHI, or that is with at least the probability ``worth``."""
        votes: dict[int, Vote] = {}
        runs: list[range] = []
        for line, rows in self._features.lines(reading):
            labels = self._tagger.tag(rows)
            found = self._votes(line, labels, worth)
            if found:
                votes.update(found)
                runs += runs_of(line, labels, found)
        return Tagged(votes, runs)

    def _votes(self, line: range, labels: Sequence[str], worth: float) -> dict[int, Vote]:
        votes = {}
        for at, (index, label) in enumerate(zip(line, labels, strict=True)):
            probability = 1.0 - self._tagger.marginal(NONE, at)
            if label != NONE:
                votes[index] = Vote(probability, label[2:])
            elif probability >= worth:
                votes[index] = Vote(probability, self._likeliest(at))
        return votes

    def _likeliest(self, at: int) -> str:
        """The type with the greatest probability at a token of the line that was tagged last."""
        marginal = self._tagger.marginal
        known = set(self._tagger.labels())
        chances = {t: sum(marginal(x, at) for x in (f"B-{t}", f"I-{t}") if x in known) for t in self._types}
        return str(max(self._types, key=chances.__getitem__))


def runs_of(line: range, labels: Sequence[str], votes: dict[int, Vote]) -> Iterator[range]:
    """The tokens of each span of a line: as labelled, and what only the votes hold between."""
    start: int | None = None
    for at, index in enumerate(line):
        label = labels[at]
        goes_on = (
            start is not None
            and index in votes
            and votes[index].type == votes[index - 1].type
            and (label == labels[at - 1] == NONE or (label[0] == "I" and labels[at - 1] != NONE))
        )
        if goes_on:
            continue
        if start is not None:
            yield range(start, index)
        start = index if index in votes else None
    if start is not None:
        yield range(start, line[-1] + 1)
