"""Plots of an evaluation as SVG: recall by type, and what another least weight would give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

from scrubber.evaluate.token_measures import share

_WIDTH = 720
_LEFT, _RIGHT = 170, 110
_ROW = 22
_TOP = 48
_CURVE_HEIGHT = 320
_COLOURS = {"R_all": "#1b6ca8", "R_hipaa": "#2e8b57", "P": "#c2571a"}
_FULL, _PART = "#1b6ca8", "#c2571a"
_LOWEST = 0.5
"""Where the axis of shares begins in the curve."""


def recall_plot(recalls: Mapping[str, tuple[int, int]]) -> str:
    """A bar a type, of tokens that are masked among all of the type; those with the lowest recall first."""
    rows = sorted(recalls.items(), key=lambda item: (share(*item[1]), item[0]))
    wide = _WIDTH - _LEFT - _RIGHT

    def bars() -> Iterator[str]:
        for number, (type_, (hit, of)) in enumerate(rows):
            y = _TOP + number * _ROW
            value = share(hit, of)
            yield _words(_LEFT - 8, y + 14, type_, anchor="end")
            yield f'<rect x="{_LEFT}" y="{y + 3}" width="{wide}" height="14" fill="#eee"/>'
            colour = _FULL if hit == of else _PART
            yield f'<rect x="{_LEFT}" y="{y + 3}" width="{value * wide:.1f}" height="14" fill="{colour}"/>'
            yield _words(_LEFT + wide + 8, y + 14, f"{value:.3f} of {of}")

    return _image(_TOP + len(rows) * _ROW + 16, "Recall by type (tokens)", bars())


def weight_plot(figures: Mapping[int, Mapping[str, float]], current: int) -> str:
    """Recall and precision by the weight from which a span counts; the one in use is marked."""
    weights = sorted(figures)
    wide, bottom = _WIDTH - _LEFT - _RIGHT, _TOP + _CURVE_HEIGHT

    def x(weight: float) -> float:
        return _LEFT + wide * (weight - weights[0]) / max(1, weights[-1] - weights[0])

    def y(value: float) -> float:
        return bottom - _CURVE_HEIGHT * (max(value, _LOWEST) - _LOWEST) / (1 - _LOWEST)

    return _image(bottom + 44, "What --min-weight gives", _curves(figures, weights, current, x, y))


def _curves(
    figures: Mapping[int, Mapping[str, float]],
    weights: Sequence[int],
    current: int,
    x: Callable[[float], float],
    y: Callable[[float], float],
) -> Iterator[str]:
    bottom, right = y(_LOWEST), x(weights[-1])
    for tenth in range(5, 11):
        at = y(tenth / 10)
        yield f'<line x1="{_LEFT}" y1="{at:.1f}" x2="{right:.1f}" y2="{at:.1f}" stroke="#ddd"/>'
        yield _words(_LEFT - 8, at + 4, f"{tenth / 10:.1f}", anchor="end")
    for weight in weights:
        yield _words(x(weight), bottom + 18, str(weight), anchor="middle")
    now = x(current)
    yield f'<line x1="{now:.1f}" y1="{y(1):.1f}" x2="{now:.1f}" y2="{bottom:.1f}" stroke="#888" stroke-dasharray="4"/>'
    yield _words(now, bottom + 36, "in use", anchor="middle")
    labels = _apart([y(figures[weights[-1]][name]) for name in _COLOURS])
    for (name, colour), label in zip(_COLOURS.items(), labels, strict=True):
        points = " ".join(f"{x(w):.1f},{y(figures[w][name]):.1f}" for w in weights)
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield _words(right + 8, label + 4, name, colour=colour)


def _apart(places: Sequence[float]) -> list[float]:
    """Places of labels, moved down where they would lie on each other."""
    moved = list(places)
    order = sorted(range(len(places)), key=lambda at: places[at])
    for before, at in pairwise(order):
        moved[at] = max(moved[at], moved[before] + 16)
    return moved


def _words(x: float, y: float, text: str, *, anchor: str = "start", colour: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _image(height: int, title: str, parts: Iterator[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}" '
        f'font-family="sans-serif" font-size="13" role="img" aria-label="{escape(title)}">'
    )
    background = f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>'
    heading = f'<text x="{_LEFT}" y="26" font-size="16" fill="#222">{escape(title)}</text>'
    return "\n".join([head, background, heading, *parts, "</svg>"]) + "\n"
