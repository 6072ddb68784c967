"""Edges: what stands at the end of a span without being part of it.

A small word belongs to a name only in the name's middle ("University of the West"); the letter behind an age ("84M",
"57yoF") tells the sex or the unit, and an age is its number, with its unit where that is months, weeks or days.
"""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.detect.tagger import Vote
from scrubber.reading import Reading
from scrubber.refine.people import ROLES

NEAR = 0.2
"""Probability from which a neighbour counts as a part of the same span."""
SURE = 0.5
"""Probability from which a letter behind an age is something else: an initial, "85 M Osei"."""
INITIAL = 0.8
"""Probability from which "a" behind a name is an initial: "carter, a"."""
_SMALL = frozenset({"a", "an", "the", "of", "for", "on", "at", "to", "and", "or", "with", "from", "by", "via"})
_SMALL |= {word.upper() for word in _SMALL - {"a", "on", "or", "via"}}  # those are initials, Ontario, Oregon, VIA
_BEHIND_AGES = frozenset({"f", "y", "yo", "yof", "yom", "ym", "yf", "yr", "yrs"})
_MOST_MONTHS = 36
"""Up to here "m" behind a number may be months."""


def without_loose_ends(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with none for small words that do not stand between two parts of a span.

    What a pattern covers is left to the pattern.
    """
    texts, hits = reading.tokens.texts, reading.hits
    small = [
        i
        for i in sorted(votes)
        if texts[i] in _SMALL
        and votes[i].probability >= NEAR
        and not hits[i]
        and not (len(texts[i]) == 1 and votes[i].probability >= INITIAL and votes[i].type in ROLES)
    ]
    cleared = {
        i: Vote(0.0, votes[i].type) for i in small if not (_part(texts, votes, i, -1) and _part(texts, votes, i, 1))
    }
    return {**votes, **cleared} if cleared else votes


def without_titles(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with none for titles right before what is likely a person's name; what a pattern covers is left to it.

    In the names of places they are part of the name ("Jewish General").
    """
    title = reading.lexicon.flags["TITLE"].sure
    texts, masks, hits = reading.tokens.texts, reading.masks, reading.hits
    cleared = {}
    for i, vote in votes.items():
        if not masks[i] & title or vote.probability < NEAR or hits[i] or len(texts[i]) == 1 or vote.type not in ROLES:
            continue
        after = i + 2 if i + 1 < len(texts) and texts[i + 1] == "." else i + 1
        if after in votes and votes[after].probability >= NEAR and votes[after].type in ROLES:
            cleared[i] = Vote(0.0, vote.type)
    return {**votes, **cleared} if cleared else votes


def without_signs_of_sex(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with none for the letters behind an age; what a pattern covers is left to the pattern."""
    texts, hits = reading.tokens.texts, reading.hits
    cleared = {
        i: Vote(0.0, "AGE")
        for i, vote in votes.items()
        if (vote.type == "AGE" or vote.probability < SURE)
        and not hits[i]
        and _is_behind_age(texts, i)
        and (hits[i - 1] == "AGE" or (i - 1 in votes and votes[i - 1].type == "AGE"))
    }
    return {**votes, **cleared} if cleared else votes


def _is_behind_age(texts: list[str], index: int) -> bool:
    text, low = texts[index], texts[index].lower()
    before = texts[index - 1] if index else ""
    if not before.isalnum() or (low not in _BEHIND_AGES and low != "m"):
        return False
    if low == "m":
        return text == "M" or not before.isdigit() or len(before) > 2 or int(before) > _MOST_MONTHS
    return index + 1 == len(texts) or not texts[index + 1].isdigit()  # "2 y 3 mo" is one age


def _part(texts: list[str], votes: Mapping[int, Vote], index: int, step: int) -> bool:
    """Whether the next word on this side, past other small words, is likely PHI."""
    at = index + step
    while 0 <= at < len(texts) and texts[at] in _SMALL:
        at += step
    vote = votes.get(at)
    return vote is not None and vote.probability >= NEAR
