"""The vocabulary: what is known of each distinct word, worked out once and kept in parallel arrays by word id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.text.hashing import remembered_hash, text_hash
from scrubber.text.words import Memo, number_class, shape_of, sign

MOST = 20_000
"""Words that are kept; past that all are forgotten, so that memory is bounded: 50,000 would take 40 MB more, and save
3% of the time."""
MOST_CHARACTERS = 50 * MOST
"""And characters of words: a hostile one may have 100 KB."""
AFFIXES: Final = (1, 2, 3, 4)
"""Lengths of the beginnings and endings of words that are kept apart."""
_BIT_LISTS: Final = ("TITLE", "KINSHIP", "ROLE", "FIRST", "CREDENTIAL", "LAST", "EPONYM", "HOSPITAL_WORD")
"""Lists of words that say what their neighbours are; a bit each, in this order."""
LETTERS, LOWER, CAPITAL, UPPER, DIGITS, KNOWN, LONG = (1 << place for place in range(8, 15))
"""Further bits: only letters; in lower case; a capital first; all capitals; only digits; on a list of ordinary words;
three letters or more."""
LISTED = {name: 1 << place for place, name in enumerate(_BIT_LISTS)}
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
_NUMBER, _UNKNOWN = text_hash("0"), text_hash("?")
"""What stands for the name of a number, and of a word that is on no list of ordinary words."""
EDGE: Final = 0
"""The id of what stands before the first and behind the last token of a line."""
NEWLINE: Final = 1


class Vocabulary(dict[str, int]):
    """Ids by word as written; :meth:`ids_of` gives new words the next ids and notes down what is known of them.

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
        self._of_mask: Memo[int, tuple[int, int]] = Memo(self._listed)
        self._begin()

    def _begin(self) -> None:
        self.words: list[str] = []
        """By id. A new list when all words were forgotten: then what others keep by id holds no longer."""
        self._characters = 0
        """Of all words together."""
        self.masks: list[int] = []
        """The lexicon's flags of each word."""
        self._hashes = np.zeros((3 + 2 * len(AFFIXES), 0), np.uint64)
        self._numbers = np.zeros((5, 0), np.int32)
        self._learn(["", "\n"])

    def make_room(self) -> None:
        """Forget everything if too much is known. Call it between batches."""
        if len(self.words) > MOST or self._characters > MOST_CHARACTERS:
            self.clear()
            self._begin()

    def ids_of(self, words: Sequence[str]) -> NDArray[np.int64]:
        """The id of each word."""
        new = [word for word in dict.fromkeys(words) if word not in self]
        if new:
            lows = set(map(str.lower, new)).difference(self, new)
            self._learn([*new, *sorted(lows)])
        return np.fromiter(map(self.__getitem__, words), np.int64, len(words))

    def _learn(self, words: Sequence[str]) -> None:
        """Note down what is known of new words; their forms in lower case are among them or known."""
        first = len(self.words)
        self.update(zip(words, range(first, first + len(words)), strict=True))
        self.words += words
        self._characters += sum(map(len, words))
        lows = list(map(str.lower, words))
        hashes = np.array(list(map(text_hash, lows)), np.uint64)
        masks = self.lexicon.words.masks(lows, hashes)
        self.masks += masks
        bits, lists = np.array([self._of_mask[mask] for mask in masks], np.uint64).T
        bits = bits.astype(np.int64) | _bits_of(words)
        low_ids = [self.get(low, number) for number, low in enumerate(lows, first)]
        told = (map(_chunk_code, words), map(_value_of, words), map(_month_of, lows))
        numbers = np.array([low_ids, bits, *map(list, told)], np.int32)
        names = np.where(self._is_named(bits), hashes, _UNKNOWN)
        names[(bits & DIGITS) > 0] = _NUMBER
        shapes = np.array(list(map(remembered_hash, map(_shape, words))), np.uint64)
        self._hashes = np.hstack([self._hashes, np.vstack([names, shapes, lists, _affixes(lows)])])
        self._numbers = np.hstack([self._numbers, numbers])

    def _is_named(self, bits: NDArray[np.int64] | NDArray[np.int32]) -> NDArray[np.bool_]:
        """Whether words are known as themselves."""
        named: NDArray[np.bool_] = ((bits & KNOWN) > 0) | ((bits & LETTERS) == 0) | self.by_heart
        return named

    def _listed(self, mask: int) -> tuple[int, int]:
        """What the flags of a word are as bits, and a hash of its lists."""
        bits = sum(bit for flag, bit in self._bits if mask & flag) | KNOWN * bool(mask & self._known)
        return bits, remembered_hash(self.lexicon.short(mask))

    @property
    def names(self) -> list[str]:
        """Every word as models see it: in lower case where it is known, ``0`` for a number, ``?`` for any other."""
        named, number = self._is_named(self.bits), (self.bits & DIGITS) > 0
        what = zip(self.words, named.tolist(), number.tolist(), strict=True)
        return ["0" if is_number else word.lower() if is_named else "?" for word, is_named, is_number in what]

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

    @property
    def months(self) -> NDArray[np.int32]:
        """The number of the month that every word names, in full or shortened; 0 for all else."""
        return self._numbers[4, : len(self.words)]


_KINDS = {"word": 0, "shape": 1, "lists": 2}
_KINDS |= {f"{side}{n}": 3 + place * len(AFFIXES) + i for place, side in enumerate(("prefix", "suffix"))
           for i, n in enumerate(AFFIXES)}  # fmt: skip


def _bits_of(words: Sequence[str]) -> NDArray[np.int64]:
    """What words are by their letters."""
    bits = np.zeros(len(words), np.int64)
    tests = {LETTERS: str.isalpha, LOWER: str.islower, UPPER: str.isupper, DIGITS: str.isdecimal}
    for bit, test in tests.items():
        bits |= bit * np.fromiter(map(test, words), bool, len(words))
    bits |= CAPITAL * np.array([word[:1].isupper() for word in words])
    bits |= LONG * np.array([len(word) > 2 for word in words])
    return bits


def _affixes(lows: Sequence[str]) -> NDArray[np.uint64]:
    """Hashes of beginnings and endings, an affix a row; 0 for what is no word of letters."""
    hashes = np.zeros((2 * len(AFFIXES), len(lows)), np.uint64)
    at = np.flatnonzero([low.isalpha() for low in lows])
    letters = [lows[place] for place in at.tolist()]
    cuts = [slice(n) for n in AFFIXES] + [slice(-n, None) for n in AFFIXES]
    for row, cut in zip(hashes, cuts, strict=True):
        row[at] = [remembered_hash(low[cut]) for low in letters]
    return hashes


def _shape(word: str) -> str:
    if not word:
        return "^"
    return shape_of(word) + (number_class(word) if word.isdecimal() else "")


def _chunk_code(word: str) -> int:
    """A letter for letters ('A' in capitals or with one first), '9' for digits, a sign's own code."""
    if word.isalpha():
        return ord("a") if word.islower() else ord("A")
    return ord("9") if word.isdecimal() else ord(sign(word)[0]) if word else 0


def _value_of(word: str) -> int:
    return int(word) if word.isdecimal() and len(word) <= 4 else -1


def _month_of(low: str) -> int:
    return _MONTHS.get(low[:3], 0) if 3 <= len(low) <= 9 else 0
