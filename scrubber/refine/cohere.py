"""Coherence: the tokens of one pattern's match stand together ("3/12" is a date or a ratio, never half of one)."""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.detect.tagger import Vote
from scrubber.reading import Reading


def cohere(reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
    """The votes, with the tokens of each pattern's span all given the span's mean probability.

    The longest span counts where several cover a token, so that a year inside a date is judged with the date.
    """
    texts = reading.tokens.texts
    even: dict[int, Vote] = {}
    for span in sorted(reading.spans, key=lambda s: (s.start - s.end, s.start, -s.weight, s.source)):
        inside = [i for i in reading.inside(span) if texts[i].isalnum()]
        if len(inside) < 2 or any(i in even for i in inside):
            continue
        known = [votes[i] for i in inside if i in votes]
        if not known:
            continue
        mean = sum(vote.probability for vote in known) / len(inside)
        for i in inside:
            even[i] = Vote(mean, votes[i].type if i in votes else span.type)
    return {**votes, **even}
