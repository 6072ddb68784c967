"""Lexicons: what is known of a word beforehand, as one integer of flags per lower-cased word or phrase.

A list under ``lexicons/<language>/<list>/`` has a manifest (which flag it sets) and entries graded *sure*,
*ambiguous* or *ordinary*. A flag such as FIRST takes three bits, one a grade, so that ``mask & FIRST.sure`` and
``mask & FIRST.any`` are both one operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import filterfalse
from operator import or_
from pathlib import Path
from typing import NamedTuple

from scrubber.errors import DataError
from scrubber.gazetteers.word_table import PhraseTable, WordTable
from scrubber.lazy_pattern import lazy_re
from scrubber.text.words import Memo
from scrubber.toml_file import read_toml

PROTECT = "PROTECT"
"""The flag of a site's lists of terms that are never PHI."""
GRADES = ("sure", "ambiguous", "ordinary")
_WORD = lazy_re(r"[^\W\d_]+|\d+")
_NOT_WORD = lazy_re(r"[\W_]")
_NOT_WORD_OF_LINE = lazy_re(r"[^\w\n]|_")

_KNOWN_LISTS = [
    "ORDINARY",
    "MEDICAL",
    "ABBREVIATION",
    "HEADER",
    "UNIT",
    "KINSHIP",
    "TITLE",
    "CREDENTIAL",
    "ROLE",
    "GENERIC_PLACE",
    "ANATOMY",
    "CALENDAR",
    "STREET_SUFFIX",
    "HOSPITAL_WORD",
    "HOSPITAL_NAME_WORD",
    "ORGANIZATION_WORD",
    "LANDMARK_WORD",
    "LANGUAGE",
    "DRUG",
    "DEVICE_WORD",
]
"""Lists whose words features may name."""

_SHORT = {
    "FIRST": "F", "LAST": "L", "CITY": "C", "COUNTY": "Y", "STATE": "S", "COUNTRY": "N", "NATIONALITY": "A",
    "PROFESSION": "P", "HOSPITAL": "H", "HOSPITAL_ABBR": "h", "HOSPITAL_WORD": "w", "HOSPITAL_NAME_WORD": "n",
    "ORGANIZATION": "O", "ORGANIZATION_WORD": "o", "LANDMARK": "M", "LANDMARK_WORD": "m", "STREET_SUFFIX": "s",
    "HOLIDAY": "D", "CALENDAR": "d", "TITLE": "T", "CREDENTIAL": "R", "ROLE": "r", "KINSHIP": "K", "LANGUAGE": "l",
    "EPONYM": "E", "DRUG": "G", "ANATOMY": "B", "MEDICAL": "X", "ABBREVIATION": "a", "HEADER": "e", "UNIT": "u",
    "DEVICE_WORD": "v", "NUMBER": "#", "GENERIC_PLACE": "g", "ORDINARY": "W",
}  # fmt: skip


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


class Flag(NamedTuple):
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
        self._names: Memo[int, tuple[str, ...]] = Memo(self._names_of)

    def __getitem__(self, name: str) -> Flag:
        if name not in self._flags:
            low = 3 * len(self._flags)
            self._flags[name] = Flag(name, 1 << low, 2 << low, 4 << low)
        return self._flags[name]

    def any_of(self, names: Iterable[str]) -> int:
        """The bits of these flags, all grades."""
        return reduce(or_, [self[name].any for name in names], 0)

    def in_order(self) -> list[str]:
        """The names, in the order of their bits."""
        return list(self._flags)

    def names(self, mask: int) -> tuple[str, ...]:
        """``FIRST:sure``-like names of the bits in a mask."""
        return self._names[mask]

    def _names_of(self, mask: int) -> tuple[str, ...]:
        return tuple(
            [f"{flag.name}:{grade}" for flag in self._flags.values() for grade in GRADES if mask & getattr(flag, grade)]
        )


class Entry(NamedTuple):
    """A line of a list."""

    text: str
    grade: str


def phrase_keys(low: str) -> set[str]:
    """The folded forms under which an entry with signs is found: "st. john's" as "st  john s" and "st john s"."""
    spaced = _NOT_WORD.sub(" ", low).strip()
    return {spaced, " ".join(_WORD.findall(low))} - {""}


def split_keys(lows: Iterable[str]) -> tuple[list[str], list[str]]:
    """The keys of entries with signs, digits or spaces: those of one word, and phrases."""
    words: list[str] = []
    phrases: list[str] = []
    for line in _NOT_WORD_OF_LINE.sub(" ", "\n".join(lows)).split("\n"):
        key = line.strip()
        if "  " not in key and key.replace(" ", "").isalpha():  # phrase_keys would say the same, ten times slower
            (phrases if " " in key else words).append(key)
        else:
            for one in phrase_keys(key):
                (phrases if " " in one else words).append(one)
    return words, phrases


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


def read_by_grade(path: Path) -> dict[str, list[str]]:
    """The entries of an ``items.txt``, lower-cased, by grade.

    Raises:
        DataError: the file cannot be read, or a grade is unknown.
    """
    try:
        lines = path.read_text("utf-8").lower().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {error}") from None
    entries = {"sure": [line for line in lines if line and "\t" not in line]}
    graded = [line for line in lines if "\t" in line]
    for grade in GRADES if graded else ():
        ending = "\t" + grade
        found = [line.removesuffix(ending) for line in graded if line.endswith(ending)]
        entries.setdefault(grade, []).extend(found)
    if sum(map(len, entries.values())) != sum(map(bool, lines)):  # an empty or unknown grade
        entries = {grade: [] for grade in GRADES}
        for entry in read_items(path):
            entries[entry.grade].append(entry.text.lower())
    return entries


def read_manifest(folder: Path) -> dict[str, object]:
    """A list's ``manifest.toml``.

    Raises:
        DataError: it is missing, broken, or names no flag.
    """
    path = folder / "manifest.toml"
    manifest: dict[str, object] = read_toml(path)
    if not isinstance(manifest.get("flag"), str):
        raise DataError(f"{path}: no 'flag'")
    return manifest


class Lexicon:
    """Every list of a language, merged into one dictionary of words and one of phrases."""

    def __init__(self) -> None:
        self.flags = Flags()
        self.words = WordTable()
        self.phrases = PhraseTable()
        self._masks: Memo[str, int] = Memo(self.words.get)
        self._short: Memo[int, str] = Memo(self._short_of)
        self.types: dict[str, str] = {}
        """The PHI type that a list's manifest names, by flag."""
        self.protected: set[str] = set()
        """What a site's lists with the flag PROTECT hold: no PHI, whoever says so."""

    def add(self, flag: str, entries: Mapping[str, Sequence[str]]) -> None:
        """Merge a list in: its entries (lower-cased, by grade) carry the flag from now on."""
        self._masks.clear()
        for grade, lows in entries.items():
            bit = getattr(self.flags[flag], grade)
            self.words.add(filter(str.isalpha, lows), bit)
            words, phrases = split_keys(filterfalse(str.isalpha, lows))
            self.words.add(words, bit)
            self.phrases.add(phrases, bit)

    @property
    def known(self) -> int:
        """The flags of the lists whose words features may name."""
        return self.flags.any_of(_KNOWN_LISTS)

    def short(self, mask: int) -> str:
        """The lists of a mask in short: 'F L? W~' without the blanks, "?" for ambiguous and "~" for ordinary words."""
        return self._short[mask]

    def _short_of(self, mask: int) -> str:
        out = []
        for name, letter in _SHORT.items():
            flag = self.flags[name]
            if mask & flag.any:
                out.append(letter + ("" if mask & flag.sure else "?" if mask & flag.ambiguous else "~"))
        return "".join(out)

    def protect(self, texts: Iterable[str]) -> None:
        """Let these terms be protected from now on."""
        self.protected.update(map(_folded, texts))

    def protects(self, text: str) -> bool:
        """Whether the whole of a text is a protected term, letter case and spacing aside."""
        return _folded(text) in self.protected

    def masks(self, lows: Sequence[str]) -> list[int]:
        """The flags of each lower-cased token; 0 for a word of no list."""
        return list(map(self._masks.__getitem__, lows))
