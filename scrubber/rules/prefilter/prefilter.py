"""The prefilter: which rules can match at which places of a batch of notes.

Tens of rules begin at every number, and nearly all of them fail; asking each one costs microseconds. The prefilter
reads the rules' patterns (:mod:`~scrubber.rules.prefilter.parse`), keeps of them what one automaton without memory
can check (:mod:`~scrubber.rules.prefilter.nodes`), and walks it over all places of a batch at once
(:mod:`~scrubber.rules.prefilter.automaton`). It errs on one side only: a rule that it lets through may still fail,
a rule that it turns away cannot match. It takes a bounded number of steps at a place, whatever the text and the rules.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.compiled import table_of
from scrubber.rules.keywords import Keywords
from scrubber.rules.prefilter.automaton import END, Automaton, Codes, Ints
from scrubber.rules.prefilter.chars import Chars
from scrubber.rules.prefilter.nodes import ANYTHING
from scrubber.rules.rule import LONG, Rule
from scrubber.text.batch import Batch
from scrubber.text.vocabulary import Vocabulary

Begins = tuple[list[int], list[bool]]
"""Offsets where a match may begin, and whether each is a sign inside of a word, before the keyword."""


class Tries(NamedTuple):
    """What is worth a try."""

    places: Ints
    """Offsets in the joined text, in order."""
    rules: Ints
    """The index of a rule at each place; in order where several stand at one place."""
    begins: dict[int, Begins]
    """For rules that reach back from a keyword: where their matches may begin."""


class _Key(NamedTuple):
    """What begins at a place."""

    rules: tuple[int, ...]
    digits: int = 0
    """The length of the number that stands there (up to :data:`~scrubber.rules.rule.LONG`); 0: no number."""
    begun: bool = False
    """Whether the place is where a match begins of a rule that reaches back from its keyword."""


_BITS = 21
"""Of a code."""
_NUMBER, _LETTERS, _HYPHEN = 1, 2, 4
"""What a token is."""
_KNOWN, _ALNUM, _SPACE, _WORD, _SIGN, _INNER = 1, 2, 4, 8, 16, 32
"""What a character is: letter or number, white space, part of a word, one of "@+", one of "@."."""
_CLASSES = {_ALNUM: lazy_regex(r"[\p{L}\p{N}]"), _SPACE: lazy_regex(r"\s"), _WORD: lazy_regex(r"\w")}


class Prefilter:
    """The prefilter of a sequence of rules, which it knows by their index. A rule is read when it is in question."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self.keywords = Keywords(rules)
        self._reaching = [index for index, rule in enumerate(rules) if rule.reach]
        self._automaton = Automaton(self._first_nodes)
        self._read: dict[tuple[int, bool], tuple[int, tuple[Chars, ...]]] = {}
        self._keys: list[_Key] = [_Key(())]
        self._key_numbers: dict[_Key, int] = {}
        self._words: list[str] | None = None
        self._begins = np.zeros(0, np.int64)
        """By token id: the number of its key; 0: no rule begins there."""
        self._sorts = np.zeros(0, np.uint8)
        self._about = np.zeros(END + 1, np.uint8)
        self._about[END] = _KNOWN
        self._walking = threading.Lock()

    def tries(self, batch: Batch) -> Tries:
        """What is worth a try in a batch."""
        with self._walking:
            return self._tries(batch)

    def _tries(self, batch: Batch) -> Tries:
        self._learn(batch.vocabulary)
        codes = _ended(batch)
        places, keys = batch.starts.astype(np.int64), self._begins[batch.ids]
        mixed = self._mixed(batch)
        before = codes[places - 1].astype(np.int64)
        behind = self._behind(codes, batch, keys)
        wanted = keys > 0
        keys = (keys << (2 * _BITS)) | (before << _BITS) | behind
        places, keys = places[wanted], keys[wanted]
        if len(mixed) and self.keywords.mixed:
            number = self._number(_Key(self.keywords.mixed))
            more = (number << (2 * _BITS)) | (codes[mixed - 1].astype(np.int64) << _BITS)
            places, keys = np.concatenate([places, mixed]), np.concatenate([keys, more])
        indices, rules = self._automaton.survivors(codes, places, keys)
        count = max(1, len(self._rules))
        tries = np.unique(places[indices] * count + rules)
        places, rules = tries // count, tries % count
        begins = {}
        wanted = np.ones(len(tries), bool)
        for index in self._reaching:
            mine = np.flatnonzero(rules == index)
            if len(mine):
                begins[index], found = self._begins_of(index, codes, batch, places[mine])
                wanted[mine] = found
        return Tries(places[wanted], rules[wanted], begins)

    def _begins_of(self, index: int, codes: Codes, batch: Batch, places: Ints) -> tuple[Begins, NDArray[np.bool_]]:
        """Where a rule that reaches back may begin, and which of the places of its keywords have such a place."""
        first = np.maximum(places - self._rules[index].reach, batch.base[_notes(batch, places)])
        at = _ranges(first, places)
        here, last, following = (self._known(codes[at + step]) for step in (0, -1, 1))
        starts = ((here & (_ALNUM | _SIGN)) > 0) & ((last & _ALNUM) == 0)
        inner = ((here & _INNER) > 0) & ((last & _SPACE) == 0) & ((following & _WORD) > 0) & ~starts
        at, inner = at[starts | inner], inner[starts | inner]
        keys = (self._number(_Key((index,), begun=True)) << (2 * _BITS)) | (codes[at - 1].astype(np.int64) << _BITS)
        indices, _ = self._automaton.survivors(codes, at, keys)
        at, inner = at[indices], inner[indices]
        found = np.searchsorted(at, places, side="right") > np.searchsorted(at, first)
        return (at.tolist(), inner.tolist()), found

    def _behind(self, codes: Codes, batch: Batch, keys: Ints) -> Ints:
        """The character behind each number; 0 for other tokens, whose rules do not depend on it."""
        numbers = (self._sorts[batch.ids] & _NUMBER) > 0
        return np.where(numbers, codes[batch.ends].astype(np.int64), 0)

    def _mixed(self, batch: Batch) -> Ints:
        """The offsets of letters that are joined to a number, by a hyphen or nothing."""
        sorts = self._sorts[batch.ids]
        joined = np.zeros(len(sorts), bool)
        joined[1:] = batch.ends[:-1] == batch.starts[1:]
        at = np.flatnonzero((sorts & _NUMBER).astype(bool) & joined)
        by_hyphen = at[(sorts[at - 1] & _HYPHEN).astype(bool) & joined[at - 1]] - 1
        letters = np.concatenate([at, by_hyphen]) - 1
        starts: Ints = batch.starts[letters[(sorts[letters] & _LETTERS) > 0]].astype(np.int64)
        return starts

    def _learn(self, vocabulary: Vocabulary) -> None:
        """Look up the words that are new in the vocabulary."""
        if vocabulary.words is not self._words:  # another one, or it has forgotten all
            self._words, self._begins, self._sorts = vocabulary.words, self._begins[:0], self._sorts[:0]
        new = vocabulary.words[len(self._begins) :]
        if new:
            self._begins = np.concatenate([self._begins, np.array(list(map(self._begun_by, new)), np.int64)])
            self._sorts = np.concatenate([self._sorts, np.array(list(map(_sort, new)), np.uint8)])

    def _begun_by(self, word: str) -> int:
        rules = self.keywords.words.get(word.lower(), ())
        digits = min(len(word), LONG) if word.isdigit() else 0
        return self._number(_Key(rules, digits)) if rules or digits else 0

    def _number(self, key: _Key) -> int:
        number = self._key_numbers.setdefault(key, len(self._keys))
        if number == len(self._keys):
            self._keys.append(key)
        return number

    def _first_nodes(self, number: int) -> Iterator[int]:
        """The first nodes of the rules that may begin under a key, between two characters."""
        key = self._keys[number >> (2 * _BITS)]
        before, behind = (_char(number >> shift & (1 << _BITS) - 1) for shift in (_BITS, 0))
        rules = {*key.rules, *self.keywords.number(key.digits, behind)} if key.digits else key.rules
        for index in sorted(rules):
            node, forbidden = self._read.get((index, key.begun)) or self._node(index, begun=key.begun)
            wanted = "" if key.begun else self._rules[index].before
            if (not wanted or (before and before in wanted)) and not (before and any(before in c for c in forbidden)):
                yield node

    def _node(self, index: int, *, begun: bool) -> tuple[int, tuple[Chars, ...]]:
        rule = self._rules[index]
        # at the keyword of a rule that reaches back, its match has begun already
        table = table_of(rule.whole, rule.file.parent) if begun or not rule.reach else ANYTHING
        found = self._read[index, begun] = self._automaton.add(table, index), table.not_behind
        return found

    def _known(self, codes: Codes) -> NDArray[np.uint8]:
        about = self._about[codes]
        if not about.all():
            for code in np.unique(codes[about == 0]).tolist():
                char = chr(code)
                kinds = sum(kind for kind, pattern in _CLASSES.items() if pattern.match(char) is not None)
                self._about[code] = _KNOWN | kinds | _SIGN * (char in "@+") | _INNER * (char in "@.")
            about = self._about[codes]
        return about


def _ended(batch: Batch) -> Codes:
    """The batch's text, with :data:`END` between notes and behind the last (which is before the first, too)."""
    codes = np.append(batch.codes, np.uint32(END))
    codes[batch.base[1:] - 1] = END
    return codes


def _notes(batch: Batch, places: Ints) -> Ints:
    """The number of the note of each place."""
    return np.searchsorted(batch.base, places, side="right") - 1


def _ranges(first: Ints, last: Ints) -> Ints:
    """All numbers of these ranges, each once and in order; both their ends rise."""
    first = first.copy()
    first[1:] = np.maximum(first[1:], last[:-1] + 1)
    sizes = last - first + 1
    return np.repeat(first - (np.cumsum(sizes) - sizes), sizes) + np.arange(int(sizes.sum()))


def _char(code: int) -> str:
    return "" if code in (0, END) else chr(code)


def _sort(word: str) -> int:
    return _NUMBER * word.isdigit() | _LETTERS * word.isalpha() | _HYPHEN * (word == "-")
