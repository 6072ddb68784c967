"""The vocabulary: what is known of each distinct word, worked out once and kept in parallel arrays by word id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.text.hashing import remembered_hash, text_hash
from scrubber.text.words import number_class, shape_of, sign

MOST = 80_000
"""Words that are kept; past that all are forgotten, so that memory is bounded."""
AFFIXES: Final = (1, 2, 3, 4)
"""Lengths of the beginnings and endings of words that are kept apart."""
_BIT_LISTS: Final = ("TITLE", "KINSHIP", "ROLE", "FIRST", "CREDENTIAL", "LAST", "EPONYM", "HOSPITAL_WORD")
"""Lists of words that say what their neighbours are; a bit each, in this order."""
LETTERS, LOWER, CAPITAL, UPPER, DIGITS, KNOWN, LONG = (1 << place for place in range(8, 15))
"""Further bits: only letters; in lower case; a capital first; all capitals; only digits; on a list of ordinary words;
three letters or more."""
LISTED = {name: 1 << place for place, name in enumerate(_BIT_LISTS)}
_NUMBER, _UNKNOWN = text_hash("0"), text_hash("?")
"""What stands for the name of a number, and of a word that is on no list of ordinary words."""
EDGE: Final = 0
"""The id of what stands before the first and behind the last token of a line."""
NEWLINE: Final = 1


class Vocabulary(dict[str, int]):
    """Ids by word as written; ``vocabulary[word]`` gives a new word the next id and notes down what is known of it.

    Args:
        lexicon: the language's lists.
        by_heart: every word is known as itself, not only those of lists of ordinary words.
    """

    def __init__(self, lexicon: Lexicon, *, by_heart: bool = False) -> None:
        super().__init__()
        self.lexicon = lexicon
        self.by_heart = by_heart
        self._known = lexicon.known
        self._bits = [(lexicon.flags[name].likely, bit) for name, bit in LISTED.items()]
        self._begin()

    def _begin(self) -> None:
        self.words: list[str] = []
        """By id. A new list when all words were forgotten: then what others keep by id holds no longer."""
        self.masks: list[int] = []
        """The lexicon's flags of each word."""
        size = 4096
        self._hashes = np.zeros((3 + 2 * len(AFFIXES), size), np.uint64)
        self._numbers = np.zeros((4, size), np.int32)
        for word in ("", "\n"):
            self.__missing__(word)

    def make_room(self) -> None:
        """Forget everything if too much is known. Call it between batches."""
        if len(self.words) > MOST:
            self.clear()
            self._begin()

    def __missing__(self, word: str) -> int:
        number = len(self.words)
        if number == self._hashes.shape[1]:
            self._hashes = np.concatenate([self._hashes, np.zeros_like(self._hashes)], axis=1)
            self._numbers = np.concatenate([self._numbers, np.zeros_like(self._numbers)], axis=1)
        self[word] = number
        self.words.append(word)
        low = word.lower()
        hash_ = text_hash(low)
        mask = self.lexicon.words.mask(low, hash_) if word else 0
        self.masks.append(mask)
        self._hashes[:, number] = self._hashes_of(word, low, hash_, mask)
        self._numbers[1:, number] = self._bits_of(word, low, mask), _chunk_code(word), _value_of(word)
        self._numbers[0, number] = number if low == word else self[low]
        return number

    def _hashes_of(self, word: str, low: str, hash_: int, mask: int) -> Sequence[int]:
        known = self.by_heart or mask & self._known or not word or not low.isalpha()
        name = _NUMBER if low.isdecimal() else hash_ if known else _UNKNOWN
        affixes = [0] * (2 * len(AFFIXES))
        if low.isalpha():
            affixes = [remembered_hash(low[:n]) for n in AFFIXES] + [remembered_hash(low[-n:]) for n in AFFIXES]
        shape = shape_of(word) if word else "^"
        if word.isdecimal():
            shape += number_class(word)
        return [name, remembered_hash(shape), remembered_hash(self.lexicon.short(mask)), *affixes]

    def _bits_of(self, word: str, low: str, mask: int) -> int:
        bits = sum(bit for flag, bit in self._bits if mask & flag)
        bits |= LETTERS * word.isalpha() | LOWER * word.islower() | CAPITAL * word[:1].isupper()
        bits |= UPPER * word.isupper()
        return bits | DIGITS * word.isdecimal() | KNOWN * bool(mask & self._known) | LONG * (len(word) > 2)

    def hashes(self, kind: str) -> NDArray[np.uint64]:
        """A hash of every word's name, shape, lists, or ``prefix1`` … ``suffix4``."""
        return self._hashes[_KINDS[kind], : len(self.words)]

    @property
    def lows(self) -> NDArray[np.int32]:
        """The id of every word's form in lower case."""
        return self._numbers[0, : len(self.words)]

    @property
    def bits(self) -> NDArray[np.int32]:
        """Of every word :data:`LISTED`, :data:`LETTERS` and so on."""
        return self._numbers[1, : len(self.words)]

    @property
    def uppers(self) -> NDArray[np.bool_]:
        """Whether every word is in capitals."""
        return (self.bits & UPPER) > 0

    @property
    def chunks(self) -> NDArray[np.int32]:
        """The sign of every word in the shape of a run of characters without blanks."""
        return self._numbers[2, : len(self.words)]

    @property
    def amounts(self) -> NDArray[np.int32]:
        """The value of every number of up to four digits; -1 for all else."""
        return self._numbers[3, : len(self.words)]


_KINDS = {"word": 0, "shape": 1, "lists": 2}
_KINDS |= {f"{side}{n}": 3 + place * len(AFFIXES) + i for place, side in enumerate(("prefix", "suffix"))
           for i, n in enumerate(AFFIXES)}  # fmt: skip


def _chunk_code(word: str) -> int:
    """A letter for letters ('A' in capitals or with one first), '9' for digits, a sign's own code."""
    if word.isalpha():
        return ord("a") if word.islower() else ord("A")
    return ord("9") if word.isdecimal() else ord(sign(word)[0]) if word else 0


def _value_of(word: str) -> int:
    return int(word) if word.isdecimal() and len(word) <= 4 else -1
