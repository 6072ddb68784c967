"""Eponyms: a name that stands before an illness, a sign or a device is that thing's name ("Wilson disease").

The taggers know it from what surrounds it, and on a bare line too little does. A title or a given name before it makes
it a person's again: "Dr. Mayo stands", "Thomas Wilson disease-free".
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from scrubber.detect.tagger import Vote
from scrubber.errors import DataError
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading

NEAR = 0.05
"""Probability of being a person or a place from which an eponym is worth a look."""
_TYPES = frozenset({"PATIENT", "DOCTOR", "CITY", "HOSPITAL", "ORGANIZATION", "LOCATION-OTHER"})
_BETWEEN = frozenset({"'", "’", "s", "-"})


class Eponyms:
    """Knows what eponyms stand before.

    Raises:
        DataError: the file does not load.
    """

    def __init__(self, path: Path, lexicon: Lexicon) -> None:
        try:
            nouns = tomllib.loads(path.read_text("utf-8"))["nouns"] if path.exists() else ()
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError) as error:
            raise DataError(f"{path}: {type(error).__name__}") from None
        self._nouns = frozenset(nouns)
        self._eponym = lexicon.flags["EPONYM"].any
        self._before = lexicon.flags["TITLE"].any | lexicon.flags["FIRST"].likely

    def without(self, reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
        """The votes, with none for eponyms that stand before their thing; what a pattern covers is left to it."""
        masks, hits = reading.masks, reading.hits
        cleared = {
            i: Vote(0.0, vote.type)
            for i, vote in votes.items()
            if masks[i] & self._eponym
            and vote.probability >= NEAR
            and vote.type in _TYPES
            and not hits[i]
            and self._names_a_thing(reading, i)
        }
        return {**votes, **cleared} if cleared else votes

    def _names_a_thing(self, reading: Reading, index: int) -> bool:
        lows, masks = reading.tokens.lows, reading.masks
        at = index - 1
        while at > 0 and lows[at] == ".":
            at -= 1
        if at >= 0 and (masks[at] & self._before or (len(lows[at]) == 1 and lows[at].isalpha())):
            return False
        at = index + 1
        while at < len(lows) and (lows[at] in _BETWEEN or (lows[at - 1] == "-" and masks[at] & self._eponym)):
            at += 1
        return at < len(lows) and lows[at] in self._nouns
