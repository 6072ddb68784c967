"""Paragraphs that were wrapped at a fixed width: which line ends are only blanks.

A mail program or a dictation system breaks a line where the next word would not fit. Such an end parts names, dates and
labels from what they belong to, and says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scrubber.lazy_pattern import lazy_re

_NARROWEST, _WIDEST = 45, 120
"""Widths, in characters, at which text is wrapped."""
_FULL = 0.7
"""Share of its paragraph's width that a line has at least which was broken."""
_LEAST = 4
"""Broken lines of a text that is taken for wrapped."""
_GOES_ON = lazy_re(r"[^\s>|*•#\[(-]")
"""What the line behind begins with: no indent, no mark of a list."""
_ENDS_ITSELF = lazy_re(r"[:;.!?]\s*$|\S(?:\s{3,}|\t|\|)\s*\S")
"""A line that ends where it should: a heading, a sentence's end, or a row of a table."""


def unwrapped(text: str) -> str:
    """The text with a blank for each line end at which a paragraph was wrapped; of the same length."""
    lines = text.split("\n")
    broken = set(_broken(lines)) if max(map(len, lines)) >= _NARROWEST else set()
    if len(broken) < _LEAST:
        return text
    return "".join([f"{line}{' ' if number in broken else chr(10)}" for number, line in enumerate(lines)])[:-1]


def _broken(lines: Sequence[str]) -> Iterator[int]:
    """The numbers of the lines that go on in the next one."""
    widths = [len(line.rstrip()) for line in lines]
    for filled, paragraph in groupby(range(len(lines)), key=[*map(bool, widths)].__getitem__):
        numbers = list(paragraph)
        width = max(widths[numbers[0] : numbers[-1] + 1])
        if filled and _NARROWEST <= width <= _WIDEST:
            yield from (number for number in numbers[:-1] if _goes_on(lines[number], lines[number + 1], width))


def _goes_on(line: str, behind: str, width: int) -> bool:
    """Whether a line was broken because the next word did not fit."""
    size = len(line.rstrip())
    fits = size + 1 + len(behind.split(None, 1)[0]) <= width
    return not fits and size >= _FULL * width and bool(_GOES_ON.match(behind)) and not _ENDS_ITSELF.search(line)
