"""Lexicons: what is known of a word beforehand, as one integer of flags per lower-cased word or phrase.

A list under ``lexicons/<language>/<list>/`` has a manifest (which flag it sets) and entries graded *sure*,
*ambiguous* or *ordinary*. A flag such as FIRST takes three bits, one a grade, so that ``mask & FIRST.sure`` and
``mask & FIRST.any`` are both one operation.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import ahocorasick

from scrubber.errors import DataError

PROTECT = "PROTECT"
"""The flag of a site's lists of terms that are never PHI."""
GRADES = ("sure", "ambiguous", "ordinary")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_NOT_WORD = re.compile(r"[\W_]")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


@dataclass(frozen=True, slots=True)
class Flag:
    """The three bits of one flag."""

    name: str
    sure: int
    ambiguous: int
    ordinary: int

    @property
    def any(self) -> int:
        """All three grades."""
        return self.sure | self.ambiguous | self.ordinary

    @property
    def likely(self) -> int:
        """Sure or ambiguous: more than a chance homonym of an ordinary word."""
        return self.sure | self.ambiguous


class Flags:
    """The flags that are in use, by name; a flag that no list sets has no bits and so never matches."""

    def __init__(self) -> None:
        self._flags: dict[str, Flag] = {}

    def __getitem__(self, name: str) -> Flag:
        if name not in self._flags:
            low = 3 * len(self._flags)
            self._flags[name] = Flag(name, 1 << low, 2 << low, 4 << low)
        return self._flags[name]

    def names(self, mask: int) -> list[str]:
        """``FIRST:sure``-like names of the bits in a mask, for explanations."""
        return [
            f"{flag.name}:{grade}" for flag in self._flags.values() for grade in GRADES if mask & getattr(flag, grade)
        ]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a list."""

    text: str
    grade: str


def fold(text: str) -> str:
    """``text`` in lower case, code point for code point, with a space for every sign: the form that phrases match."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return _NOT_WORD.sub(" ", low)


def phrase_keys(low: str) -> set[str]:
    """The folded forms under which an entry with signs is found: "st. john's" as "st  john s" and "st john s"."""
    spaced = _NOT_WORD.sub(" ", low).strip()
    return {spaced, " ".join(_WORD.findall(low))} - {""}


def read_items(path: Path) -> Iterator[Entry]:
    """The entries of an ``items.txt``.

    Raises:
        DataError: the file cannot be read, or a grade is unknown.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {error}") from None
    for number, line in enumerate(lines, 1):
        text, _, grade = line.partition("\t")
        if not text:
            continue
        if grade and grade not in GRADES:
            raise DataError(f"{path}:{number}: no grade '{grade}': one of {', '.join(GRADES)}")
        yield Entry(text, grade or "sure")


def read_manifest(folder: Path) -> dict[str, object]:
    """A list's ``manifest.toml``.

    Raises:
        DataError: it is missing, broken, or names no flag.
    """
    path = folder / "manifest.toml"
    try:
        manifest = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path}: {error}") from None
    if not isinstance(manifest.get("flag"), str):
        raise DataError(f"{path}: no 'flag'")
    return manifest


class Lexicon:
    """Every list of a language, merged: words in a dictionary, phrases in an Aho-Corasick automaton."""

    def __init__(self) -> None:
        self.flags = Flags()
        self.words: dict[str, int] = {}
        self.phrases: dict[str, int] = {}
        self.types: dict[str, str] = {}
        """The PHI type that a list's manifest names, by flag."""
        self.protected: set[str] = set()
        """What a site's lists with the flag PROTECT hold: no PHI, whoever says so."""

    @classmethod
    def load(cls, folders: Iterable[Path], without: Container[str] = ()) -> Lexicon:
        """The lists found one level below the folders (such as ``lexicons/en``), in name order.

        Args:
            without: PHI types whose lists are left out.

        Raises:
            DataError: a list does not load.
        """
        lexicon = cls()
        for folder in folders:
            lists = sorted(p.parent for p in folder.glob("*/manifest.toml"))
            if not lists:
                raise DataError(f"{folder}: no lexicon here (a list is a folder with manifest.toml and items.txt)")
            for place in lists:
                manifest = read_manifest(place)
                flag, type_ = str(manifest["flag"]), str(manifest.get("type", "-"))
                if flag == PROTECT:
                    lexicon.protected.update(_folded(entry.text) for entry in read_items(place / "items.txt"))
                elif type_ not in without:
                    lexicon.types[flag] = type_
                    lexicon.add(flag, read_items(place / "items.txt"))
        return lexicon

    def add(self, flag: str, entries: Iterable[Entry]) -> None:
        """Merge a list in: its entries carry the flag from now on."""
        bits = {grade: getattr(self.flags[flag], grade) for grade in GRADES}
        words, phrases = self.words, self.phrases
        for entry in entries:
            low = entry.text.lower()
            if low.isalpha():
                words[low] = words.get(low, 0) | bits[entry.grade]
            else:
                for key in phrase_keys(low):
                    table = phrases if " " in key else words
                    table[key] = table.get(key, 0) | bits[entry.grade]

    def mark(self, words: Iterable[str], flag: str) -> None:
        """Set a flag on words of the program's own (rule keywords)."""
        self.add(flag, (Entry(word, "sure") for word in words))

    @cached_property
    def automaton(self) -> ahocorasick.Automaton:
        """The phrases, each with a space before it, so that a match can only begin where a word does."""
        automaton = ahocorasick.Automaton()
        for phrase, mask in self.phrases.items():
            automaton.add_word(" " + phrase, (len(phrase), mask))
        automaton.make_automaton()
        return automaton

    def protects(self, text: str) -> bool:
        """Whether the whole of a text is a protected term, letter case and spacing aside."""
        return _folded(text) in self.protected

    def masks(self, lows: Sequence[str]) -> list[int]:
        """The flags of each lower-cased token; 0 for a word of no list."""
        get = self.words.get
        return [get(low, 0) for low in lows]

    def find_phrases(self, text: str) -> Iterator[tuple[int, int, int]]:
        """(start, end, flags) of each phrase of ``text``; the longest from the left, whole words only.

        Not by ``iter_long``: of "a bus driver" it follows a phrase that begins with "a b" and then loses "bus driver".
        """
        if not self.phrases:
            return
        folded = " " + fold(text) + " "
        longest: dict[int, tuple[int, int]] = {}
        for last, (length, mask) in self.automaton.iter(folded):
            if folded[last + 1] == " ":
                longest[last - length] = (last, mask)  # matches come by their end: a later one is longer
        done = 0
        for start in sorted(longest):
            end, mask = longest[start]  # the added first space shifts by one, `last` is inclusive: they cancel out
            if start >= done:
                yield start, end, mask
                done = end
