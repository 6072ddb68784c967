"""Roles: a person's mentions in a note have one role, that of the patient and their family or that of staff.

The CRF judges each mention by its own line. Mentions with the same words, and those of one word that another has too
("Ana Okafor", "Okafor"), are of one person, and what the CRF says for one role or the other is added up over them. What
rules say of a mention (``patterns/<language>/roles.toml``: "nurse Okafor", "Okafor (her son)") and a credential right
behind it ("Okafor, RN") decide on it, and speak for the person as much as two other mentions do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.budget import watched
from scrubber.reading import Reading, Spans
from scrubber.stages import MODELS
from scrubber.text.span import Span
from scrubber.text.vocabulary import LETTERS, LISTED, LONG, UPPER

PATIENT, DOCTOR = "PATIENT", "DOCTOR"
_MOST = 3.0
"""Log-odds of one mention at most: two that are sure of one role outvote one that is sure of the other."""
_TOLD = 6.0
"""Log-odds that what stands beside a mention speaks for a role with."""
_NAMESAKE = 2.5
"""Log-odds that mentions of one of its words speak with for a mention of several, at most: they may be a namesake's."""
_CUES = ("role-", "name-behind-doctor")
"""How the ids of rules begin that tell whose a name is by what stands beside it."""
_COUNTS = 50
_BETWEEN = frozenset(",(")
_IS_CREDENTIAL = LISTED["CREDENTIAL"] | UPPER
_LEAST = 1e-4
"""A probability below this counts as this."""


class _Mention(NamedTuple):
    at: int
    """The place of its span in the note's list."""
    words: frozenset[int]
    """Ids of its words, in lower case, without initials."""
    odds: float
    """The logarithm of how much likelier it is a patient than one of the staff."""
    told: float
    """The same by what stands beside it alone; 0 where nothing tells, or both."""


class Roles:
    """Gives the mentions of a person one role."""

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, with the type that their person has."""
        if reading.crf is None or not reading.crf.chained:
            return found
        odds = np.log(reading.said.chance(PATIENT) + _LEAST) - np.log(reading.said.chance(DOCTOR) + _LEAST)
        return [_of_note(list(_mentions(reading, odds, note, spans)), spans) for note, spans in enumerate(found)]


def _of_note(mentions: Sequence[_Mention], spans: Sequence[Span]) -> list[Span]:
    same: defaultdict[frozenset[int], float] = defaultdict(float)
    holding: defaultdict[int, float] = defaultdict(float)
    for mention in mentions:
        same[mention.words] += mention.odds
        for word in mention.words:
            holding[word] += mention.odds
    result = list(spans)
    for mention in mentions:
        words = mention.words
        if len(words) == 1:
            odds = holding[min(words)]
        else:
            alone = sum(same[frozenset({word})] for word in words)
            odds = same[words] + max(-_NAMESAKE, min(_NAMESAKE, alone))
        odds = mention.told or odds
        if odds != mention.odds:
            result[mention.at] = spans[mention.at].typed(PATIENT if odds > 0 else DOCTOR)
    return result


def _mentions(reading: Reading, odds: NDArray[np.float64], note: int, spans: Sequence[Span]) -> Iterator[_Mention]:
    """The mentions of people that the CRF decided on and that have a word longer than an initial.

    Args:
        odds: of each token of the batch.
    """
    batch = reading.batch
    bits, lows, named = batch.vocabulary.bits, batch.vocabulary.lows, LETTERS | LONG
    cues = [cue for cue in reading.rules[note] if cue.source.startswith(_CUES)]
    told_at = {(token, cue.type) for cue in cues for token in reading.inside(note, cue)}
    for at, span in enumerate(watched(spans)):
        if span.type not in (PATIENT, DOCTOR) or span.weight < _COUNTS or not span.source.startswith(MODELS):
            continue
        tokens = reading.inside(note, span)
        ids = batch.ids[tokens.start : tokens.stop]
        words = frozenset(lows[ids[(bits[ids] & named) == named]].tolist())
        if words:
            mean = sum(odds[tokens.start : tokens.stop].tolist()) / len(tokens)
            staff = any((token, DOCTOR) in told_at for token in tokens) or _has_credential(reading, tokens)
            told = _TOLD * (any((token, PATIENT) in told_at for token in tokens) - staff)
            yield _Mention(at, words, max(-_MOST, min(_MOST, mean)) + told, told)


def _has_credential(reading: Reading, tokens: range) -> bool:
    """Whether a credential stands right behind a mention, on its line: at most a comma or bracket between them."""
    batch = reading.batch
    behind = batch.ids[tokens.stop : tokens.stop + 2].tolist()
    if behind and batch.vocabulary.words[behind[0]] in _BETWEEN:
        behind = behind[1:]
    return bool(behind) and bool(batch.vocabulary.bits[behind[0]] & _IS_CREDENTIAL == _IS_CREDENTIAL)
