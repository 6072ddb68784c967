"""Lists that surrogates are taken from."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from scrubber.data import data_folder
from scrubber.gazetteers.lexicon import read_items
from scrubber.mask.keys import Key
from scrubber.mask.permute import Permutation
from scrubber.text.remembered import remembered

MEMORY = 50_000
"""Replacements remembered, for speed alone."""


def plain(text: str) -> str:
    """Case and accents folded."""
    low = text.casefold()
    if low.isascii():
        return low
    return "".join(c for c in unicodedata.normalize("NFKD", low) if not unicodedata.combining(c))


def form_of(text: str) -> str:
    """The form in which names of places are compared: folded, with single blanks."""
    return " ".join(plain(text).split())


def like(model: str, word: str) -> str:
    """``word`` in the letter case of ``model``, and without accents if ``model`` has none beyond ASCII."""
    if model.isascii() and not word.isascii():
        word = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    letters = [c for c in model if c.isalpha()]
    if len(letters) > 1 and model.isupper():
        return word.upper()
    return word.lower() if model.islower() else word


class Pool:
    """Groups of words; a word is swapped for another of its group, no two for the same one.

    A word of no list goes to the group that ``guess`` names, by HMAC: there two such words may meet, about once in as
    many pairs as the group has words.
    """

    def __init__(self, groups: dict[str, list[str]], guess: Callable[[str], str]) -> None:
        self._groups: dict[str, list[str]] = {}
        self._place: dict[str, tuple[str, int]] = {}
        self._guess = guess
        self._remembered = remembered(MEMORY)(self._swap)
        for group, words in groups.items():
            self._add(group, words)

    def _add(self, group: str, words: Iterable[str]) -> None:
        members, places = self._groups.setdefault(group, []), self._place
        for word in words:
            key = plain(word)
            if key not in places:
                places[key] = (group, len(members))
                members.append(word)

    def group(self, key: str) -> str | None:
        """The group that a folded word is listed in."""
        place = self._place.get(key)
        return place and place[0]

    def swap(self, key: Key, realm: str, word: str) -> str:
        """What replaces a folded word in this realm."""
        return self._remembered(key, realm, word)

    def swap_within(self, group: str, key: Key, realm: str, word: str) -> str:
        """What replaces a word, out of a group that need not be its own."""
        if self.group(word) == group:
            return self.swap(key, realm, word)
        members = self._groups[group]
        number = key.number("pool", realm, word)
        made = members[number % len(members)]
        return members[(number + 1) % len(members)] if plain(made) == word else made

    def _swap(self, key: Key, realm: str, word: str) -> str:
        place = self._place.get(word)
        if place is None:
            members = self._groups[self._guess(word)]
            return members[key.number("pool", realm, word) % len(members)]
        group, index = place
        members = self._groups[group]
        if len(members) < 2:
            members = self._groups[self._guess(word)]
            return members[key.number("pool", realm, word) % len(members)]
        return members[_permutation(key, realm, group, len(members))(index)]


@remembered(MEMORY)
def _permutation(key: Key, realm: str, group: str, size: int) -> Permutation:
    """How the words of a group change places in a realm."""
    return Permutation(key.digest("pool", realm, group), size)


def lexicon_list(language: str, name: str, grades: Sequence[str] = ("sure", "ambiguous")) -> list[str]:
    """The entries of one lexicon list that have these grades; empty if there is no such list."""
    path = data_folder("lexicons") / language / name / "items.txt"
    if not path.is_file():
        return []
    return [entry.text for entry in read_items(path) if entry.grade in grades]


@cache
def _surrogate_folder(language: str) -> Path:
    folder = data_folder("lexicons") / f"{language}_surrogates"
    return folder if folder.is_dir() else data_folder("lexicons") / "en_surrogates"


def surrogate_table(language: str, name: str) -> list[list[str]]:
    """The lines of a surrogate list, cut at their tabs; none where the language has no such list."""
    path = _surrogate_folder(language) / f"{name}.txt"
    lines = path.read_text("utf-8").split("\n") if path.is_file() else []
    return [line.split("\t") for line in lines if line]
