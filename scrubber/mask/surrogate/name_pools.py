"""Pools of names: a name is swapped for one of the same sex, of like origin, and about as frequent.

Frequency counts twice. Surrogates are as frequent as what they stand for, so that a name which detection missed does
not stand out among them; and a band of frequency is never so small that it narrows an original down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scrubber.mask.names import folded
from scrubber.mask.surrogate.pools import Pool, surrogate_table

LEAST = 64
"""Names in a group: a smaller one joins the usual origin."""
FIRST_BAND = 128
"""Names in the band of the most frequent ones; every further band is twice as large."""
MOSTLY = 5
"""How many times more people must bear a name as a surname than as a given name, so that it reads as that."""
OTHER = "~"
"""Marks groups of given names that read as surnames, and of surnames that read as given names: no "Dr. Keith"."""
_FEMALE = ("a", "ah", "ie", "ine", "ette", "elle", "een", "lyn", "lynn", "yn")

Names = dict[str, str]
"""How names are written, by their folded forms."""


class NamePools:
    """The given names and the surnames of a language."""

    def __init__(self, language: str, usual: str) -> None:
        given, surnames = (_rows(language, name) for name in ("given", "surnames"))
        self._given_bearers, self._surname_bearers = _bearers(given), _bearers(surnames)
        groups: dict[str, Names] = {}
        for name, (written, sex, origin, *_) in given.items():
            other = MOSTLY * self._given_bearers[name] < self._surname_bearers.get(name, 0)
            groups.setdefault(f"{sex} {origin}{OTHER * other}", {})[name] = written
        self.givens = _pool(groups, usual, self._given_bearers, lambda word: f"{_sex(word)} {usual}")
        groups = {}
        for name, (written, origin, *_) in surnames.items():
            other = MOSTLY * self._surname_bearers[name] < self._given_bearers.get(name, 0)
            groups.setdefault(f"{origin}{OTHER * other}", {})[name] = written
        self.surnames = _pool(groups, usual, self._surname_bearers, lambda _: usual)

    def is_surname(self, word: str) -> bool:
        """Whether a folded word that stands alone is rather a surname than a given name, by how many bear it."""
        return self._given_bearers.get(word, -1) <= self._surname_bearers.get(word, -1)

    def knows(self, word: str) -> bool:
        """Whether a folded word is in the lists."""
        return word in self._given_bearers or word in self._surname_bearers


def _sex(given: str) -> str:
    """The sex that a given name of no list seems to tell."""
    return "f" if given.endswith(_FEMALE) else "m"


def _rows(language: str, name: str) -> dict[str, tuple[str, ...]]:
    """The lines of a list by folded name; of several spellings the first."""
    rows: dict[str, tuple[str, ...]] = {}
    for row in surrogate_table(language, name):
        rows.setdefault(folded(row[0]), row)
    return rows


def _bearers(rows: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """How many people bear each name; 0 where the list does not tell."""
    return {name: int(row[-1]) if row[-1].isdecimal() else 0 for name, row in rows.items()}


def _pool(groups: dict[str, Names], usual: str, bearers: Mapping[str, int], guess: Callable[[str], str]) -> Pool:
    """The names in bands of like frequency; one of no list counts as one of the rarest of the group that is guessed."""
    bands = _bands(_joined(groups, usual), bearers)
    rarest = {band.rpartition(" ")[0]: band for band in bands}
    return Pool(bands, lambda word: rarest[guess(word)])


def _joined(groups: dict[str, Names], usual: str) -> dict[str, Names]:
    """The groups, of which those too small to hide in have joined that of the usual origin and the same sex."""
    joined: dict[str, Names] = {}
    for group, names in groups.items():
        sex, mark = group.rpartition(" ")[0], OTHER * group.endswith(OTHER)
        joined.setdefault(group if len(names) >= LEAST else f"{sex} {usual}{mark}".strip(), {}).update(names)
    return joined


def _bands(groups: dict[str, Names], bearers: Mapping[str, int]) -> dict[str, Names]:
    """The groups cut into bands of like frequency, as far as frequencies are known: "slavic 0", "slavic 1"."""
    bands: dict[str, Names] = {}
    for group, written in groups.items():
        names = sorted(written.items(), key=lambda name: -bearers[name[0]])
        start, size, number = 0, FIRST_BAND if bearers[names[0][0]] else len(names), 0
        while start < len(names):
            end = start + size if start + 2 * size <= len(names) else len(names)
            bands[f"{group} {number}"] = dict(names[start:end])
            start, size, number = end, 2 * size, number + 1
    return bands
