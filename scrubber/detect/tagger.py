"""Taggers: give tokens a probability of being PHI, from their features. Two exist, the cue scorer and the CRF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from scrubber.reading import Reading


class Vote(NamedTuple):
    """What a tagger says of one token."""

    probability: float
    """That the token is PHI of any type, 0 to 1."""
    type: str
    """The likeliest PHI type."""


class Tagger(Protocol):
    """Anything that votes on tokens."""

    def votes(self, reading: Reading) -> Mapping[int, Vote]:
        """Votes by token index; a token without one is taken for no PHI."""


def line_of(texts: Sequence[str], index: int) -> range:
    """Indices of the tokens of the line that holds the token at ``index``, without its line end."""
    start = end = index
    while start > 0 and texts[start - 1] != "\n":
        start -= 1
    while end < len(texts) and texts[end] != "\n":
        end += 1
    return range(start, end)
