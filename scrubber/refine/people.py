"""People: the words of one name are one person's, whose role the votes on all of them tell together.

Where the name stands bare later, its role is that in which the note introduced it.
"""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.detect.tagger import Vote
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading

ROLES = frozenset({"PATIENT", "DOCTOR"})
LIKELY = 0.2
"""Probability from which a word counts as a part of a name."""
_WITHIN = frozenset({" ", "-", "'", "’", ". ", "."})
"""What may stand between the words of one name; a comma may stand between two people."""


def one_person(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with the neighbouring words of a name all given the role for which they speak together."""
    named = [i for i, vote in sorted(votes.items()) if vote.type in ROLES and vote.probability >= LIKELY]
    changed: dict[int, Vote] = {}
    run: list[int] = []
    for index in [*named, -1]:
        if run and (index < 0 or not (_goes_on(reading, run[-1], index) or _is_last_first(reading, run, index))):
            changed |= _agreed(votes, run)
            run = []
        run.append(index)
    return {**votes, **changed} if changed else votes


def _goes_on(reading: Reading, last: int, index: int) -> bool:
    tokens = reading.tokens
    return index - last <= 2 and reading.document.text[tokens.end(last) : tokens.starts[index]] in _WITHIN


def _is_last_first(reading: Reading, run: list[int], index: int) -> bool:
    """Whether "Last, First" goes on: one surname, a comma, and a given name that nothing follows closely."""
    tokens, masks, flags = reading.tokens, reading.masks, reading.lexicon.flags
    if len(run) > 1 or reading.document.text[tokens.end(run[-1]) : tokens.starts[index]] != ", ":
        return False
    if masks[run[0]] & flags["FIRST"].sure or not masks[index] & flags["FIRST"].likely:
        return False
    behind = reading.document.text[tokens.end(index) : tokens.end(index) + 2]
    return behind[:1] != " " or not behind[-1].isalpha()


def _agreed(votes: Mapping[int, Vote], run: list[int]) -> dict[int, Vote]:
    """The votes of one name that would change."""
    weights = dict.fromkeys(ROLES, 0.0)
    for index in run:
        weights[votes[index].type] += votes[index].probability
    role = max(sorted(ROLES), key=weights.__getitem__)
    return {i: Vote(votes[i].probability, role) for i in run if votes[i].type != role}


class Introductions:
    """Tells where a note introduces a person from where it mentions one again."""

    def __init__(self, lexicon: Lexicon) -> None:
        flags = lexicon.flags
        self._title = flags["TITLE"].likely
        self._before = flags["TITLE"].any | flags["CREDENTIAL"].any | flags["ROLE"].any | flags["KINSHIP"].any
        self._behind = flags["CREDENTIAL"].likely

    def introduces(self, reading: Reading, votes: Mapping[int, Vote], index: int) -> bool:
        """Whether a title stands before a name, or another word of it beside it."""
        before = reading.tokens.before(index)
        if before >= 0 and reading.masks[before] & self._title:
            return True
        return any(
            _is_of_name(votes, at) and _goes_on(reading, min(at, index), max(at, index)) for at in (before, index + 1)
        )

    def is_bare(self, reading: Reading, index: int) -> bool:
        """Whether nothing beside a name says whose it is: no title, role, relation or credential, and no label."""
        texts, masks = reading.tokens.texts, reading.masks
        before, behind = reading.tokens.before(index), index + 1
        if before >= 0 and (masks[before] & self._before or texts[before] == ":"):
            return False
        while behind < len(texts) and texts[behind] == ",":
            behind += 1
        return behind >= len(texts) or not masks[behind] & self._behind


def _is_of_name(votes: Mapping[int, Vote], index: int) -> bool:
    return index in votes and votes[index].type in ROLES and votes[index].probability >= LIKELY
