"""People: the words of one name are one person's, whose role the votes on all of them tell together."""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.detect.tagger import Vote
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
        if run and (index < 0 or not _goes_on(reading, run[-1], index)):
            changed |= _agreed(votes, run)
            run = []
        run.append(index)
    return {**votes, **changed} if changed else votes


def _goes_on(reading: Reading, last: int, index: int) -> bool:
    tokens = reading.tokens
    return index - last <= 2 and reading.document.text[tokens.end(last) : tokens.starts[index]] in _WITHIN


def _agreed(votes: Mapping[int, Vote], run: list[int]) -> dict[int, Vote]:
    """The votes of one name that would change."""
    weights = dict.fromkeys(ROLES, 0.0)
    for index in run:
        weights[votes[index].type] += votes[index].probability
    role = max(sorted(ROLES), key=weights.__getitem__)
    return {i: Vote(votes[i].probability, role) for i in run if votes[i].type != role}
