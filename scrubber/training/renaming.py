"""Copies of notes in which people, and some firms and hospitals, have other names, so that a model leans on where names
stand and not on which.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from scrubber.evaluate.marks import MarkedNote
from scrubber.gazetteers.lexicon import read_by_grade, read_manifest
from scrubber.training.rewriting import rewritten

_PEOPLE = ("PATIENT", "DOCTOR")
_HOUSES = ("HOSPITAL", "ORGANIZATION")
_LETTERS = "ABCDEFGHIJKLMNOPRSTUVW"
_WORD = re.compile(r"[^\W\d_]{3,}")


class Names(NamedTuple):
    """Names to draw from, in lower case."""

    first: Sequence[str]
    last: Sequence[str]
    words: Sequence[str]
    """Surnames that are words as well ("long", "price"): drawn as often as all others, since they are hard to tell."""

    @classmethod
    def of(cls, folder: Path) -> Names:
        """The names on a language's lists."""
        names: dict[str, set[str]] = {"FIRST": set(), "LAST": set(), "words": set()}
        for place in sorted(manifest.parent for manifest in folder.glob("*/manifest.toml")):
            flag = str(read_manifest(place)["flag"])
            if flag in names:
                for grade, lows in read_by_grade(place / "items.txt").items():
                    simple = set(filter(_WORD.fullmatch, lows))
                    names[flag if grade == "sure" or flag == "FIRST" else "words"] |= simple
        return cls(*(sorted(names[kind]) for kind in ("FIRST", "LAST", "words")))

    def draw(self, luck: random.Random, *, first: bool) -> str:
        """A first name or a surname."""
        if first:
            return luck.choice(self.first)
        return luck.choice(self.words if luck.random() < 0.5 and self.words else self.last)


def renamed(note: MarkedNote, names: Names) -> MarkedNote:
    """The note with other names for its people, the same one for the same word, in the case that it had, and for half
    of its firms and hospitals: a surname, or letters (those with which its words begin, where it has three)."""
    luck = random.Random(note.name)
    given: dict[str, str] = {}
    edits = []
    for start, end, first in sorted(_words_of(note)):
        old = note.text[start:end]
        edits.append((start, end, _in_case(given.setdefault(old.lower(), names.draw(luck, first=first)), old)))
    for start, end in sorted({(one.start, one.end) for one in note.marks if one.type in _HOUSES}):
        old = note.text[start:end]
        if new := given.setdefault(old.lower(), _house(old, names, luck)):
            edits.append((start, end, new if not old.islower() else new.lower()))
    return rewritten(note, edits)


def _house(old: str, names: Names, luck: random.Random) -> str:
    """Another name for a firm or hospital, or nothing: it keeps its own."""
    kind = luck.randrange(4)
    if kind == 0:
        return names.draw(luck, first=False).title()
    if kind == 1:
        letters = [word[0].upper() for word in _WORD.findall(old)]
        return "".join(letters if len(letters) >= 3 else luck.choices(_LETTERS, k=luck.choice((3, 4))))
    return ""


def _words_of(note: MarkedNote) -> set[tuple[int, int, bool]]:
    """Start and end of each word of a person's name, and whether it is the first of several."""
    words = set()
    for mark in note.marks:
        if mark.type in _PEOPLE:
            found = list(_WORD.finditer(note.text, mark.start, mark.end))
            words |= {(word.start(), word.end(), place < len(found) - 1) for place, word in enumerate(found)}
    return words


def _in_case(name: str, like: str) -> str:
    return name.upper() if like.isupper() else name if like.islower() else name.title()
