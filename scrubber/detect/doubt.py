"""What is known of a token in doubt, once there are votes on everything around it: a row of small numbers.

The cue scorer and the CRF vote on each word from its line. Once a note has been voted on, more is known: how sure they
were of this word and of its neighbours, what they made of the same word ten lines above and of runs of the same shape,
how much PHI there is in the note at all. ``second_look.py`` judges by these rows. Their values are 0 to 255; what is
larger is cut. The shipped trees are trained on them: whoever changes a value trains them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from scrubber.detect.doubt_values import grades, points_level, shape_value
from scrubber.detect.pair_values import NAMES as PAIR_NAMES
from scrubber.detect.points import PARTS
from scrubber.detect.tagger import Vote
from scrubber.detect.voted_note import VotedNote
from scrubber.lexicon import Flags
from scrubber.reading import Reading
from scrubber.words import Memo

_OWN_LISTS = [
    *("ORDINARY", "LAST", "ABBREVIATION", "FIRST", "PROFESSION", "CITY", "TITLE", "HEADER", "CALENDAR"),
    *("HOSPITAL_NAME_WORD", "EPONYM", "HOSPITAL_ABBR", "MEDICAL", "ORGANIZATION", "COUNTY", "LANGUAGE", "UNIT"),
    *("CREDENTIAL", "STREET_SUFFIX", "GENERIC_PLACE", "KINSHIP", "ROLE", "LANDMARK_WORD"),
]
_LISTS_BESIDE = ["ORDINARY", "KINSHIP", "PROFESSION", "TITLE", "FIRST", "LAST", "ABBREVIATION", "HEADER"]
_LISTS_OF_PHRASE = ["PROFESSION", "CITY", "GENERIC_PLACE", "ABBREVIATION", "ROLE"]
_PLACES = [-1, -2, -3, 1, 2, 3]

NAMES = [
    *("votes", "cues", "crf", "type", "type by cues"),
    *("rule", "grade of rule", "rule agrees", "shape", "length", "number", "case of line"),
    *(f"{what} {place:+}" for place in _PLACES for what in ("votes", "type", "shape", "sign")),
    *("gap -1", "gap +1", "same type -1", "same type +1"),
    *(f"{what} {side}" for side in ("before", "behind") for what in ("sure", "sure type", "sure distance")),
    *("words of note", "votes of note", "words of line", "sure on line", "sure around"),
    *("place in line", "rest of line", "line", "lines left", "words of type"),
    *("elsewhere", "highest elsewhere", "mean elsewhere", "in lower case"),
    *("runs alike", "highest of runs", "mean of runs", "votes above", "type above"),
    *(f"list {name}" for name in _OWN_LISTS),
    *(f"list {name} {side}" for side in ("before", "behind") for name in _LISTS_BESIDE),
    *(f"phrase {name}" for name in _LISTS_OF_PHRASE),
    "unlisted",
    *(f"points {part}" for part in PARTS),
    *PAIR_NAMES,
]  # fmt: skip
"""Of a row's values, in their order."""


class Rows:
    """Makes rows of a note's tokens.

    Args:
        flags: the lexicon's. types: the PHI types in the order of their numbers.
        parts_of: what a token's points are made of, by the cue scorer
            (:meth:`~scrubber.detect.cues.CueScorer.parts_of`).
    """

    def __init__(self, flags: Flags, types: Sequence[str], parts_of: Callable[[Reading, int], Sequence[int]]) -> None:
        self._parts_of = parts_of
        self.types = {name: number for number, name in enumerate(types, 1)}
        self.own, self.beside, self.phrase = [
            Memo(partial(grades, flags, names)) for names in (_OWN_LISTS, _LISTS_BESIDE, _LISTS_OF_PHRASE)
        ]
        self.shapes: Memo[str, int] = Memo(shape_value)

    def of(
        self,
        reading: Reading,
        cues: Mapping[int, Vote],
        crf: Mapping[int, Vote],
        votes: Mapping[int, Vote],
        wanted: Sequence[int],
    ) -> Iterator[list[int]]:
        """A row for each wanted token, which must be a word or number with a vote.

        Args:
            cues, crf: what each tagger said; no CRF: empty. votes: what they come to together.
        """
        note = VotedNote(self, reading, votes, wanted)
        for index in wanted:
            before, behind = note.beside(index)
            yield [
                *note.own(index, cues.get(index), crf.get(index)),
                *note.neighbours(index, before, behind),
                *note.sure(before),
                *note.sure(behind),
                *note.place(index),
                *note.elsewhere(index),
                *note.lists(index, before, behind),
                *map(points_level, self._parts_of(reading, index)),
                *note.pair(index),
            ]
