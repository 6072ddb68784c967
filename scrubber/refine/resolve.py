"""Resolve: out of overlapping spans, the ones that stand. One total order decides, and nothing found is lost.

| order | what counts | the winner |
|---|---|---|
| 1 | weight | the heavier |
| 2 | priority of the type (``patterns/types.toml``) | the higher |
| 3 | length | the longer |
| 4 | start, then rule id | the earlier |

What of a loser lies outside every winner stays a span of its own, so that a short sure span inside a long doubtful one
cannot uncover the rest of it.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence

from scrubber.budget import watched
from scrubber.policy import PhiType
from scrubber.text.span import Span

_BLANKS = " \t\n\r\x0b\x0c\x85\xa0"
_BEFORE, _BEHIND = f".,;{_BLANKS}", f",;{_BLANKS}"
"""What begins and ends no entity: a full stop may be an abbreviation's, a colon that of an address (``fe80::``)."""
_DIGITS = {"PHONE": 4, "FAX": 4, "AGE": 1}
"""By type of numbers, so many digits of one that it is not said in words."""


def resolve(text: str, spans: Iterable[Span], types: Mapping[str, PhiType]) -> list[Span]:
    """The spans that stand: sorted by start, without overlaps."""
    standing: list[Span] = []
    together: list[Span] = []
    reach = 0
    for span in watched(sorted(spans)):
        if span.start < reach:
            together.append(span)
            reach = max(reach, span.end)
        else:
            standing += _winners(text, together, reach, types)
            together, reach = [span], span.end
    return [*standing, *_winners(text, together, reach, types)]


def _winners(text: str, spans: Sequence[Span], reach: int, types: Mapping[str, PhiType]) -> Sequence[Span]:
    """The same of spans, sorted, that each overlap another and together reach so far."""
    if not spans:
        return spans
    start = spans[0].start
    if len(spans) > 1:
        spans = sorted(spans, key=lambda s: (-s.weight, -types[s.type].priority, s.start - s.end, s.start, s.source))
    if (spans[0].start, spans[0].end) == (start, reach) and text[start].isalnum() and text[reach - 1].isalnum():
        return spans[:1]
    taken: list[tuple[int, int]] = []
    winners: list[Span] = []
    for span in spans:
        for start, end in _free(taken, span.start, span.end):
            start, end = _strip(text, start, end)
            if start < end and not _is_label(text, span, start, end):
                insort(taken, (start, end))
                winners.append(span.at(start, end))
    return sorted(winners)


def _is_label(text: str, span: Span, start: int, end: int) -> bool:
    """Whether a piece of a number that is written in digits has none of them ("ext.", the "th" of "45th")."""
    if span.type not in _DIGITS or any(map(str.isdigit, text[start:end])):
        return False
    return sum(map(str.isdigit, text[span.start : span.end])) >= _DIGITS[span.type]


def _free(taken: list[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """The stretches of start..end that nobody has taken."""
    at = bisect_left(taken, (start, start))
    if at and taken[at - 1][1] > start:
        at -= 1
    free = []
    while at < len(taken) and taken[at][0] < end:
        low, high = taken[at]
        if start < low:
            free.append((start, low))
        start = max(start, high)
        at += 1
    if start < end:
        free.append((start, end))
    return free


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without white space and signs of sentences at its ends; empty where it holds no letter or digit."""
    whole = text[start:end]
    if not any(map(str.isalnum, whole)):
        return start, start
    return start + len(whole) - len(whole.lstrip(_BEFORE)), end - len(whole) + len(whole.rstrip(_BEHIND))
