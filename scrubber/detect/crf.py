"""The optional CRF (``pip install scrubber[crf]``): a vote on the tokens of the lines where the cue scorer wavers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pycrfsuite

from scrubber.detect.crf_model import attributes, read_model
from scrubber.detect.crf_rows import CrfRows
from scrubber.detect.cues import NONE, WORTH
from scrubber.detect.tagger import Vote
from scrubber.detect.word_features import WordFeatures
from scrubber.errors import DataError
from scrubber.reading import Reading

DOUBT = (0.03, 0.97)
"""Between these probabilities the cue scorer is in doubt; a line without doubt is not looked at again."""


class CrfTagger:
    """Votes by the marginal probabilities of a linear-chain CRF over a line's tokens.

    Args:
        features: those that it was trained with.
        labels: the types that a label stands for, where it is none itself.

    Raises:
        DataError: the file holds no model.
    """

    def __init__(self, path: Path, features: WordFeatures, labels: Mapping[str, tuple[str, ...]]) -> None:
        self._labels = labels
        self._tagger = pycrfsuite.Tagger()
        self._model = read_model(path)  # the tagger reads there as long as it lives
        try:
            self._rows = CrfRows(features, attributes(self._model))
            self._tagger.open_inmemory(self._model)
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: not a CRF model ({type(error).__name__})") from None
        self._names = sorted(set(self._tagger.labels()) - {NONE})

    def votes(self, reading: Reading, first: Mapping[int, Vote]) -> Mapping[int, Vote]:
        """Votes on every token of the lines that hold a token of which the first votes are in doubt."""
        low, high = DOUBT
        doubtful = {index for index, vote in first.items() if low < vote.probability < high}
        votes: dict[int, Vote] = {}
        if doubtful:
            for line, rows in self._rows.lines(reading, lambda line: not doubtful.isdisjoint(line)):
                votes.update(self._line(line, rows, first))
        return votes

    def _line(self, line: range, rows: list[list[str]], first: Mapping[int, Vote]) -> dict[int, Vote]:
        labels = self._tagger.tag(rows)
        votes = {}
        for at, (index, label) in enumerate(zip(line, labels, strict=True)):
            probability = 1.0 - self._tagger.marginal(NONE, at)
            if label != NONE or index in first:  # that it is sure of none counts as well
                if label == NONE and probability >= WORTH:
                    label = max(self._names, key=lambda name: self._tagger.marginal(name, at))
                votes[index] = Vote(probability, self._type(label, first.get(index)))
        return votes

    def _type(self, label: str, first: Vote | None) -> str:
        """The type that a label means, by the first vote where that names one of its types."""
        if label == NONE:
            assert first is not None
            return first.type
        types = self._labels.get(label, (label,))
        named = first is not None and first.probability >= WORTH and first.type in types
        return first.type if first is not None and named else types[0]
