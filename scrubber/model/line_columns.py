"""Columns of a token's word and line: what stands where on it, labels, runs without blanks and names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scrubber.model.covers import Column
from scrubber.model.hashing import rolled
from scrubber.text.batch import Batch, Ints
from scrubber.text.vocabulary import CAPITAL, LETTERS, LISTED, LONG, LOWER

_CHUNK = 9
"""So many tokens of a run without blanks make its shape."""
_CAPITALS, _SMALL, _MIXED = 2, 1, 0


@dataclass(frozen=True)
class LineColumns:
    """The columns of a batch that its words and their lines tell.

    Args:
        batch: the notes.
    """

    batch: Batch

    # what is known of words, for each token

    @cached_property
    def bits(self) -> Ints:
        """What the vocabulary says of each token in bits."""
        return self.batch.vocabulary.bits[self.batch.ids].astype(np.int64)

    @cached_property
    def _word_hashes(self) -> Column:
        return self.batch.vocabulary.hashes("word")[self.batch.ids]

    @cached_property
    def _list_hashes(self) -> Column:
        return self.batch.vocabulary.hashes("lists")[self.batch.ids]

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
        two = self.batch.ends - self.batch.starts == 2
        words = ((bits & LETTERS) > 0) & (((bits & LONG) > 0) | two)
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
        return np.where(self._end_before >= 0, self._list_hashes[self._end_before], 0)

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
        return np.where(self._start_behind >= 0, self._list_hashes[self._start_behind], 0)

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
        word = ((bits & (LETTERS | CAPITAL)) == (LETTERS | CAPITAL)) & ~self._telling
        joins = np.isin(self.batch.ids, [vocabulary.get(sign, -1) for sign in ".-',"])
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
        return carried(words[::-1], (size - ends)[::-1])[::-1]


def _up_to(most: int, values: Ints) -> Column:
    """Counts, the large ones taken for one."""
    few: Column = np.minimum(values, most).astype(np.uint64)
    return few


def carried(values: Column, line_start: Ints) -> Column:
    """The last value that is not 0 before each place on its line."""
    places = np.arange(len(values))
    last = np.maximum.accumulate(np.where(values != 0, places, -1))
    last = np.concatenate([[-1], last[:-1]]) if len(last) else last
    return np.where(last >= line_start, values[last], 0)
