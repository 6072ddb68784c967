"""Towns: what stands before a state and a postal code is the town, whatever the votes take it for."""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.detect.tagger import Vote
from scrubber.reading import Reading

LIKELY = 0.2
"""Probability from which a word counts as a part of the town's name."""
_MISTAKEN = frozenset({"PATIENT", "DOCTOR", "HOSPITAL", "ORGANIZATION", "LOCATION-OTHER"})
_CREDENTIALS = frozenset({"MD", "PA", "MA", "DC"})
"""States that stand behind a person's name as well."""
_MOST = 3
"""So many words of a town's name."""


def with_towns(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with the words before "ON  K9J 2B7" or "Ohio 43215" of type CITY."""
    towns: dict[int, Vote] = {}
    hits = reading.hits
    if "ZIP" not in hits:
        return votes
    for index, hit in enumerate(hits):
        if hit == "ZIP" and (not index or hits[index - 1] != "ZIP"):
            towns |= _town_before(reading, votes, index)
    return {**votes, **towns} if towns else votes


def _town_before(reading: Reading, votes: Mapping[int, Vote], code: int) -> dict[int, Vote]:
    texts, masks = reading.tokens.texts, reading.masks
    state = _past_comma(texts, code - 1)
    if state < 1 or not masks[state] & reading.lexicon.flags["STATE"].any or not texts[state][0].isupper():
        return {}
    if texts[state] in _CREDENTIALS:
        return {}
    at = _past_comma(texts, state - 1)
    found: dict[int, Vote] = {}
    while at >= 0 and len(found) < _MOST and texts[at].isalpha() and texts[at][0].isupper():
        vote = votes.get(at)
        if vote is None or vote.probability < LIKELY or vote.type not in {*_MISTAKEN, "CITY"}:
            break
        found[at] = Vote(vote.probability, "CITY")
        at -= 1
    before = reading.tokens.before(at + 1)
    return {} if before >= 0 and masks[before] & reading.lexicon.flags["TITLE"].any else found


def _past_comma(texts: list[str], index: int) -> int:
    """The token, or the one before it where it is a comma."""
    return index - 1 if index > 0 and texts[index] == "," else index
