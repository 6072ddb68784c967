"""Columns of a text that blanks keep in line: what is replaced is padded, or takes of the blanks behind it."""

from __future__ import annotations

from collections.abc import Sequence

from scrubber.lazy_pattern import lazy_re
from scrubber.text.span import Span

_GAP = lazy_re(r" {2,}(?=\S)| +(?=[|│])")
"""The blanks before the next column."""


def aligned(text: str, spans: Sequence[Span], made: Sequence[str]) -> tuple[list[Span], list[str]]:
    """Spans with the blanks behind them that part two columns, and what stands there so that the next column stays.

    What is too long for its column leaves one blank, and the line's next gaps give back what it took.
    """
    wide: list[Span] = []
    padded: list[str] = []
    at = ahead = 0
    for span, new in zip(spans, made, strict=True):
        if "\n" in text[at : span.start]:
            ahead = 0
        at = span.end
        ahead += len(new) - (span.end - span.start)
        if gap := _GAP.match(text, span.end):
            blanks = max(1, len(gap[0]) - ahead)
            ahead += blanks - len(gap[0])
            span, new, at = span.at(span.start, gap.end()), new + " " * blanks, gap.end()
        wide.append(span)
        padded.append(new)
    return wide, padded
