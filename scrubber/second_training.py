"""Training of the second look: from votes on each half of the notes, by taggers that know the other half only.

Votes on notes that a tagger has learned from are surer than any that it will give again. A half holds every other hand
that wrote notes (``ward-001`` and ``ward-002`` are of one hand), so that taggers meet hands that they do not know, as
they will.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from scrubber.boosting import boosted
from scrubber.detect.cues import NONE
from scrubber.detect.doubt import NAMES, Rows
from scrubber.detect.second_look import Scorer, doubtful
from scrubber.detect.tagger import Vote
from scrubber.detect.trees import Forest
from scrubber.evaluate.marks import IGNORE, MarkedNote
from scrubber.language import CUES_SHARE, mean_votes
from scrubber.learned import Learned
from scrubber.lexicon import Flags
from scrubber.policy import phi_types
from scrubber.reading import Reading

_NUMBER = re.compile(r"\d*\Z")
_FEWEST_HANDS = 8
"""Of fewer hands than this every other note is in a half, whosever it is."""


class Votes(Protocol):
    """What votes on the notes of one half."""

    def __call__(self, half: int, reading: Reading) -> tuple[Mapping[int, Vote], Mapping[int, Vote]]:
        """The cue scorer's votes and the CRF's (none: empty), of taggers that do not know this half."""


def in_halves(notes: Iterable[MarkedNote]) -> tuple[list[MarkedNote], list[MarkedNote]]:
    """The notes of every other hand, sorted by name."""
    ordered = sorted(notes, key=lambda note: note.name)
    hands = sorted({_hand(note) for note in ordered})
    if len(hands) < _FEWEST_HANDS:
        return ordered[::2], ordered[1::2]
    first = set(hands[::2])
    return [n for n in ordered if _hand(n) in first], [n for n in ordered if _hand(n) not in first]


def _hand(note: MarkedNote) -> str:
    return _NUMBER.sub("", note.name)


def learn_look(notes: Iterable[Learned], votes_of: Votes, scorers: Sequence[Scorer], flags: Flags) -> Forest | None:
    """The trees of a second look; None where the notes leave too little in doubt.

    Args:
        scorers: for each half the cue scorer that does not know it.
    """
    types = list(phi_types())
    makers = [Rows(flags, types, scorer.parts_of) for scorer in scorers]
    rows: list[bytes] = []
    marked: list[bool] = []
    for note in notes:
        cues, crf = votes_of(note.half, note.reading)
        votes = mean_votes(cues, crf, CUES_SHARE)
        wanted = [index for index in doubtful(note.reading, votes) if note.labels[index] != IGNORE]
        rows += map(bytes, makers[note.half].of(note.reading, cues, crf, votes, wanted))
        marked += [note.labels[index] != NONE for index in wanted]
    return boosted(rows, marked, NAMES, types)
