"""A note with its votes, asked about one token after another (see ``doubt.py``)."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from scrubber.detect.doubt_values import END, MANY, grade_of_rule, level, number_value, sign_between, summed
from scrubber.detect.note_features import above
from scrubber.detect.pair_values import NotePairs
from scrubber.detect.tagger import Vote
from scrubber.reading import Reading

if TYPE_CHECKING:
    from scrubber.detect.doubt import Rows

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
_ELSEWHERE = 30
"""The same words, or runs of the same shape, on either side that are looked at: a note may be one word all through."""
_GAP, _NO_GAP = 12, 99
"""Characters between two words are told apart up to the first; the other stands for the end of a line."""


class VotedNote:
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
            grade_of_rule(hit),
            int(rule == type_),
            self._maker.shapes[text],
            min(len(text), MANY),
            number_value(text),
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
            row += (levels[at], types[at], shapes[texts[at]], sign_between(text[ends[at] : starts[last]]))
            last = at
        row += [0] * (4 * _BESIDE - len(row))
        last = index
        for at in behind[:_BESIDE]:
            row += (levels[at], types[at], shapes[texts[at]], sign_between(text[ends[last] : starts[at]]))
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
            min(self._places[last] - self._places[first] + 1, END),
            min(sure[last + 1] - sure[first], END),
            sure[min(count, index + _AROUND)] - sure[max(0, index - _AROUND)],
            min(index - first, END),
            min(last - index, END),
            min(line, END),
            min(self._lines[-1] + 1 - line, END),
            min(len(self._of_type[self._votes[index].type]), MANY),
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
            *summed(others),
            self._in_lower_case[self._lows[index]],
            *summed(alike),
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

    def pair(self, index: int) -> tuple[int, ...]:
        """What is known of the pair of numbers that it is one of."""
        return self._pairs.of(self._starts[index])

    @cached_property
    def _pairs(self) -> NotePairs:
        return NotePairs(self._reading.document.text)

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
        return {low: min(sum(texts[at].islower() for at in same), MANY) for low, same in self._same_words.items()}

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
