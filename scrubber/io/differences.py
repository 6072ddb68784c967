"""What turns a file back into the one that it was made of: the bytes that stood where the two differ."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO

Edit = tuple[int, int, bytes]
"""Start and end in the new file's bytes, and what stood there in the old one."""
_WINDOW = 64
"""Lines of either file among which two equal ones are looked for, once they differ."""
_LONGEST = 65_536
"""Bytes of a line at most; longer ones count as several."""


def differences(old: BinaryIO, new: BinaryIO) -> Iterator[Edit]:
    """What stood in ``old`` where ``new`` differs, in the order of ``new``; both are at their start.

    Compared by lines, where these differ by what is between their first and their last difference. Whatever the two
    hold, the edits turn ``new`` back; they are few where the lines of one are, mostly, those of the other.
    """
    old_lines, new_lines = _lines(old), _lines(new)
    before: list[str] = []
    after: list[str] = []
    at = 0
    while True:
        before += islice(old_lines, _WINDOW - len(before))
        after += islice(new_lines, _WINDOW - len(after))
        if not before and not after:
            return
        same = _alike(before, after)
        at += sum(map(len, after[:same]))
        del before[:same], after[:same]
        gone, come = _until_equal(before, after)
        for was, now in _pairs(before[:gone], after[:come]):
            if was != now:
                yield _edit(was, now, at)
            at += len(now)
        del before[:gone], after[:come]


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many members of the two are equal before any differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))


def _pairs(before: Sequence[str], after: Sequence[str]) -> Sequence[tuple[str, str]]:
    """Each line with what it became, where there are as many as before; else all with all."""
    if len(before) == len(after):
        return list(zip(before, after, strict=True))
    return [("".join(before), "".join(after))]


def _until_equal(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """How many lines of each stand before the first that both have: all where they have none."""
    places = {line: number for number, line in reversed(list(enumerate(before)))}
    met = ((places[line], number) for number, line in enumerate(after) if line in places)
    return min(met, key=sum, default=(len(before), len(after)))


def _edit(was: str, now: str, at: int) -> Edit:
    start = _alike(was, now)
    tail = _alike(was[start:][::-1], now[start:][::-1])
    return at + start, at + len(now) - tail, was[start : len(was) - tail].encode("latin-1")


def _lines(file: BinaryIO) -> Iterator[str]:
    """The lines of a file, each byte a character, with their ends: line feed, carriage return or both."""
    text = io.TextIOWrapper(file, "latin-1", newline="")
    try:
        yield from iter(lambda: text.readline(_LONGEST), "")
    finally:
        text.detach()
