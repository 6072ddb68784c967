"""The lines of ``cues.tsv``, from the weights that were learned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scrubber.detect.cues import POINTS, SOME
from scrubber.fitting import Weights


@dataclass(frozen=True)
class Least:
    """What a cue must come to, or it is left out."""

    times: int
    """So often it occurs."""
    points: int
    type_points: int


EVERY_CUE = Least(4, 3, 5)
TELLING_CUES = Least(6, 12, 25)
"""Of many notes: what this leaves out changes nothing that is found, and need not be loaded."""
MANY = 5_000
"""So many are many, copies and excerpts counted."""


def cue_lines(chances: Weights, by_type: Weights, types: Iterable[str], least: Least) -> list[str]:
    """The lines of ``cues.tsv``: the types, then every cue with its points and its points by type."""
    points: dict[str, float] = {}
    for (cue, label), weight in chances.items():
        points[cue] = points.get(cue, 0.0) + (weight if label == SOME else -weight)
    pairs: dict[str, list[str]] = {}
    for (cue, label), weight in by_type.items():
        if abs(weight * POINTS) >= least.type_points:
            pairs.setdefault(cue, []).append(f"{label}={round(weight * POINTS)}")
    lines = [f"# types: {' '.join(sorted(types))}"]
    for cue in sorted({*points, *pairs}):
        own = round(points.get(cue, 0.0) * POINTS)
        if abs(own) >= least.points or cue in pairs:
            lines.append("\t".join([cue, str(own), *sorted(pairs.get(cue, ()))]))
    return lines
