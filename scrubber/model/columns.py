"""Columns: what is seen of each token of a batch, a number each: of its word, its line, its note and what covers it.

Columns of words (``word``, ``shape``, ``lists``, ``prefix1`` … ``suffix4``) are the vocabulary's. All others are made
here, for all tokens at once. A column never looks beyond its token's note.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.model.hashing import mixed, rolled
from scrubber.text.batch import Batch, Ints
from scrubber.text.vocabulary import CAPITAL, LETTERS, LISTED, LONG, LOWER, NEWLINE

Column = NDArray[np.uint64]

_CHUNK = 9
"""So many tokens of a run without blanks make its shape."""
_TURN = 6
"""So many tokens into a line the colon behind a speaker stands."""
_CAPITALS, _SMALL, _MIXED = 2, 1, 0
_KINDS = 61
"""Bits for types of rules; some share one."""
_UNIT, _BEGIN, _END, _INSIDE = range(4)


class Cover(NamedTuple):
    """A stretch of tokens that a rule or a listed phrase covers."""

    first: int
    last: int
    """Index of its last token."""
    name: int
    """Hash of the rule's id, or of the phrase's lists."""
    kind: int
    """Hash of the rule's type; 0 for a phrase."""
    weight: int


@dataclass(frozen=True)
class Columns:
    """The columns of a batch by name, made when they are asked for.

    Args:
        batch: the notes. covers: what rules and phrases cover, vetoes among them.
    """

    batch: Batch
    rules: Sequence[Cover]
    vetoes: Sequence[Cover]
    phrases: Sequence[Cover]

    def __getitem__(self, name: str) -> NDArray[np.generic]:
        column: NDArray[np.generic] = getattr(self, name)
        return column

    # what is known of words, for each token

    @cached_property
    def bits(self) -> Ints:
        """What the vocabulary says of each token in bits."""
        return self.batch.vocabulary.bits[self.batch.ids].astype(np.int64)

    @cached_property
    def _word_hashes(self) -> Column:
        return self.batch.vocabulary.hashes("word")[self.batch.ids]

    @cached_property
    def _places(self) -> Ints:
        return np.arange(len(self.batch))

    # of the line

    @cached_property
    def _in_line(self) -> Ints:
        """The index of the first token of each token's line."""
        return self.batch.line_starts[self.batch.line]

    @cached_property
    def state(self) -> Column:
        """The case of each token's line: all capitals, all small or mixed."""
        bits, line = self.bits, self.batch.line
        count = len(self.batch.line_starts)
        words = (bits & (LETTERS | LONG)) >= (LETTERS | LONG)
        two = self.batch.ends - self.batch.starts == 2
        words = ((bits & LETTERS) > 0) & (words | two)
        small = np.bincount(line, words & ((bits & LOWER) > 0), count)
        every = np.bincount(line, words, count)
        upper = np.bincount(line, words & self._is_upper, count)
        state = np.where((every > 1) & (upper >= 0.8 * every), _CAPITALS, _MIXED)
        state = np.where((small == every) & (every > 2), _SMALL, state)
        return state[line].astype(np.uint64)

    @cached_property
    def _is_upper(self) -> NDArray[np.bool_]:
        return self.batch.vocabulary.uppers[self.batch.ids]

    @cached_property
    def place(self) -> Column:
        """How far from the line's beginning, up to four."""
        return _up_to(4, self._places - self._in_line)

    @cached_property
    def lines_left(self) -> Column:
        """How many lines follow in the note, up to four."""
        line, note = self.batch.line, self.batch.note
        last = np.zeros(len(self.batch.texts), np.int64)
        np.maximum.at(last, note, line)
        return _up_to(4, last[note] - line)

    @cached_property
    def _end_before(self) -> Ints:
        """For the first two tokens of a line: the index of the last one of the line before, in the same note; -1."""
        batch = self.batch
        last = np.concatenate([[-1], batch.line_ends[:-1] - 1])
        filled = np.concatenate([[False], batch.line_ends[:-1] > batch.line_starts[:-1]])
        at = np.where(filled, last, -1)[batch.line]
        near = (self._places - self._in_line < 2) & (batch.note[at] == batch.note)
        return np.where(near, at, -1)

    @cached_property
    def end_before_lists(self) -> Column:
        """For the first two tokens of a line: the lists of the word that ends the line before."""
        lists = self.batch.vocabulary.hashes("lists")[self.batch.ids]
        return np.where(self._end_before >= 0, lists[self._end_before], 0)

    @cached_property
    def _start_behind(self) -> Ints:
        """For the last two tokens of a line: the index of the first one of the line behind, in the same note; -1."""
        batch = self.batch
        first = np.append(batch.line_starts[1:], -1)
        at = first[batch.line]
        near = (batch.line_ends[batch.line] - self._places <= 2) & (batch.note[at] == batch.note)
        return np.where(near, at, -1)

    @cached_property
    def start_behind(self) -> Column:
        """For the last two tokens of a line: the word that begins the line behind."""
        return np.where(self._start_behind >= 0, self._word_hashes[self._start_behind], 0)

    @cached_property
    def start_behind_lists(self) -> Column:
        """And the lists that hold it."""
        lists = self.batch.vocabulary.hashes("lists")[self.batch.ids]
        return np.where(self._start_behind >= 0, lists[self._start_behind], 0)

    @cached_property
    def _colon(self) -> Ints:
        """The index of the last colon before each token on its line; -1."""
        vocabulary = self.batch.vocabulary
        colon = self.batch.ids == vocabulary.get(":", -1)
        last = np.maximum.accumulate(np.where(colon, self._places, -1))
        last = np.concatenate([[-1], last[:-1]]) if len(last) else last
        return np.where(last >= self._in_line, last, -1)

    @cached_property
    def _label_at(self) -> Ints:
        """The index of the word before that colon; -1."""
        letters = np.maximum.accumulate(np.where(self.bits & LETTERS, self._places, -1))
        at = np.where(self._colon >= 0, letters[self._colon], -1)
        return np.where(at >= self._in_line, at, -1)

    @cached_property
    def label(self) -> Column:
        """The word before the last colon on the line."""
        return np.where(self._label_at >= 0, self._word_hashes[self._label_at], 0)

    @cached_property
    def label_before(self) -> Column:
        """The word before that word."""
        at = np.maximum(self._label_at - 1, 0)
        return np.where((at >= self._in_line) & (self._label_at > 0), self._word_hashes[at], 0)

    # of the run without blanks, and the gaps

    @cached_property
    def gap(self) -> Column:
        """Blanks before a token: none, one, several, or the line begins."""
        begins = self._places == self._in_line
        return np.where(begins, 3, np.minimum(self.batch.gap, 2)).astype(np.uint64)

    @cached_property
    def _run_starts(self) -> Ints:
        begins = (self.batch.gap > 0) | (self._places == self._in_line)
        return np.flatnonzero(begins)

    @cached_property
    def _run(self) -> Ints:
        begins = np.zeros(len(self.batch), np.int64)
        begins[self._run_starts] = 1
        return np.cumsum(begins) - 1

    @cached_property
    def run(self) -> Column:
        """The shape of the run of tokens without blanks that each is part of."""
        signs = self.batch.vocabulary.chunks[self.batch.ids].astype(np.uint64)
        if not len(signs):
            return signs
        place = self._places - self._run_starts[self._run]
        signs = np.where(place < _CHUNK, signs, 0)
        return rolled(signs, self._run_starts)[self._run]

    # of the run of words with a capital, and of who is spoken of

    @cached_property
    def _capitals(self) -> NDArray[np.bool_]:
        """Whether a token belongs to a run of words with a capital: titles, credentials, roles and relatives do not."""
        bits, vocabulary = self.bits, self.batch.vocabulary
        telling = LISTED["TITLE"] | LISTED["CREDENTIAL"] | LISTED["ROLE"] | LISTED["KINSHIP"]
        word = ((bits & (LETTERS | CAPITAL)) == (LETTERS | CAPITAL)) & ((bits & telling) == 0)
        joins = np.isin(self.batch.ids, [vocabulary.get(sign, -1) for sign in ".-'’,"])
        between = np.zeros(len(word), bool)
        between[1:-1] = joins[1:-1] & word[:-2] & word[2:]
        capitals: NDArray[np.bool_] = word | between
        return capitals

    @cached_property
    def name_before(self) -> Column:
        """The word before the run of words with a capital that a token is in."""
        outside = np.maximum.accumulate(np.where(self._capitals, -1, self._places))
        return np.where(outside >= self._in_line, self._word_hashes[outside], 0)

    @cached_property
    def name_behind(self) -> Column:
        """The word behind that run, a comma or full stop skipped."""
        size = len(self.batch)
        vocabulary = self.batch.vocabulary
        skipped = self._capitals | np.isin(self.batch.ids, [vocabulary.get(sign, -1) for sign in ".,"])
        outside = np.minimum.accumulate(np.where(skipped, size, self._places)[::-1])[::-1]
        at = np.minimum(outside, size - 1)
        return np.where((outside < size) & (self.batch.line[at] == self.batch.line), self._word_hashes[at], 0)

    @cached_property
    def _telling(self) -> NDArray[np.bool_]:
        """Whether a token is a title, a credential, a role or a relative."""
        telling = LISTED["TITLE"] | LISTED["CREDENTIAL"] | LISTED["ROLE"] | LISTED["KINSHIP"]
        return (self.bits & telling) > 0

    @cached_property
    def role_behind(self) -> Column:
        """The next title, credential, role or relative behind a token on its line."""
        size = len(self.batch)
        ends = np.append(self.batch.line_starts[1:], size)[self.batch.line]
        words = np.where(self._telling, self._word_hashes, 0)
        return _carried(words[::-1], (size - ends)[::-1])[::-1]

    # of what covers a token

    @cached_property
    def _covered(self) -> tuple[Column, Column, Column]:
        return _heaviest(self.rules, len(self.batch))

    @cached_property
    def hit(self) -> Column:
        """The type and grade of the heaviest rule that covers a token."""
        return self._covered[0]

    @cached_property
    def rule(self) -> Column:
        """The heaviest rule that covers a token, and where in its span the token is."""
        return self._covered[1]

    @cached_property
    def rule2(self) -> Column:
        """The heaviest of the other rules that cover it."""
        return self._covered[2]

    @cached_property
    def veto(self) -> Column:
        """The heaviest veto that covers it."""
        return _heaviest(self.vetoes, len(self.batch))[1]

    @cached_property
    def phrase(self) -> Column:
        """The lists of the phrase that covers it, and where in the phrase the token is."""
        return _heaviest(self.phrases, len(self.batch))[1]

    @cached_property
    def hit_before(self) -> Column:
        """The last rule's hit before the token on the line."""
        return _carried(self.hit, self._in_line)

    @cached_property
    def hit_behind(self) -> Column:
        """The next rule's hit behind the token on the line."""
        size = len(self.batch)
        ends = np.append(self.batch.line_starts[1:], size)[self.batch.line]
        return _carried(self.hit[::-1], (size - ends)[::-1])[::-1]

    # of the note

    @cached_property
    def _groups(self) -> tuple[Ints, Ints]:
        """Tokens of letters (three or more) sorted by note and word, and where each group of the same begins."""
        wanted = np.flatnonzero((self.bits & (LETTERS | LONG)) == (LETTERS | LONG))
        lows = self.batch.vocabulary.lows[self.batch.ids[wanted]]
        key = self.batch.note[wanted] * np.int64(1 << 32) + lows
        order = np.argsort(key, kind="stable")
        key = key[order]
        begins = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]])) if len(key) else np.zeros(0, np.int64)
        return wanted[order], begins

    def _elsewhere(self, own: Ints) -> Ints:
        """The bits that other places of the same word in the note have, and its own place has not."""
        result = np.zeros(len(self.batch), np.int64)
        members, begins = self._groups
        if len(members):
            joined = np.bitwise_or.reduceat(own[members], begins)
            result[members] = np.repeat(joined, np.diff(np.append(begins, len(members))))
        return result & ~own

    @cached_property
    def _neighbour_bits(self) -> Ints:
        """What the words on either side, full stops and commas skipped, say of a token."""
        bits, size = self.bits, len(self.batch)
        skipped = np.isin(self.batch.ids, [self.batch.vocabulary.get(s, -1) for s in ".,"])
        places = np.where(skipped, -1, self._places)
        last = np.maximum.accumulate(places)
        before = np.concatenate([[-1], last[:-1]]) if size else last
        after = np.where(skipped, size, self._places)[::-1]
        behind = np.minimum.accumulate(after)[::-1]
        behind = np.concatenate([behind[1:], [size]]) if size else behind
        note = self.batch.note
        left = np.where((before >= 0) & (note[before] == note), bits[before], 0)
        padded = np.append(bits, 0)
        right = np.where((behind < size) & (note[np.minimum(behind, size - 1)] == note), padded[behind], 0)
        befores = left & (LISTED["TITLE"] | LISTED["KINSHIP"] | LISTED["ROLE"] | LISTED["FIRST"])
        behinds = right & (LISTED["CREDENTIAL"] | LISTED["LAST"] | LISTED["EPONYM"] | LISTED["HOSPITAL_WORD"])
        return befores | behinds

    @cached_property
    def elsewhere(self) -> Column:
        """What stands beside the same word elsewhere in the note."""
        own = self._neighbour_bits | np.where(self.bits & LOWER, 1 << 20, 0) | self._speaks
        return self._elsewhere(own).astype(np.uint64)

    @cached_property
    def hit_elsewhere(self) -> Column:
        """The kinds of rules that cover the same word elsewhere in the note, where none does here."""
        kind = _kinds(self.rules, len(self.batch))
        own = np.where(kind > 0, np.int64(1) << (kind % _KINDS).astype(np.int64), 0)
        return np.where(kind > 0, 0, self._elsewhere(own)).astype(np.uint64)

    @cached_property
    def _speaks(self) -> Ints:
        """A bit for words that open a line before a colon."""
        vocabulary = self.batch.vocabulary
        colon = np.isin(self.batch.ids, [vocabulary.get(":", -1), vocabulary.get(">", -1)])
        at = np.flatnonzero(colon)
        at = at[at - self._in_line[at] <= _TURN]
        opening = np.maximum.accumulate(np.where(self._places == self._in_line, self._places, 0))[at]
        marked = np.zeros(len(self.batch), np.int64)
        marked[opening] = 1 << 21
        return marked

    @cached_property
    def _above(self) -> Ints:
        """The index of the token that begins the cell above the one that a token begins; -1."""
        begins_line = self._places == self._in_line
        before = np.concatenate([[0], self.batch.ids[:-1]]) if len(self.batch) else self.batch.ids
        bar = np.isin(before, [self.batch.vocabulary.get(s, -2) for s in "|,"])
        cell = begins_line | (self.batch.gap > 1) | ((self.batch.gap == 0) & bar)
        cell &= self.batch.ids != NEWLINE
        filled = np.unique(self.batch.line[np.flatnonzero(cell)])
        row = np.searchsorted(filled, self.batch.line)
        column = self.batch.starts - self.batch.starts[self._in_line] if len(self.batch) else self.batch.starts
        at = np.flatnonzero(cell)
        key = row[at] * np.int64(1 << 20) + np.minimum(column[at], (1 << 20) - 1)
        wanted = key - (1 << 20)
        found = np.searchsorted(key, wanted)
        hit = (
            (found < len(key)) & (key[np.minimum(found, len(key) - 1)] == wanted) & (column[at] > 0) if len(key) else []
        )
        above = np.full(len(self.batch), -1)
        if len(at):
            source = at[found[hit]]
            above[at[hit]] = source
            same = self.batch.note[above] == self.batch.note
            above = np.where(same, above, -1)
        return above

    @cached_property
    def above_hit(self) -> Column:
        """The rule's hit on the cell above."""
        return np.where(self._above >= 0, self.hit[self._above] + np.uint64(1), 0)

    @cached_property
    def near(self) -> Column:
        """Of a pair of numbers that may be a month and a day: how near the note's full dates it comes."""
        return self.batch.days


def _up_to(most: int, values: Ints) -> Column:
    """Counts, the large ones taken for one."""
    few: Column = np.minimum(values, most).astype(np.uint64)
    return few


def _carried(values: Column, line_start: Ints) -> Column:
    """The last value that is not 0 before each place on its line."""
    places = np.arange(len(values))
    last = np.maximum.accumulate(np.where(values != 0, places, -1))
    last = np.concatenate([[-1], last[:-1]]) if len(last) else last
    return np.where(last >= line_start, values[last], 0)


def _expanded(covers: Sequence[Cover]) -> tuple[Ints, Ints, Ints]:
    """Of every cover each token, the cover's number and the token's place in it, the lightest covers first."""
    table = np.array(covers, np.uint64).reshape(-1, 5).astype(np.int64)
    order = np.lexsort((table[:, 2], table[:, 1] - table[:, 0], table[:, 4]))  # no two tie: names differ
    counts = (table[:, 1] - table[:, 0] + 1)[order]
    number = np.repeat(order, counts)
    inside = np.arange(len(number)) - np.repeat(np.cumsum(counts) - counts, counts)
    return table[number, 0] + inside, number, inside


def _kinds(covers: Sequence[Cover], size: int) -> Column:
    """The type of the heaviest cover of each token; 0."""
    kinds = np.zeros(size, np.uint64)
    if covers:
        token, number, _ = _expanded(covers)
        kinds[token] = np.array([cover.kind for cover in covers], np.uint64)[number]
    return kinds


def _heaviest(covers: Sequence[Cover], size: int) -> tuple[Column, Column, Column]:
    """For every token the kind and grade of its heaviest cover, that cover's name and the place in it, and the next."""
    kind, first, second = (np.zeros(size, np.uint64) for _ in range(3))
    if not covers:
        return kind, first, second
    table = np.array(covers, np.uint64).reshape(-1, 5)
    token, number, inside = _expanded(covers)
    cover = table[number].astype(np.int64)
    count = cover[:, 1] - cover[:, 0] + 1
    place = np.where(inside == 0, _BEGIN, np.where(inside == count - 1, _END, _INSIDE))
    place = np.where(count == 1, _UNIT, place)
    grade = (cover[:, 4] >= 75).astype(np.int64) + (cover[:, 4] >= 50)
    name = mixed(table[number, 2], place)
    best = np.full(size, -1)
    best[token] = number
    kind[token] = mixed(table[number, 3], grade)
    first[token] = name
    other = best[token] != number
    second[token[other]] = name[other]
    return kind, first, second
