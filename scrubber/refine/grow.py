"""Growth: a span found in part takes in what plainly belongs to it.

Two ways: a neighbour that the votes half believe joins a span that they believe ("Superior" + "Wheelchair Van"), and
the rest of an identifier, a number, a date or a name joins the part that was found when no space parts them
("330-112-" + "9").
"""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.detect.tagger import Vote
from scrubber.reading import Reading
from scrubber.refine.people import ROLES

_WHOLE = frozenset(
    [
        "IDNUM",
        "MEDICALRECORD",
        "HEALTHPLAN",
        "ACCOUNT",
        "LICENSE",
        "VEHICLE",
        "DEVICE",
        "BIOID",
        "SSN",
        "PHONE",
        "FAX",
        "EMAIL",
        "URL",
        "IPADDRESS",
        "USERNAME",
        "ZIP",
    ]
)
"""Types whose span is a whole run of characters without space."""
_OF_LETTERS = frozenset({"EMAIL", "URL", "USERNAME"})
_LABEL = 0.2
"""Below this probability letters right before a number are its label: "x4416", "MRN00488213"."""
_SIGNS = {"whole": frozenset("-./_@*"), "date": frozenset("-./"), "name": frozenset("-'’")}


def grow(
    reading: Reading, votes: Mapping[int, Vote], thresholds: Mapping[str, float], half: float
) -> Mapping[int, Vote]:
    """The votes, with those of half-believed neighbours and of the rest of broken spans raised to acceptance.

    ``half`` is the probability from which a word joins an accepted neighbour.
    """
    raised = dict(votes)
    accepted = [i for i, v in votes.items() if v.probability >= thresholds[v.type]]
    for index in accepted:
        vote = votes[index]
        for step in (-1, 1):
            _grow_words(reading, raised, thresholds, half, index, step, vote.type)
            _grow_run(reading, raised, thresholds, index, step, vote.type)
    return raised


def _grow_words(
    reading: Reading,
    votes: dict[int, Vote],
    thresholds: Mapping[str, float],
    half: float,
    index: int,
    step: int,
    type_: str,
) -> None:
    """Take in half-believed words beside a believed one, on the same line, with no more than a space between."""
    texts, starts, ends = reading.tokens.texts, reading.tokens.starts, reading.tokens.ends
    at = index + step
    while 0 <= at < len(texts):
        gap = starts[max(at, at - step)] - ends[min(at, at - step)]
        vote = votes.get(at)
        if gap > 1 or vote is None or vote.probability >= thresholds[vote.type] or vote.probability < half:
            return
        if not texts[at].isalnum():
            return
        votes[at] = Vote(thresholds[type_], type_)
        at += step


def _grow_run(
    reading: Reading, votes: dict[int, Vote], thresholds: Mapping[str, float], index: int, step: int, type_: str
) -> None:
    """Take in the rest of a run without spaces, where the type's spans are whole runs."""
    kind = "whole" if type_ in _WHOLE else "date" if type_ == "DATE" else "name" if type_ in ROLES else ""
    if not kind:
        return
    texts, starts, ends = reading.tokens.texts, reading.tokens.starts, reading.tokens.ends
    signs = _SIGNS[kind]
    at = index
    while 0 <= at + step < len(texts):
        at += step
        if starts[max(at, at - step)] != ends[min(at, at - step)]:
            return
        text = texts[at]
        if text in signs:
            continue
        if not text.isalnum() or (kind == "date" and not (text.isdigit() and len(text) in (1, 2, 4))):
            return
        vote = votes.get(at)
        if vote is not None and vote.probability >= thresholds[vote.type]:
            continue
        if vote is not None and vote.probability < _LABEL and type_ not in _OF_LETTERS and _begins_run(reading, at):
            return
        votes[at] = Vote(thresholds[type_], type_)


def _begins_run(reading: Reading, index: int) -> bool:
    """Whether a token is letters with white space before them."""
    tokens = reading.tokens
    return tokens.texts[index].isalpha() and (not index or tokens.ends[index - 1] < tokens.starts[index])
