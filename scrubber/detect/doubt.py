"""What is known of a token in doubt, once there are votes on everything around it: a row of small numbers.

The cue scorer and the CRF vote on each word from its line. Once a note has been voted on, more is known: how sure they
were of this word and of its neighbours, what they made of the same word ten lines above and of runs of the same shape,
how much PHI there is in the note at all. ``second_look.py`` judges by these rows. Their values are 0 to 255; what is
larger is cut. The shipped trees are trained on them: whoever changes a value trains them anew.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate
from math import exp

from scrubber.detect.note_features import above
from scrubber.detect.tagger import Vote
from scrubber.lexicon import Flags
from scrubber.reading import Reading
from scrubber.words import Memo, shape_of

_BOUNDS = [1 / (1 + exp(-step / 4)) for step in range(-20, 21)]
"""Of the levels of a probability: even steps of log-odds."""
_SURE, _LIKELY = 0.7, 0.3
"""From these probabilities on a vote counts as PHI, and its type is looked at."""
_AROUND = 40
"""Tokens on either side among which PHI is counted."""
_BESIDE = 3
"""Neighbours on either side that are looked at one by one,"""
_FAR = 14
"""and those among which the next sure one is looked for."""
_NEAR_RUN = 20
"""Characters on either side in which a run of the same shape is taken for this one."""
_ELSEWHERE = 170
"""The same words, or runs of the same shape, on either side that are looked at: a note may be one word all through."""
_MANY, _END = 20, 60
"""Up to here counts and places are told apart."""
_GAP, _NO_GAP = 12, 99
"""Characters between two words are told apart up to the first; the other stands for the end of a line."""
_SHAPES = {shape: number for number, shape in enumerate(("Aa", "A1", "A2", "A3", "AA", "a", "a1", "aA"), 1)}
_SIGNS = {sign: number for number, sign in enumerate(" ,.-/:'()&+\"#|;=@\t’", 1)}
_OTHER_SIGN = len(_SIGNS) + 1
_GRADES = {"": 3, "?": 2, "~": 1}
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
]  # fmt: skip
"""Of a row's values, in their order."""


def level(probability: float) -> int:
    """A probability as a small number, 1 or more; 0 stands for none."""
    return 1 + bisect(_BOUNDS, probability)


class Rows:
    """Makes rows of a note's tokens.

    Args:
        flags: the lexicon's. types: the PHI types in the order of their numbers.
    """

    def __init__(self, flags: Flags, types: Sequence[str]) -> None:
        self.types = {name: number for number, name in enumerate(types, 1)}
        self.own, self.beside, self.phrase = [
            Memo(partial(_grades, flags, names)) for names in (_OWN_LISTS, _LISTS_BESIDE, _LISTS_OF_PHRASE)
        ]
        self.shapes: Memo[str, int] = Memo(_shape)

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
        note = _Note(self, reading, votes, wanted)
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
            ]


class _Note:
    """One note with its votes."""

    def __init__(self, maker: Rows, reading: Reading, votes: Mapping[int, Vote], wanted: Sequence[int]) -> None:
        self._maker, self._reading, self._votes, self._wanted = maker, reading, votes, wanted
        tokens = reading.tokens
        self._texts, self._lows, self._starts, self._ends = tokens.texts, tokens.lows, tokens.starts, tokens.ends
        self._lines = tokens.lines
        self._chances = [0.0] * len(tokens)
        self._levels = [0] * len(tokens)
        self._types = [0] * len(tokens)
        for index, vote in votes.items():
            self._chances[index] = vote.probability
            self._levels[index] = level(vote.probability)
            if vote.probability > _LIKELY:
                self._types[index] = maker.types.get(vote.type, 0)
        self._sure = [chance > _SURE for chance in self._chances]
        self._sure_before = [0, *accumulate(self._sure)]
        self._words = [index for index, text in enumerate(tokens.texts) if text.isalnum()]
        self._places = dict(zip(self._words, range(len(self._words)), strict=True))
        self._whole = level(sum(self._chances) / max(1, len(self._words)))

    def own(self, index: int, cues: Vote | None, crf: Vote | None) -> list[int]:
        """What was said of the token itself, and its form."""
        types, text, hit = self._maker.types, self._texts[index], self._reading.hits[index]
        type_ = types.get(self._votes[index].type, 0)
        rule = types.get(hit.rstrip("?~"), 0)
        return [
            self._levels[index],
            0 if cues is None else level(cues.probability),
            0 if crf is None else level(crf.probability),
            type_,
            0 if cues is None else types.get(cues.type, 0),
            rule,
            _GRADES.get(hit[-1], _GRADES[""]) if hit else 0,
            int(rule == type_),
            self._maker.shapes[text],
            min(len(text), _MANY),
            _number(text),
            "mlU".index(self._reading.tokens.states[index]),
        ]

    def beside(self, index: int) -> tuple[list[int], list[int]]:
        """The words on either side of its line, the nearest first."""
        at, line = self._places[index], self._lines[index]
        first, last = self._places[self._firsts[line]], self._places[self._lasts[line]]
        before = self._words[max(first, at - _FAR) : at]
        before.reverse()
        return before, self._words[at + 1 : min(last, at + _FAR) + 1]

    def neighbours(self, index: int, before: Sequence[int], behind: Sequence[int]) -> list[int]:
        """The next words on either side of its line, and what lies between."""
        text, starts, ends = self._reading.document.text, self._starts, self._ends
        levels, types, texts, shapes = self._levels, self._types, self._texts, self._maker.shapes
        own = self._maker.types.get(self._votes[index].type, 0)
        row: list[int] = []
        last = index
        for at in before[:_BESIDE]:
            row += (levels[at], types[at], shapes[texts[at]], _sign_between(text[ends[at] : starts[last]]))
            last = at
        row += [0] * (4 * _BESIDE - len(row))
        last = index
        for at in behind[:_BESIDE]:
            row += (levels[at], types[at], shapes[texts[at]], _sign_between(text[ends[last] : starts[at]]))
            last = at
        row += [0] * (8 * _BESIDE - len(row))
        return [
            *row,
            min(starts[index] - ends[before[0]], _GAP) if before else _NO_GAP,
            min(starts[behind[0]] - ends[index], _GAP) if behind else _NO_GAP,
            int(bool(before) and types[before[0]] == own),
            int(bool(behind) and types[behind[0]] == own),
        ]

    def sure(self, beside: Sequence[int]) -> tuple[int, int, int]:
        """The next sure one among words on one side: its level, its type and how far it is."""
        for far, at in enumerate(beside, 1):
            if self._sure[at]:
                return self._levels[at], self._types[at], far
        return 0, 0, _FAR + 1

    def place(self, index: int) -> list[int]:
        """Where it stands, and how much PHI there is."""
        line, sure, count = self._lines[index], self._sure_before, len(self._texts)
        first, last = self._firsts[line], self._lasts[line]
        return [
            min(len(self._words), 600) // 4,
            self._whole,
            min(self._places[last] - self._places[first] + 1, _END),
            min(sure[last + 1] - sure[first], _END),
            sure[min(count, index + _AROUND)] - sure[max(0, index - _AROUND)],
            min(index - first, _END),
            min(last - index, _END),
            min(line, _END),
            min(self._lines[-1] + 1 - line, _END),
            min(len(self._of_type[self._votes[index].type]), _MANY),
        ]

    def elsewhere(self, index: int) -> list[int]:
        """What was said of the same word, of runs of the same shape, and of the cell above."""
        start = self._starts[index]
        same = _nearest(self._same_words[self._lows[index]], index)
        others = [self._chances[at] for at in same if at != index]
        runs = _nearest(self._same_runs.get(self._reading.tokens.chunks[index], []), index)
        alike = [self._chances[at] for at in runs if abs(self._starts[at] - start) >= _NEAR_RUN]
        above = self._above.get(index)
        return [
            *_summed(others),
            self._in_lower_case[self._lows[index]],
            *_summed(alike),
            0 if above is None else self._levels[above],
            0 if above is None else self._types[above],
        ]

    def lists(self, index: int, before: Sequence[int], behind: Sequence[int]) -> list[int]:
        """The lists that hold it, its neighbours, and the phrase that it is part of."""
        maker, masks = self._maker, self._reading.masks
        return [
            *maker.own[masks[index]],
            *maker.beside[masks[before[0]] if before else 0],
            *maker.beside[masks[behind[0]] if behind else 0],
            *maker.phrase[self._reading.phrases[index]],
            int(not masks[index]),
        ]

    @cached_property
    def _firsts(self) -> dict[int, int]:
        """The first word of each line."""
        return {self._lines[index]: index for index in reversed(self._words)}

    @cached_property
    def _lasts(self) -> dict[int, int]:
        return {self._lines[index]: index for index in self._words}

    @cached_property
    def _above(self) -> dict[int, int]:
        return above(self._reading)

    @cached_property
    def _of_type(self) -> Mapping[str, set[str]]:
        """The words that surely are PHI, by type."""
        found: dict[str, set[str]] = defaultdict(set)
        for index in self._words:
            if self._sure[index]:
                found[self._votes[index].type].add(self._lows[index])
        return found

    @cached_property
    def _same_words(self) -> dict[str, list[int]]:
        return self._gathered(self._lows, {self._lows[index] for index in self._wanted})

    @cached_property
    def _in_lower_case(self) -> dict[str, int]:
        """How often each word that is wanted stands there so."""
        texts = self._texts
        return {low: min(sum(texts[at].islower() for at in same), _MANY) for low, same in self._same_words.items()}

    @cached_property
    def _same_runs(self) -> dict[str, list[int]]:
        """Tokens by the shape of their run, where it has digits."""
        chunks = self._reading.tokens.chunks
        return self._gathered(chunks, {chunks[index] for index in self._wanted if "9" in chunks[index]})

    def _gathered(self, keys: Sequence[str], wanted: set[str]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {key: [] for key in wanted}
        for index in self._words:
            if keys[index] in found:
                found[keys[index]].append(index)
        return found


def _nearest(places: list[int], index: int) -> list[int]:
    """Those of ordered places that are nearest to one."""
    at = bisect(places, index)
    return places[max(0, at - _ELSEWHERE) : at + _ELSEWHERE]


def _summed(chances: Sequence[float]) -> tuple[int, int, int]:
    """How many there are, the highest, and their mean."""
    if not chances:
        return 0, 0, 0
    return min(len(chances), _MANY), level(max(chances)), level(sum(chances) / len(chances))


def _shape(text: str) -> int:
    return 10 + min(len(text), 9) if text[0].isdigit() else _SHAPES.get(shape_of(text), 0)


def _number(text: str) -> int:
    """A number of up to two digits itself, the length of any other; 120 of a word."""
    if not text.isdecimal():
        return 120
    return int(text) if len(text) < 3 else 100 + min(len(text), 10)


def _sign_of(gap: str) -> int:
    """The first sign between two words; 0 where nothing is."""
    first = gap.strip()[:1] or gap[:1]
    return _SIGNS.get(first, _OTHER_SIGN) if first else 0


_SIGNS_BETWEEN: Memo[str, int] = Memo(_sign_of, 4096)
_SHORT_GAP = 40
"""Longer gaps, of whole lines of signs, are not remembered."""


def _sign_between(gap: str) -> int:
    return _SIGNS_BETWEEN[gap] if len(gap) <= _SHORT_GAP else _sign_of(gap)


def _grades(flags: Flags, names: Sequence[str], mask: int) -> list[int]:
    """How far a word belongs to each list: 0 not, 1 surely, 2 perhaps, 3 as a chance homonym."""
    found = []
    for name in names:
        flag = flags[name]
        found.append(1 if mask & flag.sure else 2 if mask & flag.ambiguous else 3 if mask & flag.ordinary else 0)
    return found
