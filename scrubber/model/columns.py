"""Columns: what is seen of each token of a batch, a number each: of its word, its line, its note and what covers it.

Columns of words (``word``, ``shape``, ``lists``, ``prefix1`` … ``suffix4``) are the vocabulary's. All others are made
here and in :mod:`~scrubber.model.line_columns`, for all tokens at once. A column never looks beyond its token's note.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scrubber.model.covers import Column, Cover, heaviest, kinds
from scrubber.model.line_columns import LineColumns, carried
from scrubber.text.batch import Ints
from scrubber.text.days import nearness
from scrubber.text.vocabulary import LETTERS, LISTED, LONG, LOWER, NEWLINE

_KINDS = 61
"""Bits for types of rules; some share one."""
_TURN = 6
"""So many tokens into a line the colon behind a speaker stands."""


@dataclass(frozen=True)
class Columns(LineColumns):
    """The columns of a batch by name, made when they are asked for.

    Args:
        rules, vetoes, phrases: what covers its tokens.
    """

    rules: Sequence[Cover]
    vetoes: Sequence[Cover]
    phrases: Sequence[Cover]

    def __getitem__(self, name: str) -> NDArray[np.generic]:
        column: NDArray[np.generic] = getattr(self, name)
        return column

    # of what covers a token

    @cached_property
    def _covered(self) -> tuple[Column, Column, Column]:
        return heaviest(self.rules, len(self.batch))

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
        return heaviest(self.vetoes, len(self.batch))[1]

    @cached_property
    def phrase(self) -> Column:
        """The lists of the phrase that covers it, and where in the phrase the token is."""
        return heaviest(self.phrases, len(self.batch))[1]

    @cached_property
    def hit_before(self) -> Column:
        """The last rule's hit before the token on the line."""
        return carried(self.hit, self._in_line)

    @cached_property
    def hit_behind(self) -> Column:
        """The next rule's hit behind the token on the line."""
        size = len(self.batch)
        ends = np.append(self.batch.line_starts[1:], size)[self.batch.line]
        return carried(self.hit[::-1], (size - ends)[::-1])[::-1]

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
        kind = kinds(self.rules, len(self.batch))
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
        return nearness(self.batch)
