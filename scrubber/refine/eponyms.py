"""Eponyms: a name that stands before an illness, a sign or a device is that thing's name ("Wilson disease").

The taggers know it from what surrounds it, and on a bare line too little does. Before some words ("sign", "syndrome",
"forceps") that goes for any name, listed or not. Alone it is an illness or a sign behind "r/o", "neg for" or "no", and
in a row with others ("Kocher, Allis, Babcock"). A title or a given name before it makes it a person's again: "Dr. Mayo
stands", "Thomas Wilson disease-free".
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scrubber.detect.tagger import Vote
from scrubber.errors import DataError
from scrubber.lexicon import Lexicon
from scrubber.reading import Reading
from scrubber.toml_file import read_toml

NEAR = 0.05
"""Probability of being a person or a place from which an eponym is worth a look."""
_TYPES = frozenset({"PATIENT", "DOCTOR", "CITY", "HOSPITAL", "ORGANIZATION", "LOCATION-OTHER"})
_LISTS = ("nouns", "strong", "between", "of", "leads", "weak_leads", "leading", "joins", "of_people")
_FARTHEST = 8
"""So many tokens on, at most, its thing is looked for."""
_LONGEST_SERIES = 8
"""So many eponyms in a row, at most, are looked at on either side."""
_TELLING_SERIES = 3
"""So many eponyms in a row are things, where half of them are no frequent names of people."""
_POSSESSIVE = frozenset({"'", "’", "s"})
_ENDS = frozenset(".;)\n")
"""Behind these signs no more is said of a name."""
_BETWEEN = _POSSESSIVE | {"-"}


class Eponyms:
    """Knows what eponyms stand before.

    Raises:
        DataError: the file does not load.
    """

    def __init__(self, path: Path, lexicon: Lexicon) -> None:
        try:
            table = read_toml(path) if path.exists() else dict.fromkeys(_LISTS, ())
            (
                self._nouns, self._strong, self._between, self._of, self._leads, self._weak_leads, self._leading,
                self._joins, self._of_people,
            ) = (frozenset(table[key]) for key in _LISTS)  # fmt: skip
        except KeyError as error:
            raise DataError(f"{path}: {type(error).__name__}") from None
        flags = lexicon.flags
        self._eponym = flags["EPONYM"].any
        self._common_name = flags["LAST"].sure | flags["LAST"].ordinary | flags["FIRST"].any
        self._role = flags["ROLE"].any
        self._credential = flags["CREDENTIAL"].any
        self._before = flags["TITLE"].any | flags["FIRST"].likely | flags["KINSHIP"].any

    def without(self, reading: Reading, votes: Mapping[int, Vote]) -> Mapping[int, Vote]:
        """The votes, with none for eponyms that stand before their thing; what a pattern covers is left to it."""
        hits = reading.hits
        near = {i: vote for i, vote in votes.items() if vote.probability >= NEAR and not hits[i]}
        listed = any(reading.masks[i] & self._eponym for i in near)
        persons = self._persons(reading) if listed else frozenset()  # nobody else asks for them
        cleared = {
            i: Vote(0.0, vote.type) for i, vote in near.items() if self._names_a_thing(reading, i, vote.type, persons)
        }
        return {**votes, **cleared} if cleared else votes

    def _persons(self, reading: Reading) -> frozenset[str]:
        """The listed eponyms, in lower case, that stand behind a title or a given name somewhere in the note."""
        lows, masks = reading.tokens.lows, reading.masks
        return frozenset(
            low for at, low in enumerate(lows) if masks[at] & self._eponym and self._is_persons(reading, at)
        )

    def _names_a_thing(self, reading: Reading, index: int, type_: str, persons: frozenset[str]) -> bool:
        listed, lows = bool(reading.masks[index] & self._eponym), reading.tokens.lows
        if not listed and (type_ not in _TYPES or not _is_name_like(reading, index)):
            return False
        if listed and lows[index] not in persons and type_ in _TYPES and self._is_led_or_of_things(reading, index):
            return True
        if self._is_persons(reading, index):
            return False
        if listed and index > 1 and lows[index - 1] == "of" and lows[index - 2] in self._of:
            return True
        nouns = self._nouns if listed else self._strong
        at = self._behind(reading, index)
        return at < len(lows) and (
            lows[at] in nouns or (at + 1 < len(lows) and lows[at + 1] in self._strong and lows[at] in self._between)
        )

    def _is_led(self, reading: Reading, index: int, leads: frozenset[str]) -> bool:
        """Whether "r/o", "neg for", "PMH:" or a question mark that asks for it alone stands before it."""
        tokens, lows = reading.tokens, reading.tokens.lows
        last = index - 1 if index and lows[index - 1] in self._leading else index
        if last == index and index and lows[index - 1] == "?":
            glued = "?" in leads and tokens.ends[index - 1] == tokens.starts[index]
            asks = index > 1 and lows[index - 2].isalnum() and tokens.lines[index - 2] == tokens.lines[index]
            return glued and not asks
        before = (
            "".join(lows[max(0, last - 3) : last]),
            " ".join(lows[max(0, last - 2) : last]),
            *lows[last - 1 : last],
        )
        return any(words in leads for words in before)

    def _series(self, reading: Reading, index: int) -> tuple[int, int, int]:
        """The eponyms in a row around this one ("Kernig/Brudzinski", "Neer, Hawkins or Jobe"): first, last, count."""
        ends, count = [index, index], 1
        for end, step in enumerate((-1, 1)):
            for _ in range(_LONGEST_SERIES):
                at = self._next_of_series(reading, ends[end], step)
                if at is None:
                    break
                ends[end], count = at, count + 1
        return ends[0], ends[1], count

    def _next_of_series(self, reading: Reading, index: int, step: int) -> int | None:
        """The eponym before or behind this one, with one sign or word between them that joins such."""
        texts, lows = reading.tokens.texts, reading.tokens.lows
        at, joined = index + step, False
        while 0 <= at < len(lows) and (lows[at] in _POSSESSIVE or (not joined and lows[at] in self._joins)):
            joined |= lows[at] in self._joins
            at += step
        if joined and 0 <= at < len(lows) and reading.masks[at] & self._eponym and texts[at][0].isupper():
            return at
        return None

    def _says_no_more(self, reading: Reading, index: int) -> bool:
        """Whether a sign or the line's end stands behind it and its possessive, and no name, number or credential."""
        lows, masks = reading.tokens.lows, reading.masks
        at = index + 1
        while at < min(len(lows), index + _FARTHEST) and lows[at] in _POSSESSIVE:
            at += 1
        if at == len(lows) or lows[at] in _ENDS:
            return True
        behind = at + 1
        return (
            lows[at] == ","
            and behind < len(lows)
            and lows[behind].isalpha()
            and not (masks[behind] & self._credential or reading.tokens.texts[behind][0].isupper())
        )

    def _is_led_or_of_things(self, reading: Reading, index: int) -> bool:
        """Whether a row of eponyms, or this one alone, stands behind a lead, or is long and made of things' names."""
        first, last, count = self._series(reading, index)
        if self._says_no_more(reading, last) and (
            self._is_led(reading, first, self._leads)
            or (not self._is_common_name(reading, index) and self._is_led(reading, first, self._weak_leads))
        ):
            return True
        return count >= _TELLING_SERIES and self._is_of_things(reading, first, last)

    def _is_common_name(self, reading: Reading, index: int) -> bool:
        """Whether it is a frequent name of people as well, or written small."""
        return bool(reading.masks[index] & self._common_name) or not reading.tokens.texts[index][0].isupper()

    def _is_of_things(self, reading: Reading, first: int, last: int) -> bool:
        """Whether at least half of a row of eponyms are no frequent names, and nobody stands before or behind it."""
        masks, lows = reading.masks, reading.tokens.lows
        listed = [mask for mask in masks[first : last + 1] if mask & self._eponym]
        if 2 * sum(not mask & self._common_name for mask in listed) < len(listed) or self._is_persons(reading, first):
            return False
        before = reading.tokens.before(first)
        if before >= 0 and (lows[before] in self._of_people or masks[before] & self._role):
            return False
        return not any(mask & self._credential for mask in masks[last + 1 : last + 3])

    def _is_persons(self, reading: Reading, index: int) -> bool:
        """Whether a title, a given name or an initial stands before it."""
        lows = reading.tokens.lows
        if index > 1 and lows[index - 1] == "-" and _is_name_like(reading, index - 2):
            index -= 2  # "Ms. Walker-Murdoch sign"
        at = reading.tokens.before(index)
        if at < 0:
            return False
        initial = len(lows[at]) == 1 and lows[at].isalpha() and not (at and lows[at - 1] == "/")  # not of "r/o"
        return initial or bool(reading.masks[at] & self._before)

    def _behind(self, reading: Reading, index: int) -> int:
        """The word behind a name, its possessive and the second of two names with a hyphen."""
        lows, masks = reading.tokens.lows, reading.masks
        at = index + 1
        while at < min(len(lows), index + _FARTHEST) and (
            lows[at] in _BETWEEN or (lows[at - 1] == "-" and (masks[at] & self._eponym or _is_name_like(reading, at)))
        ):
            at += 1
        return at


def _is_name_like(reading: Reading, index: int) -> bool:
    """A word with one capital, at its beginning: in a line of capitals nothing tells."""
    text = reading.tokens.texts[index]
    return len(text) > 2 and text[0].isupper() and text[1:].islower()
