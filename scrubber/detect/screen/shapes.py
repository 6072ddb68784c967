"""What the screen keeps of a pattern: a tree of characters, sequences, branches and repeats."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import regex

_CLASSES = {r"\d": str.isdecimal, r"\s": str.isspace, r"\p{L}": str.isalpha, r"\p{Lu}": str.isupper}
"""What is known of ASCII letters, digits, signs and blanks without compiling anything."""
_PLAIN = re.compile(r"[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9 ,./:;'_-]")
_PLAIN_SET = re.compile(r"\[-?(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9 ,./:;'_])+-?\]")
"""A set of ASCII letters, digits, a few signs and ranges of them: most sets are. It is read here, since to compile all
that a first note asks for takes longer than the rest of the screen."""


class Chars:
    """The characters that one atom of a pattern matches: a literal, an escape or a set."""

    __slots__ = ("_compiled", "_known", "icase", "plain", "source")

    def __init__(self, source: str, icase: bool) -> None:
        self.source = source
        self.icase = icase
        self.plain = _plain_set(source, icase)
        """What ASCII characters a simple set holds; ``None``: it is no such set."""
        self._known: dict[str, bool] = {}
        self._compiled: regex.Pattern[str] | None = None

    def __contains__(self, char: str) -> bool:
        known = self._known.get(char)
        if known is None:
            known = self._known[char] = self._matches(char)
        return known

    def _matches(self, char: str) -> bool:
        source = self.source
        if " " <= char <= "~":
            if self.plain is not None:
                return char in self.plain
            if len(source) == 1:
                return char == source or (self.icase and char.lower() == source.lower())
            test = _CLASSES.get(source)
            if test is not None and not self.icase:
                return test(char)
        return self.asked(char)

    def asked(self, text: str) -> bool:
        """Whether the atom, as ``regex`` reads it, matches the whole of a text."""
        if self._compiled is None:
            source = regex.escape(self.source) if len(self.source) == 1 else self.source
            self._compiled = regex.compile(source, regex.VERSION1 | (regex.IGNORECASE if self.icase else 0))
        return self._compiled.fullmatch(text) is not None


def _plain_set(source: str, icase: bool) -> frozenset[str] | None:
    if not _PLAIN_SET.fullmatch(source):
        return None
    held: set[str] = set()
    for part in _PLAIN.findall(source[1:-1]):
        if part[0] > part[-1]:
            return None  # not a range
        held.update(map(chr, range(ord(part[0]), ord(part[-1]) + 1)))
    if icase:
        held |= {char.swapcase() for char in held}
    return frozenset(held)


@lru_cache(maxsize=4096)
def chars(source: str, icase: bool) -> Chars:
    """The one :class:`Chars` of an atom, shared by all patterns that hold it.

    Raises:
        regex.error: the atom is broken.
    """
    return Chars(source, icase)


@dataclass(frozen=True, slots=True)
class Char:
    """One character."""

    chars: Chars


@dataclass(frozen=True, slots=True)
class Seq:
    """One after the other."""

    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Alt:
    """One of these."""

    branches: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Several times; ``high`` None: any number."""

    item: Shape
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Ahead:
    """``(?=…)``."""

    item: Shape


@dataclass(frozen=True, slots=True)
class Assertion:
    """Anything that consumes nothing. The character behind it is none of ``next``, the one before it none of ``last``.

    What else it asks for is left to the pattern itself.
    """

    next: tuple[Chars, ...] = ()
    last: tuple[Chars, ...] = ()


Shape = Char | Seq | Alt | Repeat | Ahead | Assertion
EMPTY = Seq(())
