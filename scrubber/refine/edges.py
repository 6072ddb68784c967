"""Edges: a small word belongs to a name only in the name's middle ("University of the West")."""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.detect.tagger import Vote
from scrubber.reading import Reading

NEAR = 0.2
"""Probability from which a neighbour counts as a part of the same span."""
_SMALL = frozenset({"a", "an", "the", "of", "for", "on", "at", "to", "and", "or", "with", "from", "by", "via"})


def without_loose_ends(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with none for small words that do not stand between two parts of a span.

    What a pattern covers is left to the pattern.
    """
    texts, hits = reading.tokens.texts, reading.hits
    small = [i for i in sorted(votes) if texts[i] in _SMALL and votes[i].probability >= NEAR and not hits[i]]
    cleared = {
        i: Vote(0.0, votes[i].type) for i in small if not (_part(texts, votes, i, -1) and _part(texts, votes, i, 1))
    }
    return {**votes, **cleared} if cleared else votes


def _part(texts: list[str], votes: Mapping[int, Vote], index: int, step: int) -> bool:
    """Whether the next word on this side, past other small words, is likely PHI."""
    at = index + step
    while 0 <= at < len(texts) and texts[at] in _SMALL:
        at += step
    vote = votes.get(at)
    return vote is not None and vote.probability >= NEAR
