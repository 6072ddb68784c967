"""The names of the features that a CRF knows, as sorted text: a name is searched when a note first asks for it.

A name is a kind and the rest of it, "w=doctor". Where a kind joins several words or shapes ("w-w=saw|doctor"), its
names stand under the first of them, so that all that begin with a word are one stretch of lines.
"""

from __future__ import annotations

from collections.abc import Iterable

from scrubber.detect.cue_table import split_first
from scrubber.sorted_text import SortedText, sorted_text

Names = tuple[str, ...]
Table = dict[str, str]
"""A name by the rest of it."""
PAIRS = frozenset(
    ("w-w", "w+w", "w-+", "w--", "w++", "w-s", "w+s", "w--s", "n-", "n+", "n-+", "n--", "n++", "s5"),
)
"""The kinds whose names stand under what comes first in them."""
ENOUGH = 10_000
"""After so many searches, which take as long as to read all names, these are read."""
_UNDER, _LINE_END = "\x01", "\x02"
"""Between what a name stands under and the rest; and what a line end in a name is in sorted text."""


class ModelNames:
    """The names that a model knows.

    Args:
        names, pairs: what :func:`arranged` made of them.
    """

    def __init__(self, names: bytes, pairs: bytes) -> None:
        self._text, self._pairs = SortedText(names), SortedText(pairs)
        self._searched = 0
        self._every: frozenset[str] | None = None
        """All names, once enough of them were searched."""

    def known(self, names: Iterable[str]) -> Names:
        """Those of the names that the model knows; of kinds that are not :data:`PAIRS`."""
        every = self._every
        if every is not None:
            return tuple([name for name in names if name in every])
        asked = tuple(names)
        self._searched += len(asked)
        if self._searched > ENOUGH:
            self._every = frozenset(map(_name, self._text.keys()))
        find = self._text.find
        return tuple([name for name in asked if find(_key(name)) is not None])

    def under(self, first: str) -> dict[str, Table]:
        """The names of :data:`PAIRS` that begin with this word or shape, by kind and by what follows it."""
        tables: dict[str, Table] = {}
        for line in self._pairs.beginning(first + _UNDER):
            kind, _, rest = line[len(first) + 1 : -1].partition(_UNDER)
            tables.setdefault(kind, {})[rest] = f"{kind}={first}|{rest}"
        return tables


def arranged(names: Iterable[str]) -> tuple[bytes, bytes]:
    """A model's names as two sorted texts: of those that are asked for as a whole, and of the others."""
    whole: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for name in names:
        key = _key(name)
        kind, _, rest = key.partition("=")
        if kind in PAIRS:
            first, behind = split_first(rest, words=True)
            pairs[f"{first}{_UNDER}{kind}{_UNDER}{behind}"] = ""
        else:
            whole[key] = ""
    return sorted_text(whole), sorted_text(pairs)


def _key(name: str) -> str:
    return name.replace("\n", _LINE_END)


def _name(key: str) -> str:
    return key.replace(_LINE_END, "\n")
