"""The prefilter: which rules can match at which places of a batch of notes.

Tens of rules begin at every number, and nearly all of them fail; asking each one costs microseconds. The prefilter
has of each rule's pattern an automaton (parse ─► nodes ─► dfa, when the package is built) and walks these over all
places of a batch at once (:mod:`~scrubber.rules.prefilter.automaton`). It errs on one side only: a rule that it lets
through may still fail, a rule that it turns away cannot match. It takes a bounded number of steps at a place, whatever
the text and the rules.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.compiled import dfa_of
from scrubber.rules.keywords import Keywords
from scrubber.rules.prefilter.automaton import END, Automata, Codes, Ints
from scrubber.rules.prefilter.dfa import Dfa
from scrubber.rules.rule import LONG, Rule
from scrubber.text.batch import Batch
from scrubber.text.vocabulary import Vocabulary
from scrubber.text.words import Memo

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


_BITS = 21
"""Of a code."""
_LENGTH_BITS = LONG.bit_length()
_LETTERS, _HYPHEN = 1, 2
"""What a token is that may be joined to a number."""
_KNOWN, _ALNUM, _SPACE, _WORD, _SIGN, _INNER = 1, 2, 4, 8, 16, 32
"""What a character is: letter or number, white space, part of a word, one of "@+", one of "@."."""
_CLASSES = {_ALNUM: lazy_regex(r"[\p{L}\p{N}]"), _SPACE: lazy_regex(r"\s"), _WORD: lazy_regex(r"\w")}


class Prefilter:
    """The prefilter of a sequence of rules, which it knows by their index."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self.keywords = Keywords(rules)
        self._reaching = [index for index, rule in enumerate(rules) if rule.reach]
        begins = [dfa_of(*rule.begins, rule.file.parent) for rule in rules]
        # at the keyword of a rule that reaches back, its match has begun already
        self._at_keywords = Automata(
            [Dfa.of("", rule.before) if rule.reach else own for rule, own in zip(rules, begins, strict=True)]
        )
        self._before_keywords = {index: Automata([begins[index]]) for index in self._reaching}
        self._keys: dict[tuple[int, ...], int] = {(): 0}
        """A number for all rules that are tried at some place."""
        self._rules_of: list[tuple[int, ...]] = [()]
        """By key."""
        self._flat, self._sizes = np.zeros(0, np.int64), np.zeros(1, np.int64)
        """The rules of all keys, key after key, and how many each has."""
        self._number_keys: Memo[int, int] = Memo(self._key_of_number)
        """By what a number's first key is, its length and the character behind it: the key of all its rules."""
        self._words: list[str] | None = None
        self._begins = np.zeros(0, np.int64)
        """By token id: its key."""
        self._lengths = np.zeros(0, np.uint8)
        """By token id: how many digits a number has (up to :data:`~scrubber.rules.rule.LONG`); 0: it is none."""
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
        places, keys = self._keyed(batch, codes)
        places, rules = self._tried(places, keys)
        kept = self._at_keywords.survivors(codes, places, rules)
        count = max(1, len(self._rules))
        tries = np.unique(places[kept] * count + rules[kept])
        places, rules = tries // count, tries % count
        begins = {}
        wanted = np.ones(len(tries), bool)
        for index in self._reaching:
            mine = np.flatnonzero(rules == index)
            if len(mine):
                begins[index], found = self._begins_of(index, codes, batch, places[mine])
                wanted[mine] = found
        return Tries(places[wanted], rules[wanted], begins)

    def _keyed(self, batch: Batch, codes: Codes) -> tuple[Ints, Ints]:
        """Where rules may begin, and the key of those that may."""
        places, keys = batch.starts.astype(np.int64), self._begins[batch.ids]
        lengths = self._lengths[batch.ids]
        numbers = np.flatnonzero(lengths)
        behind = codes[batch.ends[numbers]].astype(np.int64)
        keys[numbers] = self._keys_of_numbers(((keys[numbers] << _LENGTH_BITS) + lengths[numbers] << _BITS) + behind)
        mixed = self._mixed(batch, numbers)
        of_mixed = np.full(len(mixed), self._key(self.keywords.mixed))
        return np.concatenate([places, mixed]), np.concatenate([keys, of_mixed])

    def _keys_of_numbers(self, wanted: Ints) -> Ints:
        distinct, which = np.unique(wanted, return_inverse=True)
        return np.array([self._number_keys[one] for one in distinct.tolist()], np.int64)[which]

    def _key_of_number(self, wanted: int) -> int:
        first, length = divmod(wanted >> _BITS, 1 << _LENGTH_BITS)
        rules = {*self._rules_of[first], *self.keywords.number(length, _char(wanted & (1 << _BITS) - 1))}
        return self._key(tuple(sorted(rules)))

    def _tried(self, places: Ints, keys: Ints) -> tuple[Ints, Ints]:
        """Each place as often as rules are tried there, and these."""
        sizes = self._sizes[keys]
        firsts = (np.cumsum(self._sizes) - self._sizes)[keys]
        within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return np.repeat(places, sizes), self._flat[np.repeat(firsts, sizes) + within]

    def _begins_of(self, index: int, codes: Codes, batch: Batch, places: Ints) -> tuple[Begins, NDArray[np.bool_]]:
        """Where a rule that reaches back may begin, and which of the places of its keywords have such a place."""
        first = np.maximum(places - self._rules[index].reach, batch.base[_notes(batch, places)])
        at = _ranges(first, places)
        here, last, following = (self._known(codes[at + step]) for step in (0, -1, 1))
        starts = ((here & (_ALNUM | _SIGN)) > 0) & ((last & _ALNUM) == 0)
        inner = ((here & _INNER) > 0) & ((last & _SPACE) == 0) & ((following & _WORD) > 0) & ~starts
        at, inner = at[starts | inner], inner[starts | inner]
        kept = self._before_keywords[index].survivors(codes, at, np.zeros(len(at), np.int64))
        at, inner = at[kept], inner[kept]
        found = np.searchsorted(at, places, side="right") > np.searchsorted(at, first)
        return (at.tolist(), inner.tolist()), found

    def _mixed(self, batch: Batch, numbers: Ints) -> Ints:
        """The offsets of letters that are joined to a number, by a hyphen or nothing."""
        sorts = self._sorts[batch.ids]
        joined = np.zeros(len(sorts), bool)
        joined[1:] = batch.ends[:-1] == batch.starts[1:]
        at = numbers[joined[numbers]]
        by_hyphen = at[(sorts[at - 1] & _HYPHEN).astype(bool) & joined[at - 1]] - 1
        letters = np.concatenate([at, by_hyphen]) - 1
        starts: Ints = batch.starts[letters[(sorts[letters] & _LETTERS) > 0]].astype(np.int64)
        return starts

    def _learn(self, vocabulary: Vocabulary) -> None:
        """Look up the words that are new in the vocabulary."""
        if vocabulary.words is not self._words:  # another one, or it has forgotten all
            self._words, self._begins = vocabulary.words, self._begins[:0]
            self._lengths, self._sorts = self._lengths[:0], self._sorts[:0]
        new = vocabulary.words[len(self._begins) :]
        if new:
            rules = map(self.keywords.words.get, map(str.lower, new))
            self._begins = np.append(self._begins, [self._key(found) if found else 0 for found in rules])
            self._lengths = np.append(self._lengths, np.array([_length(word) for word in new], np.uint8))
            self._sorts = np.append(self._sorts, np.array([_sort(word) for word in new], np.uint8))

    def _key(self, rules: tuple[int, ...]) -> int:
        """The key of rules, made if they have none yet."""
        key = self._keys.setdefault(rules, len(self._keys))
        if key == len(self._sizes):
            self._flat = np.append(self._flat, rules)
            self._sizes = np.append(self._sizes, len(rules))
            self._rules_of.append(rules)
        return key

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


def _length(word: str) -> int:
    return min(len(word), LONG) if word.isdigit() else 0


def _sort(word: str) -> int:
    return _LETTERS * word.isalpha() | _HYPHEN * (word == "-")
