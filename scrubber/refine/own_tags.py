"""What scrub itself has put into a text stays as it is: ``[PATIENT-1]``, ``[DATE]``, ``[IDNUM:9f2c41d07ab3]``."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from scrubber.lazy_pattern import lazy_re
from scrubber.policy import phi_types
from scrubber.text.span import Span

_TAG = lazy_re(r"\[([A-Z]+(?:[-_][A-Z]+)*)(?:-\d+|:[0-9a-f]{4,64})?\]")


def own_tags(text: str) -> list[tuple[int, int, str]]:
    """Where our tags stand, brackets included, and the type of each."""
    if "[" not in text:
        return []
    return [(found.start(), found.end(), found[1]) for found in _TAG.finditer(text) if found[1] in phi_types()]


def tags_in(text: str) -> list[tuple[int, int]]:
    """Where our tags stand, brackets included."""
    return [(start, end) for start, end, _ in own_tags(text)]


def outside_tags(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The spans without what they cover of our tags; of one that runs over a tag, the pieces around it."""
    tags = tags_in(text)
    if not tags:
        yield from spans
        return
    for span in spans:
        yield from around(text, span, tags)


def around(text: str, span: Span, stretches: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """The span; where it covers something of these stretches, which are in order and apart, its pieces around them."""
    first = max(0, bisect_left(stretches, (span.start + 1,)) - 1)
    covered = [s for s in stretches[first : bisect_left(stretches, (span.end,))] if s[1] > span.start]
    if not covered:
        yield span
        return
    starts, ends = (span.start, *(end for _, end in covered)), (*(start for start, _ in covered), span.end)
    for start, end in map(alphanumeric, repeat(text), starts, ends):
        if start < end:
            yield span.at(start, end)


def alphanumeric(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch from its first letter or digit to its last; empty where it holds none."""
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return start, end
