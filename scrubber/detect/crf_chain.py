"""A linear-chain CRF over a line's tokens, and the votes that its marginal probabilities are."""

from __future__ import annotations

from collections.abc import Mapping, Set

from scrubber.detect.crf_rows import CrfRows
from scrubber.detect.cues import NONE, WORTH
from scrubber.detect.model_names import ModelNames
from scrubber.detect.tagger import Vote
from scrubber.detect.taggers import Taggers
from scrubber.detect.word_features import WordFeatures
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading

LEAST = 0.02
"""From this probability of being PHI on a token has a vote though the likeliest label is none: the second look may find
what speaks for it elsewhere."""


class CrfChain:
    """A model that has been loaded.

    Args:
        model: CRFsuite's bytes. names: those that it knows.
        labels: the types that a label stands for, where it is none itself.

    Raises:
        ValueError: these are no model's bytes.
    """

    def __init__(
        self, model: bytes, names: ModelNames, lexicon: Lexicon, labels: Mapping[str, tuple[str, ...]]
    ) -> None:
        self._rows = CrfRows(WordFeatures(lexicon, by_heart=False), names)
        self._labels = labels
        self._taggers = Taggers([model])
        self._names = sorted(set(self._taggers.members[0].labels()) - {NONE})

    def votes(self, reading: Reading, first: Mapping[int, Vote], wanted: Set[int]) -> dict[int, Vote]:
        """Votes on every token of the lines that hold a wanted one; ``first`` are the cue scorer's votes."""
        votes: dict[int, Vote] = {}
        for line, rows in self._rows.lines(reading, lambda line: not wanted.isdisjoint(line)):
            votes.update(self._line(line, rows, first))
        return votes

    def _line(self, line: range, rows: list[list[str]], first: Mapping[int, Vote]) -> dict[int, Vote]:
        (tagger,) = self._taggers.members
        labels = tagger.tag(rows)
        votes = {}
        for at, (index, label) in enumerate(zip(line, labels, strict=True)):
            probability = 1.0 - tagger.marginal(NONE, at)
            if label != NONE or index in first or probability >= LEAST:  # that it is sure of none counts as well
                if label == NONE and probability >= LEAST:
                    label = max(self._names, key=lambda name: tagger.marginal(name, at))
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
