"""Taggers: give tokens a probability of being PHI, from their features. Two exist, the cue scorer and the CRF."""

from __future__ import annotations

from collections.abc import Mapping
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
