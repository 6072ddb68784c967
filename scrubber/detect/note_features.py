"""Features of a token by the rest of its note: what its word is elsewhere, the dates near it, what stands above it.

A name that stands bare in one line stood behind a title in another; "2/12" is a date in a note whose dates are of that
winter, and two of twelve in another; a column of a table holds the same all the way down. ``word_features.py`` asks
for them where a model learns from notes of many hands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scrubber.detect.day_pairs import days_near
from scrubber.detect.word_parts import shape
from scrubber.features import known_words
from scrubber.lexicon import Flags, Lexicon
from scrubber.reading import Reading

_BEFORE = ("TITLE", "KINSHIP", "ROLE", "FIRST")
_BEHIND = ("CREDENTIAL", "LAST", "EPONYM", "HOSPITAL_WORD")
"""Lists of the neighbours that say what a word is, wherever else it stands."""
_SHORTEST = 3
"""Letters of a word that says something where it stands again."""
_CELL_SIGNS = "|,"


class Sides(NamedTuple):
    """The lists that tell of a word by its neighbours, each with its name in a feature."""

    before: tuple[tuple[str, int], ...]
    behind: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, flags: Flags) -> Sides:
        """Those of a lexicon."""
        return cls(
            tuple((f"-{name}", flags[name].likely) for name in _BEFORE),
            tuple((f"+{name}", flags[name].likely) for name in _BEHIND),
        )


class NoteFeatures:
    """Knows one note."""

    def __init__(self, reading: Reading, lexicon: Lexicon) -> None:
        self._reading = reading
        self._known = known_words(lexicon.flags)
        self._sides = Sides.of(lexicon.flags)
        tokens = reading.tokens
        counts = Counter(low for low in tokens.lows if len(low) >= _SHORTEST and low.isalpha())
        self._again = frozenset(low for low, count in counts.items() if count > 1)
        self._hits = self._types_elsewhere()
        self._neighbours = self._neighbours_elsewhere()
        self._above = above(reading)
        self._days = days_near(reading.document.text)
        self._speakers = speakers(tokens.texts, tokens.lows)

    def of(self, index: int) -> Iterator[str]:
        """The features of one token."""
        tokens, hits = self._reading.tokens, self._reading.hits
        text, low = tokens.texts[index], tokens.lows[index]
        s = shape(text)
        yield f"st={tokens.states[index]}|{s}"
        if (up := self._above.get(index)) is not None:
            yield f"up={shape(tokens.texts[up])}|{s}"
            yield f"uph={hits[up]}|{s}"
            if self._reading.masks[up] & self._known:
                yield f"upw={tokens.lows[up]}|{s}"
        if low in self._again:
            yield from self._elsewhere(index, low)
        elif (near := self._days.get(tokens.starts[index])) is not None:
            yield f"near={near}"
            yield f"near|h={near}|{hits[index]}"

    def _elsewhere(self, index: int, low: str) -> Iterator[str]:
        if not self._reading.hits[index]:
            for hit in sorted(self._hits[low]):
                yield f"also={hit}"
        own = self._said_of(index)
        for name, count in sorted(self._neighbours[low].items()):
            if count > (name in own):
                yield f"else={name}"
        if lines := self._speakers.get(low):
            yield f"speaks={min(lines, 3)}"

    def _types_elsewhere(self) -> dict[str, set[str]]:
        """The types that rules give to a word anywhere in the note."""
        found: dict[str, set[str]] = defaultdict(set)
        lows = self._reading.tokens.lows
        for i, hit in enumerate(self._reading.hits):
            if hit and lows[i] in self._again:
                found[lows[i]].add(hit)
        return found

    def _neighbours_elsewhere(self) -> dict[str, Counter[str]]:
        """How often a word has which neighbours."""
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for i, low in enumerate(self._reading.tokens.lows):
            if low in self._again:
                found[low].update(self._said_of(i))
        return found

    def _said_of(self, index: int) -> list[str]:
        """What the words on either side of a token, full stops and commas skipped, say of it."""
        masks, texts = self._reading.masks, self._reading.tokens.texts
        before, behind, last = index - 1, index + 1, len(texts) - 1
        while before > 0 and texts[before] in ".,":
            before -= 1
        while behind < last and texts[behind] in ".,":
            behind += 1
        found = [name for name, flag in self._sides.before if before >= 0 and masks[before] & flag]
        return found + [name for name, flag in self._sides.behind if behind <= last and masks[behind] & flag]


def above(reading: Reading) -> dict[int, int]:
    """By token that begins a cell: the one that begins a cell in that column of the line above, blank lines skipped.

    A cell begins behind two spaces, a bar, a tab or a comma; the first cell of a line has none above it.
    """
    tokens = reading.tokens
    found: dict[int, int] = {}
    last: dict[int, int] = {}
    current: dict[int, int] = {}
    begin, before = 0, "\n"
    for i, (gap, token) in enumerate(zip(tokens.pieces[::2], tokens.texts, strict=False)):  # a gap more than tokens
        if token == "\n":
            last, current = current or last, {}
            begin = tokens.starts[i] + 1
        elif before == "\n" or (gap != " " and (len(gap) > 1 or gap == "\t" or (not gap and before in _CELL_SIGNS))):
            column = tokens.starts[i] - begin
            current[column] = i
            if column and column in last:
                found[i] = last[column]
        before = token
    return found


def speakers(texts: Sequence[str], lows: Sequence[str]) -> Counter[str]:
    """How many lines each word opens as a label ("vuk: on my way"): who takes turns, and headings that return."""
    found: Counter[str] = Counter()
    opening = ""
    place = 0
    for text, low in zip(texts, lows, strict=True):
        if text == "\n":
            opening, place = "", 0
            continue
        if text in ":>" and opening and place <= _TURN:
            found[opening] += 1
            opening, place = "", _TURN + 1
        elif not opening and place <= _TURN and text.isalpha():
            opening = low
        place += 1
    return Counter({low: count for low, count in found.items() if count > 1})


_TURN = 6
"""So many tokens into a line the colon behind a speaker stands."""
