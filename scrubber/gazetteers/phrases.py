"""Phrases of lists, found by Aho-Corasick in one pass over a batch's words joined by blanks.

Whole words come free: " port hood " stands in " near port hood today ". Signs inside of names ("St. John's") are left
out on both sides; other signs stand between words and part phrases. All matches are looked at, and the longest
from the left chosen, which ``iter_long`` would not do: it loses "bus driver" in "a bus driver" behind another "a b…".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import ahocorasick
import numpy as np

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.text.batch import Batch
from scrubber.text.vocabulary import EDGE, NEWLINE, Vocabulary

Found = list[tuple[int, int, int]]
"""Start, end and flags of phrases in a note."""

_INNER = frozenset(".'`´-&/\n_")
"""Signs that a name may be written with, or without; and line ends, which break phrases in wrapped text."""
_SHORT, _FEW = 4096, 8
"""Texts of so few characters, so many of them, are looked through for phrases that begin with their words alone: to
make the automaton of all takes a quarter of a second, which a single note need not wait for."""
_WALL = "|"
"""What parts phrases: between two notes, and paragraphs."""


class Phrases:
    """Finds the phrases of a lexicon. Automata are made when they are needed."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._short = 0
        """Short texts that were looked through."""
        self._words: list[str] = []
        """Each word of the vocabulary as phrases know it; empty for what they leave out."""
        self._lengths = np.zeros(0, np.int64)
        """The length of each of these."""
        self._of: list[str] | None = None

    @cached_property
    def _automata(self) -> Sequence[_Automaton]:
        """Of the shipped lists and of a site's own, which are fewer and need not be made with ours."""
        table = self._lexicon.phrases
        return _automata(table.shipped(), table.added.items())

    def _automata_for(self, text: str) -> Sequence[_Automaton]:
        """The automata for a text: of all phrases, or of those that can stand in it."""
        if len(text) > _SHORT or self._short == _FEW:
            return self._automata
        self._short += 1
        table = self._lexicon.phrases
        return _automata(table.beginning_with(set(text.split())), table.added.items())

    def find(self, batch: Batch) -> list[Found]:
        """The phrases of each note."""
        found: list[Found] = [[] for _ in batch.texts]
        self._learn(batch.vocabulary)
        ids = batch.ids.copy()
        ids[np.searchsorted(batch.starts, batch.base[1:]) - 1] = EDGE
        ids[:-1][(batch.ids[1:] == NEWLINE) & (batch.ids[:-1] == NEWLINE)] = EDGE
        tokens = np.flatnonzero(self._lengths[ids])
        ids = ids[tokens]
        offsets = np.cumsum(np.append(1, self._lengths[ids] + 1))
        text = f" {' '.join([self._words[i] for i in ids.tolist()])} "
        chosen = list(self._longest(text))
        if chosen:
            starts, ends, masks = zip(*chosen, strict=True)
            firsts, lasts = np.searchsorted(offsets, starts), np.searchsorted(offsets, ends) - 1
            for (note, low, high), mask in zip(batch.spans(tokens[firsts], tokens[lasts]), masks, strict=True):
                found[note].append((low, high, mask))
        return found

    def _longest(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Where phrases begin and where the word behind begins, with their flags: the longest from the left."""
        matches = [
            (end - one.lengths[number] + 2, -one.lengths[number], one.masks[number])
            for one in self._automata_for(text)
            for end, number in one.automaton.iter(text)
        ]
        free = 0
        for start, negative, mask in sorted(matches):
            if start >= free:
                free = start - negative - 1
                yield start, free, mask

    def _learn(self, vocabulary: Vocabulary) -> None:
        """Look up the words that are new in the vocabulary."""
        if self._of is not vocabulary.words:
            self._of, self._words, self._lengths = vocabulary.words, [], self._lengths[:0]
        new = ["" if word in _INNER else word.lower() for word in vocabulary.words[len(self._words) :]]
        if not self._words:
            new[EDGE] = _WALL
        self._words += new
        self._lengths = np.append(self._lengths, np.array(list(map(len, new)), np.int64))


class _Automaton(NamedTuple):
    """Phrases by number."""

    automaton: ahocorasick.Automaton
    lengths: list[int]
    """Characters of each, with the blanks around it."""
    masks: list[int]
    """The flags of each."""


def _automata(*tables: Iterable[tuple[str, int]]) -> Sequence[_Automaton]:
    """An automaton of each table that holds any phrase."""
    return [made for phrases in tables if (made := _automaton(phrases)).masks]


def _automaton(phrases: Iterable[tuple[str, int]]) -> _Automaton:
    """An automaton of phrases (folded words)."""
    flags: dict[str, int] = {}
    for phrase, mask in phrases:
        key = f" {' '.join(phrase.split())} " if "  " in phrase else f" {phrase} "
        flags[key] = flags.get(key, 0) | mask
    made = ahocorasick.Automaton(ahocorasick.STORE_INTS)
    for number, key in enumerate(flags):
        made.add_word(key, number)
    made.make_automaton()
    return _Automaton(made, list(map(len, flags)), list(flags.values()))
