"""Detectors that other packages bring, by the entry point ``scrubber.detectors``.

An installed one runs only where the configuration names it (``[types.CITY] detectors = ["rules", "crf", "ours"]``).
"""

from __future__ import annotations

from collections.abc import Iterable

from scrubber.errors import UsageError
from scrubber.nearest import nearest
from scrubber.stages import NEURAL, SHIPPED, Detector

GROUP = "scrubber.detectors"


def plugged_in(wanted: Iterable[str]) -> list[Detector]:
    """Those of the wanted detectors that are not scrub's own.

    Raises:
        UsageError: no package has one of them, or it does not load.
    """
    names = sorted(set(wanted).difference(SHIPPED, {NEURAL}))
    if not names:
        return []
    from importlib.metadata import entry_points

    points = {point.name: point for point in entry_points(group=GROUP)}
    made = []
    for name in names:
        if name not in points:
            raise UsageError(f"no detector '{name}'{nearest(name, [*sorted(SHIPPED), NEURAL, *points])}")
        try:
            made.append(points[name].load()())
        except Exception as error:  # whatever a stranger's code does
            raise UsageError(f"detector '{name}' does not load: {type(error).__name__}") from error
    return made
