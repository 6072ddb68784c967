"""The optional CRF (``pip install scrubber[crf]``): a vote on the tokens of the lines where the cue scorer wavers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pycrfsuite

from scrubber.detect.cues import NONE
from scrubber.detect.tagger import Vote, line_of
from scrubber.errors import DataError
from scrubber.features import FeatureMaker
from scrubber.reading import Reading

WORTH = 0.02
"""Below this probability of being PHI, a token gets no vote."""
DOUBT = (0.03, 0.97)
"""Between these probabilities the cue scorer is in doubt; a line without doubt is not looked at again."""


class CrfTagger:
    """Votes by the marginal probabilities of a linear-chain CRF over a line's tokens."""

    def __init__(self, path: Path, features: FeatureMaker) -> None:
        self._features = features
        self._tagger = pycrfsuite.Tagger()
        try:
            self._tagger.open(str(path))
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: not a CRF model ({type(error).__name__})") from None

    def votes(self, reading: Reading, first: Mapping[int, Vote]) -> Mapping[int, Vote]:
        """Votes on every token of the lines that hold a token of which the first votes are in doubt."""
        votes: dict[int, Vote] = {}
        texts = reading.tokens.texts
        low, high = DOUBT
        done = -1
        for index in sorted(first):
            if index <= done or not low < first[index].probability < high:
                continue
            line = line_of(texts, index)
            done = line[-1]
            votes.update(self._line(reading, line, first))
        return votes

    def _line(self, reading: Reading, line: range, first: Mapping[int, Vote]) -> Mapping[int, Vote]:
        labels = self._tagger.tag(self._features.make(reading, line))
        votes = {}
        for at, (index, label) in enumerate(zip(line, labels, strict=True)):
            probability = 1.0 - self._tagger.marginal(NONE, at)
            if label == NONE:
                if probability < WORTH or index not in first:
                    continue
                label = first[index].type
            votes[index] = Vote(probability, label)
        return votes
