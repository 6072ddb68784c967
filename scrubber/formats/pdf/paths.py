"""Lines and boxes of a page, which are drawn again: straight, along its edges, longer than strokes of letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pdfminer.utils import apply_matrix_pt

Segment = tuple[float, float, float, float]
"""From x, y to x, y; points."""
_THIN = 3.0
_LONG = 20.0
"""Points: no stroke of a letter is so long, but in headlines."""
_CORNERS = 5


def segments(path: Sequence[Any], ctm: Any, *, outlined: bool) -> list[Segment]:
    """A path as the lines that it draws; none if it is no line and no box.

    Args:
        path: operators as pdfminer gives them. outlined: its sides are drawn, and not only what lies between them.
    """
    if len(path) > _CORNERS + 1 or any(step[0] not in "mlh" for step in path):
        return []
    points = [apply_matrix_pt(ctm, (step[1], step[2])) for step in path if step[0] != "h"]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if not points or max(max(xs) - min(xs), max(ys) - min(ys)) < _LONG:
        return []
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    if high - low <= _THIN:
        return [(left, (low + high) / 2, right, (low + high) / 2)]
    if right - left <= _THIN:
        return [((left + right) / 2, low, (left + right) / 2, high)]
    if not outlined or len(set(points)) != 4 or any(x not in (left, right) or y not in (low, high) for x, y in points):
        return []
    return [(left, low, right, low), (left, high, right, high), (left, low, left, high), (right, low, right, high)]
