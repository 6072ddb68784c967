"""Completion: what belongs to a found name though no vote says so.

The word between two parts of a place's name ("Lakehurst General Hospital"), the possessive inside one ("St. Vartan's",
"Queen's University"), the rest of a name that the end of a line breaks ("Ekwu-" / "eme"), and the second of two people
under one title ("Drs. Okonjo and Halvorsrud").
"""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.detect.tagger import Vote
from scrubber.reading import Reading
from scrubber.refine.people import ROLES

_PLACES = frozenset({"HOSPITAL", "ORGANIZATION", "LOCATION-OTHER", "STREET", "CITY"})
_BREAKABLE = _PLACES | {"PATIENT", "DOCTOR"}
_APOSTROPHES = frozenset("'’")
_SAINTS = frozenset({"st", "saint", "ste", "sainte", "sts"})
_FOR_SEVERAL = frozenset({"drs", "doctors", "profs", "messrs", "nurses", "officers", "constables", "detectives"})
_BETWEEN = frozenset({"and", "&", ",", "/", "+"})
_NAME_WORDS = ("HOSPITAL_WORD", "HOSPITAL_NAME_WORD", "ORGANIZATION_WORD", "LANDMARK_WORD", "STREET_SUFFIX")
_NO_NAMES = ("ORDINARY", "HEADER", "MEDICAL", "CALENDAR", "GENERIC_PLACE")
_MOST = 5
"""So many people under one title."""


def complete(reading: Reading, votes: Mapping[int, Vote], thresholds: Mapping[str, float]) -> Mapping[int, Vote]:
    """The votes, with those of what belongs to a found name raised to acceptance."""
    found = {i: vote.type for i, vote in votes.items() if vote.probability >= thresholds[vote.type]}
    raised = {**_holes(reading, found), **_broken_words(reading, found), **_companions(reading, found)}
    more = {i: Vote(thresholds[type_], type_) for i, type_ in raised.items() if i not in found}
    for i, type_ in _possessives(reading, found).items():
        least = thresholds[type_]
        more[i] = Vote(max(least, votes[i].probability) if i in votes else least, type_)
    return {**votes, **more} if more else votes


def saintly(reading: Reading, index: int) -> bool:
    """Whether a token is the name in "St. Name": its possessive is a part of what is called after it."""
    at = reading.tokens.before(index)
    return at >= 0 and reading.tokens.lows[at] in _SAINTS


def _holes(reading: Reading, found: Mapping[int, str]) -> dict[int, str]:
    """Single words between two words of the same place: unlisted ones, and those that names of places are made of."""
    masks, flags = reading.masks, reading.lexicon.flags
    made_of = flags.any_of(_NAME_WORDS)
    texts, starts, ends = reading.tokens.texts, reading.tokens.starts, reading.tokens.ends
    return {
        i + 1: type_
        for i, type_ in found.items()
        if type_ in _PLACES
        and found.get(i + 2) == type_
        and i + 1 not in found
        and texts[i + 1].isalpha()
        and (not masks[i + 1] or masks[i + 1] & made_of)
        and texts[i].isalpha()
        and texts[i + 2].isalpha()
        and starts[i + 1] - ends[i] == 1 == starts[i + 2] - ends[i + 1]
    }


def _possessives(reading: Reading, found: Mapping[int, str]) -> dict[int, str]:
    lows, starts, ends = reading.tokens.lows, reading.tokens.starts, reading.tokens.ends
    raised = {}
    for i, type_ in found.items():
        if type_ not in _PLACES or i + 2 >= len(lows) or lows[i + 2] != "s" or lows[i + 1] not in _APOSTROPHES:
            continue
        if starts[i + 1] != ends[i] or starts[i + 2] != ends[i + 1]:
            continue
        if found.get(i + 3) == type_ or saintly(reading, i):
            raised[i + 2] = type_
    return raised


def _broken_words(reading: Reading, found: Mapping[int, str]) -> dict[int, str]:
    """What goes on in lower case in the next line, where that is no word by itself."""
    texts, masks = reading.tokens.texts, reading.masks
    return {
        i + 3: type_
        for i, type_ in found.items()
        if type_ in _BREAKABLE
        and texts[i + 1 : i + 3] == ["-", "\n"]
        and i + 3 < len(texts)
        and texts[i + 3].islower()
        and not masks[i + 3]
    }


def _companions(reading: Reading, found: Mapping[int, str]) -> dict[int, str]:
    """The capitalised words that stand with the first name behind a title for several."""
    lows, flags = reading.tokens.lows, reading.lexicon.flags
    words, named = flags.any_of(_NO_NAMES), flags["LAST"].likely
    raised: dict[int, str] = {}
    for first in sorted(i for i, type_ in found.items() if type_ in ROLES):
        before = reading.tokens.before(first)
        if before < 0 or lows[before] not in _FOR_SEVERAL:
            continue
        at = first
        for _ in range(_MOST):
            then = _next_named(reading, found, at, found[first])
            if then is None or (reading.masks[then] & words and not reading.masks[then] & named):
                break
            raised[then] = found[first]
            at = then
    return raised


def _next_named(reading: Reading, found: Mapping[int, str], at: int, role: str) -> int | None:
    """The capitalised word that a sign or "and" joins to the name at a token, if there is one."""
    texts, lows = reading.tokens.texts, reading.tokens.lows
    while found.get(at + 1) == role:
        at += 1
    then = at + 1
    while then < len(lows) and lows[then] in _BETWEEN:
        then += 1
    joined = at + 1 < then < len(lows)
    return then if joined and texts[then].isalpha() and texts[then][0].isupper() else None
