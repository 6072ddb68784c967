"""Lists that surrogates are taken from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from scrubber.data import data_folder
from scrubber.gazetteers.lexicon import read_items
from scrubber.mask.keys import Key
from scrubber.mask.names import folded, without_accents
from scrubber.mask.permute import Permutation
from scrubber.text.remembered import remembered

MEMORY = 50_000
"""Replacements remembered, for speed alone."""


def form_of(text: str) -> str:
    """The form in which names of places are compared: folded, with single blanks."""
    return " ".join(folded(text).split())


def like(model: str, word: str) -> str:
    """``word`` in the letter case of ``model``, and without accents if ``model`` has none beyond ASCII."""
    word = without_accents(word) if model.isascii() else word
    letters = [c for c in model if c.isalpha()]
    if len(letters) > 1 and model.isupper():
        return word.upper()
    return word.lower() if model.islower() else word


Groups = Mapping[str, Mapping[str, str]]


class Pool:
    """Groups of words; a word is swapped for another of its group, no two for the same one.

    A word of no list goes to the group that ``guess`` names, by HMAC: there two such words may meet, about once in as
    many pairs as the group has words.

    Args:
        groups: the words of each by their folded forms; of a word in several groups the first counts.
    """

    def __init__(self, groups: Groups, guess: Callable[[str], str]) -> None:
        self._groups: dict[str, list[str]] = {}
        self._place: dict[str, tuple[str, int]] = {}
        self._guess = guess
        self._remembered = remembered(MEMORY)(self._swap)
        for group, words in groups.items():
            own = [key for key in words if key not in self._place]
            self._groups[group] = [words[key] for key in own]
            self._place |= {key: (group, place) for place, key in enumerate(own)}

    def group(self, key: str) -> str | None:
        """The group that a folded word is listed in."""
        place = self._place.get(key)
        return place and place[0]

    def members(self, group: str) -> Sequence[str]:
        """The words of a group, as they are written."""
        return self._groups.get(group, ())

    def swap(self, key: Key, realm: str, word: str) -> str:
        """What replaces a folded word in this realm."""
        return self._remembered(key, realm, word)

    def swap_within(self, group: str, key: Key, realm: str, word: str) -> str:
        """What replaces a word, out of a group that need not be its own."""
        members = self._groups[group]
        if self.group(word) == group and len(members) > 1:
            return self.swap(key, realm, word)
        number = key.number("pool", realm, word)
        made = members[number % len(members)]
        return members[(number + 1) % len(members)] if folded(made) == word else made

    def _swap(self, key: Key, realm: str, word: str) -> str:
        group, index = self._place.get(word, ("", 0))
        members = self._groups.get(group, ())
        if len(members) < 2:
            return self.swap_within(self._guess(word), key, realm, word)
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


def surrogate_table(language: str, name: str) -> list[tuple[str, ...]]:
    """The lines of a surrogate list, cut at their tabs; none where the language has no such list."""
    path = _surrogate_folder(language) / f"{name}.txt"
    lines = path.read_text("utf-8").split("\n") if path.is_file() else []
    return [tuple(line.split("\t")) for line in lines if line]
