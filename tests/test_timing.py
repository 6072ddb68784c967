"""The clock of the stages finds them all: a stage that is renamed would be counted as the rest, or not at all."""

from __future__ import annotations

from benchmarks.timing import stages
from scrubber.pipeline import Scrubber


def test_every_stage_is_timed() -> None:
    pack = (scrubber := Scrubber()).pack
    took = stages(scrubber, ["Seen by Dr. Amara Osei on 3/14/2021.", "MRN: 4471902"])
    refiners = {type(refiner).__name__.lower() for refiner in pack.refiners}
    assert took.keys() >= refiners | {"batch", "prefilter", "rules", "phrases", "CRF: sums", "CRF: chain", "mask"}
