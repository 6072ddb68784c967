"""Clock times: a time of day behind a date is no part of it, nor an age or an identifier."""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.detect.tagger import Vote
from scrubber.lazy_pattern import lazy_re
from scrubber.reading import Reading

NEAR = 0.2
"""Probability of being PHI from which a number is worth a look."""
_CLOCK = lazy_re(r"(?<=\d[T ])[0-2]\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?Z?(?![\w:])")
"""A time right behind a date, as machines write it: "2024-01-15T09:30:00Z"."""
_CLOCK_REACH = 20


def without_clock_times(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with none for a time of day that stands right behind a date."""
    text, starts = reading.document.text, reading.tokens.starts
    cleared: dict[int, Vote] = {}
    for index, vote in votes.items():
        start = starts[index]
        if vote.probability < NEAR or ":" not in text[max(0, start - 3) : start + 3]:
            continue
        for found in _CLOCK.finditer(text, max(0, start - _CLOCK_REACH), start + _CLOCK_REACH):
            if found.start() <= start < found.end():
                cleared[index] = Vote(0.0, vote.type)
    return {**votes, **cleared} if cleared else votes
