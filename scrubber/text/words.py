"""Words: what is known of a token by itself, worked out once and remembered.

Text is made of the same few thousand tokens again and again. Each gets one :class:`Form`, so that a document's tokens
become words in one pass at C speed, and what the lexicon and a token's shape say of it is never worked out twice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, Generic, TypeVar, cast

from scrubber.text.remembered import LONGEST, characters

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

MOST = 16_384
"""What a memo remembers at most, so that memory is bounded."""
WORDS = 2 * MOST
"""And one of words as they are written, of which a MB of notes has 40,000."""
_NOTHING: Final[Any] = object()
_SIGNS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~°±½–—•→")


class Memo(dict[Key, Value], Generic[Key, Value]):
    """A dictionary that works out what it does not hold. ``memo[key]`` runs no Python code for what it knows.

    When it is half full it sets all of that aside and begins anew; what is asked for again is taken back from there,
    and what was not until it is half full again is forgotten. So the words of every note outlive those of a single one.
    What is longer than any word is worked out each time.
    """

    def __init__(self, make: Callable[[Key], Value], most: int = MOST) -> None:
        super().__init__()
        self._make = make
        self._half = most // 2
        self._aside: dict[Key, Value] = {}

    def __missing__(self, key: Key) -> Value:
        kept = self._aside.pop(key, _NOTHING)  # in one step: threads share memos
        value = self._make(key) if kept is _NOTHING else cast(Value, kept)
        if characters(key) > LONGEST:
            return value
        if len(self) >= self._half:
            self._aside = dict(self)
            super().clear()
        self[key] = value
        return value

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self._aside.clear()


class Form:
    """What a token is by its letters alone."""

    __slots__ = ("low", "sort")

    def __init__(self, text: str) -> None:
        self.low = text.lower()
        self.sort = sort_of(text)
        """One character: see :func:`sort_of`."""


def sort_of(text: str) -> str:
    """What a token is, in one character.

    Letters only: 'U' in capitals, 'l' in lower case, 'x' mixed, '1' a single letter. A line end, a colon and a full
    stop are themselves, and everything else is ' '.
    """
    if text.isalpha():
        return "1" if len(text) == 1 else "U" if text.isupper() else "l" if text.islower() else "x"
    return text if text in ("\n", ":", ".") else " "


def sign(text: str) -> str:
    """A sign as a feature names it: itself if it is common, '¤' if not, '¶' for a line end."""
    return "¶" if text == "\n" else text if text in _SIGNS or (text.isdigit() and text.isascii()) else "¤"


def shape_of(text: str) -> str:
    """A token's shape: 'Aa', 'A', 'AA', 'a', 'aA', 'd4'; a sign is its own shape."""
    first = text[0]
    if first.isdecimal():
        return f"d{min(len(text), 9)}"
    if not first.isalpha():
        return sign(text)
    if text.islower():
        return "a" if len(text) > 1 else "a1"
    if len(text) == 1:
        return "A1"
    if text.isupper():
        return "AA" if len(text) > 3 else f"A{len(text)}"
    return "Aa" if first.isupper() and text[1:].islower() else "aA"


def number_class(text: str) -> str:
    """What a number could be in a calendar: day and month, day, year, or neither."""
    value = int(text) if len(text) < 12 else 10**12
    if len(text) <= 2:
        return "m" if 1 <= value <= 12 else "d" if 1 <= value <= 31 else "2"
    if len(text) == 4:
        if 1920 <= value <= 2035:
            return "y"
        return "t" if value < 2400 and value % 100 < 60 else "4"
    return str(min(len(text), 10))
