"""Texts as they stand in a file, escapes and all, so that only what is masked changes and every other byte stays.

A :class:`Slice` is a stretch of the source together with the text that it means: ``Osei &amp; Sons``, ``a\\S\\b``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scrubber.formats.context import Mark


class Edit(NamedTuple):
    """A stretch of the source (code points) and what stands in its place, escaped."""

    start: int
    end: int
    text: str


class _Escape(NamedTuple):
    text_start: int
    text_end: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Slice:
    """Where a text stands in the source, and what it is."""

    start: int
    end: int
    text: str
    escapes: tuple[_Escape, ...] = ()

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Where the text's code points from ``start`` to before ``end`` stand in the source (``start < end``)."""
        return self._char(start)[0], self._char(end - 1)[1]

    def _char(self, index: int) -> tuple[int, int]:
        at = bisect_right(self.escapes, index, key=_text_start) - 1
        if at < 0:
            return self.start + index, self.start + index + 1
        escape = self.escapes[at]
        if index < escape.text_end:
            return escape.start, escape.end
        place = escape.end + index - escape.text_end
        return place, place + 1


def _text_start(escape: _Escape) -> int:
    return escape.text_start


def decoded(
    source: str, start: int, end: int, escapes: re.Pattern[str], expand: Callable[[re.Match[str]], str]
) -> Slice:
    """The slice of the source from ``start`` to ``end``; ``expand`` gives what an escape stands for."""
    pieces: list[str] = []
    found: list[_Escape] = []
    at, length = start, 0
    for match in escapes.finditer(source, start, end):
        pieces.append(source[at : match.start()])
        length += match.start() - at
        pieces.append(meant := expand(match))
        found.append(_Escape(length, length + len(meant), match.start(), match.end()))
        length += len(meant)
        at = match.end()
    pieces.append(source[at:end])
    return Slice(start, end, "".join(pieces), tuple(found))


def of_slice(slice_: Slice, marks: Iterable[Mark], escape: Callable[[str], str]) -> list[Edit]:
    """What the marks on a slice's text change in the source."""
    return [Edit(*slice_.source_range(mark.start, mark.end), escape(mark.text)) for mark in marks]


def edited(source: str, edits: Iterable[Edit]) -> str:
    """The source with its edits, in any order.

    Raises:
        ValueError: two of them overlap.
    """
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits):
        if edit.start < at:
            raise ValueError("edits overlap")
        pieces += (source[at : edit.start], edit.text)
        at = edit.end
    pieces.append(source[at:])
    return "".join(pieces)
