"""CRFs that read every line and say where each span begins and ends; for languages whose pack asks for it.

Their labels are ``I-TYPE`` for a span's tokens, ``O`` for none, and ``B-TYPE`` for the first token where spans of a
type stand side by side ("28016 Madrid"). Signs belong to a span or not, as the training notes had it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrubber.detect.committee import Found, agreed, read_committee
from scrubber.detect.cues import NONE
from scrubber.detect.tagger import Vote
from scrubber.detect.word_features import WordFeatures
from scrubber.errors import DataError
from scrubber.reading import Reading

SURE = 0.5
"""Mean probability from which a token is PHI though the members do not agree on the span."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """What the models say of a document."""

    votes: dict[int, Vote]
    """By token index; with the probability that it is PHI of any type."""
    runs: list[range]
    """The tokens of each span, in order, those that are only likely enough to be listed included."""


class SequenceTagger:
    """Votes and spans by linear-chain CRFs over each line's tokens.

    Raises:
        DataError: the file holds no model.
    """

    def __init__(self, path: Path, features: WordFeatures) -> None:
        import pycrfsuite

        from scrubber.detect.taggers import Taggers

        self._features = features
        self._pycrfsuite: Any = pycrfsuite
        try:
            self._taggers = Taggers(read_committee(path))
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: not a CRF model ({type(error).__name__})") from None

    def tag(self, reading: Reading, worth: float) -> Tagged:
        """Every token that is PHI, or that is with at least the mean probability ``worth``."""
        votes: dict[int, Vote] = {}
        runs: list[range] = []
        for line, rows in self._features.lines(reading):
            items = self._pycrfsuite.ItemSequence(rows)
            said = [member.tag(items) for member in self._taggers.members]
            chances = self._chances(len(line))
            spans = agreed([list(labelled(line, labels)) for labels in said])
            found = {i: type_ for start, end, type_ in spans for i in range(start, end)}
            others = self._others(line, said, chances, worth, found)
            for at, index in enumerate(line):
                type_ = found.get(index) or others.get(index)
                if type_:
                    votes[index] = Vote(chances[at], type_)
            runs += [range(start, end) for start, end, _ in spans]
            runs += apart(others, votes)
        return Tagged(votes, sorted(runs, key=lambda run: run[0]))

    def _chances(self, length: int) -> list[float]:
        """The mean probability that each token of the line that was tagged last is PHI."""
        members = self._taggers.members
        share = 1.0 / len(members)
        return [1.0 - share * sum(member.marginal(NONE, at) for member in members) for at in range(length)]

    def _others(
        self,
        line: range,
        said: Sequence[Sequence[str]],
        chances: Sequence[float],
        worth: float,
        found: Mapping[int, str],
    ) -> dict[int, str]:
        """The types of the tokens of no agreed span that are likely all the same."""
        others = {}
        for at, index in enumerate(line):
            if index in found or chances[at] < worth:
                continue
            types = Counter(labels[at][2:] for labels in said if labels[at] != NONE)
            others[index] = types.most_common(1)[0][0] if types else self._likeliest(at)
        return others

    def _likeliest(self, at: int) -> str:
        """The type with the greatest probability at a token of the line that was tagged last."""
        member = min(self._taggers.members, key=lambda one: one.marginal(NONE, at))
        chances: Counter[str] = Counter()
        for label in sorted(set(member.labels()) - {NONE}):
            chances[label[2:]] += member.marginal(label, at)
        return chances.most_common(1)[0][0]


def labelled(line: range, labels: Sequence[str]) -> Iterator[Found]:
    """The spans that labels say."""
    start: int | None = None
    for at, index in enumerate(line):
        label = labels[at]
        if start is not None and (label[0] != "I" or label[2:] != labels[at - 1][2:]):
            yield start, index, labels[at - 1][2:]
            start = None
        if start is None and label != NONE:
            start = index
    if start is not None:
        yield start, line[-1] + 1, labels[-1][2:]


def apart(types: Mapping[int, str], votes: Mapping[int, Vote]) -> Iterator[range]:
    """Runs of neighbours of one type, those that are PHI apart from those that are only likely."""
    run: list[int] = []
    for index in sorted(types):
        last = run[-1] if run else -2
        sure = votes[index].probability >= SURE
        if run and not (
            last == index - 1 and types[last] == types[index] and sure == (votes[last].probability >= SURE)
        ):
            yield range(run[0], last + 1)
            run = []
        run.append(index)
    if run:
        yield range(run[0], run[-1] + 1)
