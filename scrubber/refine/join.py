"""Joining: parts of a place's name that a joining word connects become one span ("Health Center" of "Washington").

Two names of one type with nothing but a blank between them become one as well, unless the second is the first one
spelled, and so do two spans of a type with what the file says joins those ("Monday" the "12th").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path

import regex

from scrubber.budget import watched
from scrubber.errors import DataError
from scrubber.text.span import Span
from scrubber.toml_file import read_toml


class Joiner:
    """Joins neighbouring spans of names.

    Args:
        path: ``joining.toml``, with the words and the types that they join.
        words: words to use instead of the file's; none at all turns joining off.

    Raises:
        DataError: the file does not load.
    """

    def __init__(self, path: Path, words: Sequence[str] | None = None) -> None:
        try:
            data = read_toml(path)
            self.words = tuple(data["words"] if words is None else words)
            first, second, alike = data["first"], data["second"], data["alike"]
            self._apart = regex.compile(data.get("apart", "(?!)"))
            self._of_type = {type_: regex.compile(pattern) for type_, pattern in data.get("between", {}).items()}
        except KeyError as error:
            raise DataError(f"{path}: no {error}") from None
        except regex.error as error:
            raise DataError(f"{path}: between, apart: {error}") from None
        self._alike = frozenset(alike)
        self._joined = frozenset(product(first, second) if self.words else ())
        self._pairs = self._joined.union((type_, type_) for type_ in (*alike, *self._of_type))
        """The types of two spans that may be one: with such a word between them, or alike with a blank."""
        self._between = re.compile(rf"\s{{0,2}}(?:{_any_of(self.words)})\s{{0,2}}", re.IGNORECASE)
        ending = [word for word in (*self.words, *data.get("ending", ())) if word[0].isalpha()]
        self._trailing = re.compile(rf"\s(?:{_any_of(ending)})$", re.IGNORECASE)
        """A word that ends no name, and the first part does."""
        self._longest = max(map(len, self.words), default=0) + 6

    def join(self, text: str, spans: list[Span]) -> list[Span]:
        """The spans (sorted, without overlaps), connected ones as one of the first one's type."""
        joined: list[Span] = []
        for span in watched(spans):
            if joined and (joined[-1].type, span.type) in self._pairs and self._connected(text, joined[-1], span):
                last = joined[-1]
                joined[-1] = Span(last.start, span.end, last.type, last.source, min(last.weight, span.weight))
            else:
                joined.append(span)
        return joined

    def _connected(self, text: str, first: Span, second: Span) -> bool:
        gap = text[first.end : second.start]
        if gap == " " and first.type == second.type and first.type in self._alike:
            return self._apart.fullmatch(text, second.start, second.end) is None
        pattern = self._of_type.get(first.type) if first.type == second.type else None
        if pattern is not None and pattern.fullmatch(text, first.end, second.start) is not None:
            return True
        if (first.type, second.type) not in self._joined:
            return False
        if gap.isspace() and len(gap) <= 2 and self._trailing.search(text, first.start, first.end) is not None:
            return True
        if not gap or len(gap) > self._longest or self._between.fullmatch(gap) is None:
            return False
        # "Mercyof" is no joining word: letters are joined by a word with space on both sides.
        return not (gap.strip()[:1].isalpha() and (not gap[0].isspace() or not gap[-1].isspace()))


def _any_of(words: Iterable[str]) -> str:
    """A pattern of these words, with any space where they have some; of none, what never matches."""
    return "|".join(r"\s+".join(map(re.escape, word.split())) for word in words) or "(?!)"
