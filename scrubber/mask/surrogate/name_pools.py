"""Pools of names: a name is swapped for one of the same sex, of like origin, and about as frequent.

Frequency counts twice. Surrogates are as frequent as what they stand for, so that a name which detection missed does
not stand out among them; and a band of frequency is never so small that it narrows an original down.
"""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.mask.surrogate.pools import Pool, plain, surrogate_table

LEAST = 64
"""Names in a group: a smaller one joins the usual origin."""
FIRST_BAND = 128
"""Names in the band of the most frequent ones; every further band is twice as large."""
MOSTLY = 5
"""How many times more people must bear a name as a surname than as a given name, so that it reads as that."""
OTHER = "~"
"""Marks groups of given names that read as surnames, and of surnames that read as given names: no "Dr. Keith"."""
_FEMALE = ("a", "ah", "ie", "ine", "ette", "elle", "een", "lyn", "lynn", "yn")

Groups = dict[str, list[str]]


class NamePools:
    """The given names and the surnames of a language."""

    def __init__(self, language: str, usual: str) -> None:
        self._given_bearers: dict[str, int] = {}
        self._surname_bearers = {
            plain(name): int(count[0]) if count else 0 for name, _, *count in surrogate_table(language, "surnames")
        }
        self.givens = self._given_pool(language, usual)
        self.surnames = self._surname_pool(language, usual)

    def is_surname(self, word: str) -> bool:
        """Whether a folded word that stands alone is rather a surname than a given name, by how many bear it."""
        return self._given_bearers.get(word, -1) <= self._surname_bearers.get(word, -1)

    def knows(self, word: str) -> bool:
        """Whether a folded word is in the lists."""
        return word in self._given_bearers or word in self._surname_bearers

    def _given_pool(self, language: str, usual: str) -> Pool:
        groups: Groups = {}
        for name, sex, origin, *count in surrogate_table(language, "given"):
            self._given_bearers[plain(name)] = int(count[0]) if count else 0
            other = MOSTLY * self._given_bearers[plain(name)] < self._surname_bearers.get(plain(name), 0)
            groups.setdefault(f"{sex} {origin}{OTHER * other}", []).append(name)
        bands = _bands(_joined(groups, usual, self._given_bearers), self._given_bearers)
        rarest = _rarest(bands)
        return Pool(bands, lambda word: rarest[f"{_sex(word)} {usual}"])

    def _surname_pool(self, language: str, usual: str) -> Pool:
        groups: Groups = {}
        for name, origin, *_ in surrogate_table(language, "surnames"):
            other = MOSTLY * self._surname_bearers[plain(name)] < self._given_bearers.get(plain(name), 0)
            groups.setdefault(f"{origin}{OTHER * other}", []).append(name)
        bands = _bands(_joined(groups, usual, self._surname_bearers), self._surname_bearers)
        rarest = _rarest(bands)
        return Pool(bands, lambda _: rarest[usual])


def _sex(given: str) -> str:
    """The sex that a given name of no list seems to tell."""
    return "f" if given.endswith(_FEMALE) else "m"


def _joined(groups: Groups, usual: str, bearers: Mapping[str, int]) -> Groups:
    """The groups, of which those too small to hide in have joined that of the usual origin and the same sex."""
    joined: Groups = {}
    for group, names in groups.items():
        sex, mark = group.rpartition(" ")[0], OTHER * group.endswith(OTHER)
        joined.setdefault(group if len(names) >= LEAST else f"{sex} {usual}{mark}".strip(), []).extend(names)
    for names in joined.values():
        names.sort(key=lambda name: -bearers[plain(name)])
    return joined


def _bands(groups: Groups, bearers: Mapping[str, int]) -> Groups:
    """The groups cut into bands of like frequency, as far as frequencies are known: "slavic 0", "slavic 1"."""
    bands: Groups = {}
    for group, names in groups.items():
        start, size, number = 0, FIRST_BAND if bearers[plain(names[0])] else len(names), 0
        while start < len(names):
            end = start + size if start + 2 * size <= len(names) else len(names)
            bands[f"{group} {number}"] = names[start:end]
            start, size, number = end, 2 * size, number + 1
    return bands


def _rarest(bands: Groups) -> dict[str, str]:
    """By group its last band."""
    return {band.rpartition(" ")[0]: band for band in bands}
