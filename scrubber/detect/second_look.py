"""The second look: votes once more on tokens in doubt, now that there are votes on everything around them.

The cue scorer votes on each word by itself. Once a note has been voted on, more is known: its neighbours are surely a
name, the same word was surely one ten lines above, a comma lies between them or a blank. The cues here are made of
those votes ("2lor=4|7|0": sure on the left, in doubt, surely none on the right). Their points stand in ``cues.tsv``
with the others, learned from votes of scorers that had not seen the note. (Two stages, for what lies out of sight of
the first: Krishnan and Manning, ACL 2006.) Beside the CRF, which sees its neighbours' labels itself, this adds nothing,
and is not asked.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from scrubber.detect.cue_table import CueTable
from scrubber.detect.cues import WORTH, probability_of, words_beside
from scrubber.detect.tagger import Vote
from scrubber.reading import Reading
from scrubber.words import Memo

DOUBT = (0.08, 0.92)
"""Between these probabilities a vote is looked at again."""
OWN = "2o"
"""The kind of cue that every token in doubt has."""
_FINE = (0.12, 0.18, 0.25, 0.33, 0.42, 0.5, 0.6, 0.7, 0.8)
_COARSE = (0.05, 0.2, 0.5, 0.8)
"""Bounds of the levels that probabilities are cut into."""
_LIKELY = 0.4
_NOTHING = Vote(0.0, "")
_EDGE = "^"
_FAR, _SIGNS = 12, 3
"""Characters between two words that are looked at, and signs among them that count."""


class SecondLook:
    """Votes on what is in doubt; leaves votes as they are where no points for that were learned.

    Args:
        points: by cue. types_of: the likeliest types of tokens, for those whose vote was too low to name one.
    """

    def __init__(self, points: CueTable, types_of: Callable[[Reading, Sequence[int]], Sequence[str]]) -> None:
        self._points: Memo[str, int] = Memo(points.get)
        self._types_of = types_of
        self._learned = points.has(OWN)

    def votes(self, reading: Reading, votes: Mapping[int, Vote]) -> dict[int, Vote]:
        """The votes, with new ones on the tokens in doubt; of the same types, where they had any."""
        found = dict(votes)
        if self._learned:
            points = self._points
            for index, row in rows(reading, votes):
                found[index] = Vote(probability_of(sum([points[cue] for cue in row])), votes[index].type)
            raised = [i for i, vote in votes.items() if vote.probability < WORTH <= found[i].probability]
            for index, type_ in zip(raised, self._types_of(reading, raised), strict=True):
                found[index] = Vote(found[index].probability, type_)
        return found


def rows(reading: Reading, votes: Mapping[int, Vote]) -> Iterator[tuple[int, list[str]]]:
    """The tokens in doubt, and the cues of each."""
    low, high = DOUBT
    doubtful = [index for index, vote in votes.items() if low < vote.probability < high]
    elsewhere = _Elsewhere(reading, votes, doubtful)
    for index in doubtful:
        yield index, _row(reading, votes, index, elsewhere.level(index))


class _Elsewhere:
    """What was said of the same words at other places of the note."""

    def __init__(self, reading: Reading, votes: Mapping[int, Vote], wanted: list[int]) -> None:
        lows = reading.tokens.lows
        self._lows = lows
        self._votes = votes
        words = {lows[index] for index in wanted}
        found: dict[str, list[float]] = defaultdict(list)
        for index, vote in votes.items():
            if lows[index] in words:
                found[lows[index]].append(vote.probability)
        self._highest = {low: sorted(said)[-2:] for low, said in found.items() if len(said) > 1}

    def level(self, index: int) -> str:
        """Of the highest probability of this word elsewhere."""
        highest = self._highest.get(self._lows[index])
        if highest is None:
            return _EDGE
        second, first = highest
        return str(bisect(_COARSE, second if self._votes[index].probability == first else first))


def _row(reading: Reading, votes: Mapping[int, Vote], index: int, elsewhere: str) -> list[str]:
    vote = votes[index]
    own, near = bisect(_FINE, vote.probability), bisect(_COARSE, vote.probability)
    return [
        f"{OWN}={own}",
        f"2oh={own}|{reading.hits[index]}",
        f"2e={elsewhere}|{own}",
        *_around(reading, votes, index, own),
        *[f"2l={name}|{near}" for name in reading.lexicon.flags.names(reading.masks[index])],
    ]


def _around(reading: Reading, votes: Mapping[int, Vote], index: int, own: int) -> Iterator[str]:
    type_ = votes[index].type
    left, left2 = _beside(reading, index, -1)
    right, right2 = _beside(reading, index, 1)
    before, behind = _level(votes, left), _level(votes, right)
    yield f"2lor={before}|{own}|{behind}"
    yield f"2llo={_level(votes, left2)}|{before}|{own}"
    yield f"2orr={own}|{behind}|{_level(votes, right2)}"
    yield f"2lt={_type(votes, left)}|{type_}|{own}"
    yield f"2rt={_type(votes, right)}|{type_}|{own}"
    yield f"2ls={_between(reading, left, index)}|{before}|{own}"
    yield f"2rs={_between(reading, index, right)}|{behind}|{own}"


def _beside(reading: Reading, index: int, step: int) -> tuple[int | None, int | None]:
    """The indices of the next two words or numbers on the line, in one direction."""
    first, second, *_ = [*islice(words_beside(reading.tokens.texts, index, step), 2), None, None]
    return first, second


def _level(votes: Mapping[int, Vote], index: int | None) -> str:
    return _EDGE if index is None else str(bisect(_COARSE, votes.get(index, _NOTHING).probability))


def _type(votes: Mapping[int, Vote], index: int | None) -> str:
    if index is None:
        return _EDGE
    vote = votes.get(index, _NOTHING)
    return vote.type if vote.probability >= _LIKELY else ""


def _between(reading: Reading, left: int | None, right: int | None) -> str:
    """The first signs that stand between two words; a blank where there is white space alone."""
    if left is None or right is None:
        return _EDGE
    tokens = reading.tokens
    start = tokens.end(left)
    stretch = reading.document.text[start : min(start + _FAR, tokens.starts[right])]
    signs = "".join(char for char in stretch if char != " " and char.isprintable())  # others break the file of cues
    return signs[:_SIGNS] or " "[: len(stretch)]
