"""Tokens: runs of letters, runs of digits, single signs and line ends, with offsets, made at C speed.

Splitting, lower-casing and looking up run inside ``re``, ``str`` and ``dict``; no Python code runs per character, and
lower-casing token by token cannot move offsets ("İ".lower() has two code points).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

_TOKEN = re.compile(r"([^\W\d_]+|\d+|\n|[^\w\s]|_)")


@dataclass(frozen=True)
class Tokens:
    """The tokens of one text, as parallel lists."""

    texts: list[str]
    """Each token as written."""
    starts: list[int]
    """Offset of each token's first code point."""

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def lows(self) -> list[str]:
        """Each token in lower case: the key by which lexicons and rules know it."""
        return list(map(str.lower, self.texts))

    def end(self, index: int) -> int:
        """Offset behind the token."""
        return self.starts[index] + len(self.texts[index])

    @cached_property
    def ends(self) -> list[int]:
        """Offset behind each token."""
        return list(map(int.__add__, self.starts, map(len, self.texts)))

    @cached_property
    def by_start(self) -> dict[int, int]:
        """Index of the token that starts at an offset."""
        return dict(zip(self.starts, range(len(self.starts)), strict=True))

    @cached_property
    def lines(self) -> Sequence[int]:
        """Line number (from 0) of each token; a line end belongs to the line it ends."""
        ends = [0, *(text == "\n" for text in self.texts[:-1])] if self.texts else []
        return list(accumulate(ends))


def tokenize(text: str) -> Tokens:
    """The tokens of ``text``; what lies between them is white space other than line feeds."""
    pieces = _TOKEN.split(text)
    offsets = list(accumulate(map(len, pieces)))
    # pieces alternate: gap, token, gap, token, …, gap; a token starts where the gap before it ends
    return Tokens(pieces[1::2], offsets[0:-1:2])
