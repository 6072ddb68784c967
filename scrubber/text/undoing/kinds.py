"""One way to say how a disguise of text is undone: which stretches are read as what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

Change = tuple[int, int, str]
"""Start and end of a stretch, and what it is read as."""


class Undoing(NamedTuple):
    """One kind of disguise."""

    may_be_in: Callable[[str], bool]
    """Whether a text can hold it at all: quick, for most hold none."""
    changes: Callable[[str], Iterable[Change]]
    """What is to be read differently, in order and apart."""


def each(pattern: re.Pattern[str], shown: Callable[[re.Match[str]], str | None]) -> Callable[[str], Iterator[Change]]:
    """Every match, read as what is shown for it; ``None``: as it stands."""

    def changes(text: str) -> Iterator[Change]:
        for found in pattern.finditer(text):
            seen = shown(found)
            if seen is not None:
                yield found.start(), found.end(), seen

    return changes


def holds(*signs: str) -> Callable[[str], bool]:
    """Whether a text holds one of these."""
    return lambda text: any(sign in text for sign in signs)


def is_not_ascii(text: str) -> bool:
    """Whether a text holds more than ASCII has."""
    return not text.isascii()
