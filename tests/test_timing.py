"""The benchmark's table of stages."""

from __future__ import annotations

from benchmarks.timing import stages
from scrubber.pipeline import Scrubber


def test_every_stage_of_a_run_is_timed() -> None:
    scrubber = Scrubber(language="en")
    timed = stages(scrubber, ["Seen by Dr. Wexthorp in clinic today, 3/9/1950.\n"])
    refiners = {type(refiner).__name__.lower() for refiner in scrubber.pack.refiners}
    assert {"batch", "rules", "phrases", "columns", "CRF", "chain", "resolve", "mask", *refiners} <= timed.keys()
