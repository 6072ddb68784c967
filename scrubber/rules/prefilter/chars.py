"""The characters that one atom of a pattern matches."""

from __future__ import annotations

from functools import lru_cache

import regex

from scrubber.lazy_pattern import lazy_re

NO_CHARACTER = r"[\d--\d]"
"""Matches nothing: it stands for what is behind the end of a text."""
_PLAIN = frozenset(map(chr, range(ord(" "), ord("~") + 1))) | {"\t", "\n"}
"""ASCII letters, digits, signs and blanks: what simple atoms match of them is known without compiling anything, since
to compile all that a first note asks for takes longer than the rest of the prefilter."""
_CLASSES = {
    r"\d": frozenset(filter(str.isdecimal, _PLAIN)),
    r"\s": frozenset(filter(str.isspace, _PLAIN)),
    r"\w": frozenset(filter(str.isalnum, _PLAIN)) | {"_"},
    r"\p{L}": frozenset(filter(str.isalpha, _PLAIN)),
    r"\p{Lu}": frozenset(filter(str.isupper, _PLAIN)),
    r"\t": frozenset("\t"),
    r"\n": frozenset("\n"),
}
_PART = r"[A-Za-z0-9]-[A-Za-z0-9]|\\(?:[dswtn]|p\{Lu?\})|\\[^\w\s]|[^\\\[\]&|~^-]"
_PARTS = lazy_re(_PART)
_SET = lazy_re(rf"\[(\^?)(-?)((?:{_PART})+)(-?)\]")
"""A set of letters, digits, classes of them, signs and ranges: most sets are. Doubled signs may be operators."""


class Chars:
    """The characters that one atom of a pattern matches: a literal, an escape or a set."""

    __slots__ = ("_compiled", "_known", "icase", "plain", "source")

    def __init__(self, source: str, icase: bool) -> None:
        self.source = source
        self.icase = icase
        self.plain = _plain_set(source, icase)
        """Those of :data:`_PLAIN` that a simple set or class holds; ``None``: it is neither."""
        self._known: dict[str, bool] = {}
        self._compiled: regex.Pattern[str] | None = None

    def __contains__(self, char: str) -> bool:
        known = self._known.get(char)
        if known is None:
            known = self._known[char] = self._matches(char)
        return known

    def _matches(self, char: str) -> bool:
        source = self.source
        if char in _PLAIN:
            if self.plain is not None:
                return char in self.plain
            if len(source) == 1:
                return char == source or (self.icase and char.lower() == source.lower())
        return self.asked(char)

    def asked(self, text: str) -> bool:
        """Whether the atom, as ``regex`` reads it, matches the whole of a text."""
        if self._compiled is None:
            source = regex.escape(self.source) if len(self.source) == 1 else self.source
            self._compiled = regex.compile(source, regex.VERSION1 | (regex.IGNORECASE if self.icase else 0))
        return self._compiled.fullmatch(text) is not None


def _plain_set(source: str, icase: bool) -> frozenset[str] | None:
    found = _SET.fullmatch(f"[{source}]" if source in _CLASSES else source)
    if not found or (icase and not source.isascii()):  # "ſ" is an "s" then
        return None
    held = set(found[2] + found[4])  # a hyphen at either end is one
    for part in _PARTS.findall(found[3]):
        if part[0] == "\\":
            held |= _CLASSES.get(part, {part[1]})
        elif part[0] > part[-1]:
            return None  # not a range
        else:
            held.update(map(chr, range(ord(part[0]), ord(part[-1]) + 1)))
    if icase:
        held |= {char.swapcase() for char in held}
    return _PLAIN - held if found[1] else frozenset(held)


@lru_cache(maxsize=4096)
def chars(source: str, icase: bool) -> Chars:
    """The one :class:`Chars` of an atom, shared by all patterns that hold it.

    Raises:
        regex.error: the atom is broken.
    """
    return Chars(source, icase)
