"""Columns: what a token's line and note say of it, a value a token, worked out line by line and not token by token."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scrubber.words import Look, Word

_WORD_FIRST = re.compile(r"([^Ulx1\n]*)([Ulx1][^\n]*)?(\n?)")
_LABEL = re.compile(r"[Ulx1][^Ulx1\n:]*:")


class Columns(NamedTuple):
    """What is read off a document once, for every token."""

    words: list[Word]
    looks: list[Look]
    """The words' looks, with two edge marks on either side."""
    hits: list[str]
    """The type of the heaviest pattern's span that covers it, with its grade; ''."""
    phrases: list[int]
    """The flags of the phrase that it is part of; 0."""
    states: str
    """The case of the token's line: 'U' all capitals, 'l' all lower case, 'm' mixed."""
    chunks: list[str]
    """The run of non-space characters that it is part of, in signs."""
    firsts: list[str]
    """The first word of the line, from there on; ''."""
    labels: list[str]
    """The label in force: the last word before the nearest colon to the left on the line; ''."""
    lasts: list[str]
    """What came last before it on the line: a kinship word ('K'), a pattern's hit (its type), both, or ''."""
    titled: frozenset[str]
    """Words that stand behind a title somewhere in the note, in lower case."""
    plain: frozenset[str]
    """Words that stand in lower case somewhere in the note."""

    def note(self, index: int) -> str:
        """What the rest of the note says of a word: behind a title somewhere ('T'), in lower case somewhere ('l').

        "Long" is the man of "Mr. Long", but not where the note also says "long"; words of one or two letters say
        nothing.
        """
        word = self.words[index]
        if len(word.low) < 3:
            return ""
        return ("T" if word.low in self.titled else "") + ("l" if word.low in self.plain and not word.lower else "")


def line_firsts(sorts: str, words: Sequence[Word]) -> list[str]:
    """The first word of each token's line, from that word to before the line's end."""
    firsts: list[str] = []
    at = 0
    for line in _WORD_FIRST.finditer(sorts):
        before, behind, end = line.regs[1][1] - at, line.regs[2], line.end()
        firsts += [""] * before
        if behind[0] >= 0:
            firsts += [words[behind[0]].look.word] * (behind[1] - behind[0])
        if len(firsts) < end:
            firsts.append("")  # the line's end
        at = end
    return firsts


def line_labels(sorts: str, lows: Sequence[str]) -> list[str]:
    """The label in force at each token, the line's end included.

    "Kids: Brenda 12" is about kids from the colon on.
    """
    found = [(match.end(), lows[match.start()]) for match in _LABEL.finditer(sorts)]
    labels = [""] * len(sorts)
    _fill(labels, sorts, found)
    return labels


def line_lasts(sorts: str, kin: Iterable[int], hits: Sequence[str]) -> list[str]:
    """What came last before each token on its line.

    "Kids Brenda 12, Wilmer 7, Ashley 11": each number is judged by what the line is about.
    """
    relatives = set(kin)
    relative = hit = ""
    ends = -1
    found: list[tuple[int, str]] = []
    for index in sorted(relatives.union([i for i, type_ in enumerate(hits) if type_])):
        if index > ends:
            relative = hit = ""
            ends = _line_end(sorts, index)
        if index == ends:
            continue
        if index in relatives:
            relative = "K"
        else:
            hit = hits[index]
        found.append((index + 1, relative + hit))
    lasts = [""] * len(sorts)
    _fill(lasts, sorts, found)
    return lasts


def behind_titles(texts: Sequence[str], lows: Sequence[str], titles: Iterable[int]) -> frozenset[str]:
    """The words that begin with a capital right behind one of these titles, full stops skipped."""
    found = set()
    for index in titles:
        at = index + 1
        while at < len(texts) and texts[at] == ".":
            at += 1
        if at < len(texts) and texts[at][0].isupper():
            found.add(lows[at])
    return frozenset(found)


def _line_end(sorts: str, index: int) -> int:
    end = sorts.find("\n", index)
    return len(sorts) if end < 0 else end


def _fill(column: list[str], sorts: str, values: Sequence[tuple[int, str]]) -> None:
    """Let each value hold from its index on, up to the next one's or behind its line's end."""
    ends = -1
    for number, (index, value) in enumerate(values):
        if index >= ends:
            ends = _line_end(sorts, index) + 1
        following = values[number + 1][0] if number + 1 < len(values) else ends
        stop = min(ends, following, len(column))
        column[index:stop] = [value] * (stop - index)
