"""The characters that one atom of a pattern matches, out of an alphabet of those that notes are written in."""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

NO_CHARACTER = r"[^\s\S]"
"""Matches nothing: it stands for what is behind the end of a text."""
_CODES = (*range(0x180), *range(0x2000, 0x2070), *range(0x2190, 0x2270))
"""Of Latin letters, of dashes, quotes and blanks, and of arrows and signs of mathematics."""
ALPHABET = tuple(char for char in map(chr, _CODES) if len(char.casefold()) == 1)
"""Without characters that fold to several, which may match several atoms."""


class Chars:
    """The characters that one atom of a pattern matches: a literal, an escape or a set.

    Raises:
        regex.error: the atom is broken.
    """

    def __init__(self, source: str, icase: bool) -> None:
        self.source = source
        plain = regex.escape(source) if len(source) == 1 else source
        self._compiled = regex.compile(plain, regex.IGNORECASE if icase else 0)

    def __contains__(self, text: str) -> bool:
        return self._compiled.fullmatch(text) is not None

    @cached_property
    def held(self) -> NDArray[np.bool_]:
        """Whether it matches each character of the alphabet."""
        return np.array([char in self for char in ALPHABET])


@lru_cache(maxsize=4096)
def chars(source: str, icase: bool) -> Chars:
    """The one :class:`Chars` of an atom, shared by all patterns that hold it.

    Raises:
        regex.error: the atom is broken.
    """
    return Chars(source, icase)
