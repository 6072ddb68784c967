"""The second look: votes once more on tokens in doubt, now that there are votes on everything around them.

Boosted trees judge by what :mod:`scrubber.detect.doubt` knows of such a token. They are data beside the tagger whose
votes they look at (``cues.tsv.look``, ``model.crf.look``), learned from votes of taggers that had not seen the note.
(Stages that learn from the first ones' guesses: Wolpert, Neural Networks 1992; for names, Krishnan and Manning, 2006.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

from scrubber.detect.compiled_trees import read_trees
from scrubber.detect.cues import WORTH
from scrubber.detect.doubt import NAMES, Rows
from scrubber.detect.tagger import Vote
from scrubber.detect.trees import Trees, check_forest
from scrubber.lexicon import Flags
from scrubber.reading import Reading

DOUBT = (0.05, 0.95)
"""Between these probabilities a vote is looked at again."""
MOST_ALIKE = 100
"""So many tokens of a note between the same neighbours are looked at; what is found of the last holds for all after it.

No note says the same so often, but text made to keep us busy ("1.1.1.1 …") does.
"""
_NEIGHBOURS = 2
"""On either side, signs included."""


def look_of(tagger: Path) -> Path:
    """The file of the trees that look at what a tagger left in doubt: beside its own."""
    return tagger.with_name(tagger.name + ".look")


class Scorer(Protocol):
    """What is asked of the cue scorer."""

    def types_of(self, reading: Reading, indices: Sequence[int]) -> Sequence[str]:
        """The likeliest types of tokens, for those whose vote was too low to name one."""

    def parts_of(self, reading: Reading, index: int) -> Sequence[int]:
        """What a token's points are made of."""


class SecondLook:
    """Votes on what is in doubt; leaves votes as they are where no file lies beside the tagger's.

    Args:
        tagger: the file of the tagger whose votes are looked at. flags: the lexicon's.
        scorer: the cue scorer, which is asked for more than its votes.

    Raises:
        DataError: the file cannot be read, or was made for other features.
    """

    def __init__(self, tagger: Path, flags: Flags, scorer: Scorer) -> None:
        path = look_of(tagger)
        self._path = path if path.exists() else None
        if self._path is not None:
            check_forest(self._path, NAMES)
        self._flags = flags
        self._scorer = scorer

    def load(self) -> None:
        """Load the trees now, if there are any.

        Raises:
            DataError: the file cannot be read.
        """
        if self._path is not None:
            _ = self._judge

    def votes(
        self, reading: Reading, cues: Mapping[int, Vote], crf: Mapping[int, Vote], votes: Mapping[int, Vote]
    ) -> Mapping[int, Vote]:
        """The votes, with new ones on the words and numbers in doubt.

        Args:
            cues, crf: what each tagger said; no CRF: empty. votes: what they come to together.
        """
        wanted = doubtful(reading, votes) if self._path is not None else []
        if not wanted:
            return votes
        rows, trees = self._judge
        asked = in_place_of(reading, wanted)
        looked_at = sorted(set(asked))
        judged = {
            index: trees.probability(row)
            for index, row in zip(looked_at, rows.of(reading, cues, crf, votes, looked_at), strict=True)
        }
        found = dict(votes)
        for index, other in zip(wanted, asked, strict=True):
            found[index] = Vote(judged[other], votes[index].type)
        raised = [i for i in wanted if i not in crf and votes[i].probability < WORTH <= found[i].probability]
        for index, type_ in zip(raised, self._scorer.types_of(reading, raised), strict=True):
            found[index] = Vote(found[index].probability, type_)
        return found

    @cached_property
    def _judge(self) -> tuple[Rows, Trees]:
        """Loaded for the first doubt."""
        assert self._path is not None
        types, trees = read_trees(self._path, NAMES)
        return Rows(self._flags, types, self._scorer.parts_of), trees


def doubtful(reading: Reading, votes: Mapping[int, Vote]) -> list[int]:
    """The words and numbers that votes leave in doubt."""
    low, high = DOUBT
    texts = reading.tokens.texts
    return [index for index in sorted(votes) if low < votes[index].probability < high and texts[index].isalnum()]


def in_place_of(reading: Reading, wanted: Sequence[int]) -> list[int]:
    """For each of these tokens the one that is looked at: itself, or the last of many alike."""
    texts = reading.tokens.texts
    alike: dict[tuple[str, ...], list[int]] = {}
    asked = []
    for index in wanted:
        around = tuple(texts[max(index - _NEIGHBOURS, 0) : index + _NEIGHBOURS + 1])
        met = alike.setdefault(around, [])
        if len(met) < MOST_ALIKE:
            met.append(index)
        asked.append(met[-1])
    return asked
