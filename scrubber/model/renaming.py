"""Copies of notes in which people have other names, so that a model leans on where names stand and not on which."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from scrubber.evaluate.marks import MarkedNote
from scrubber.gazetteers.lexicon import read_by_grade, read_manifest
from scrubber.model.rewriting import rewritten

_PEOPLE = ("PATIENT", "DOCTOR")
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
    """The note with other names for its people, the same one for the same word, in the case that it had."""
    luck = random.Random(note.name)
    given: dict[str, str] = {}
    edits = []
    for start, end, first in sorted(_words_of(note)):
        old = note.text[start:end]
        edits.append((start, end, _in_case(given.setdefault(old.lower(), names.draw(luck, first=first)), old)))
    return rewritten(note, edits)


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
