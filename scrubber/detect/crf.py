"""The optional CRF (``pip install scrubber[crf]``): a vote on the tokens of every line that holds a candidate."""

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
"""Below this probability of being PHI, a token's types are not looked at."""


class CrfTagger:
    """Votes by the marginal probabilities of a linear-chain CRF over a line's tokens."""

    def __init__(self, path: Path, features: FeatureMaker) -> None:
        self._features = features
        self._tagger = pycrfsuite.Tagger()
        try:
            self._tagger.open(str(path))
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: not a CRF model ({type(error).__name__})") from None
        self._types = [label for label in self._tagger.labels() if label != NONE]

    def votes(self, reading: Reading) -> Mapping[int, Vote]:
        """Votes on every token of the lines that hold a candidate."""
        votes: dict[int, Vote] = {}
        texts = reading.tokens.texts
        done = -1
        for candidate in self._features.candidates(reading):
            if candidate <= done:
                continue
            line = line_of(texts, candidate)
            done = line[-1]
            self._tagger.set(self._features.make(reading, line))
            marginal = self._tagger.marginal
            for at, index in enumerate(line):
                probability = 1.0 - marginal(NONE, at)
                if probability >= WORTH:
                    votes[index] = Vote(probability, max(self._types, key=lambda t: marginal(t, at)))
        return votes
