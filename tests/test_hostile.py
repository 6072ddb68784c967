"""Hostile text costs linear time: counted in tries of patterns, and, generously, by the clock."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from scrubber.data import data_folder
from scrubber.gazetteers.lexicon import Lexicon
from scrubber.pipeline import Scrubber
from scrubber.rules.matcher import Matcher
from scrubber.rules.rule import load_rules
from scrubber.text.batch import Batch
from scrubber.text.vocabulary import Vocabulary

pytest.importorskip("benchmarks.hostile", reason="a source distribution has no benchmarks")
from benchmarks.hostile import HOSTILE, hostile

pytestmark = pytest.mark.fuzz
NOTES = sorted((Path(__file__).parents[1] / "examples" / "notes").glob("*.txt"))
TRIES = 8
"""Tries for every character that no text may exceed: as many rules as can stand in question at one place."""


@pytest.fixture(scope="module")
def detector() -> Matcher:
    return Matcher(load_rules([data_folder("patterns") / "en"]))


@pytest.fixture(scope="module")
def scrubber() -> Scrubber:
    return Scrubber(crf=False)


def cost(scrubber: Scrubber, text: str) -> float:
    """Seconds of processor time, the best of three: what other processes do does not count."""
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        scrubber.scrub(text)
        best = min(best, time.process_time() - started)
    return best


@pytest.mark.parametrize("name", HOSTILE)
def test_tries_grow_with_the_text_and_no_faster(detector: Matcher, name: str) -> None:
    tries = [
        len(detector.prefilter.tries(Batch.of([hostile(name, size)], Vocabulary(Lexicon()))).places)
        for size in (4000, 8000)
    ]
    assert tries[1] <= 2 * tries[0] + 50
    assert tries[1] <= TRIES * 8000


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_text_and_no_faster(scrubber: Scrubber, name: str) -> None:
    small, large = hostile(name, 5_000), hostile(name, 40_000)
    scrubber.scrub(small)
    # eight times the text: quadratic time would be sixty-four times as much
    assert cost(scrubber, large) < 30 * cost(scrubber, small) + 0.1


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_a_few_times_that_of_ordinary_text(scrubber: Scrubber, name: str) -> None:
    notes = [path.read_text("utf-8") for path in NOTES]
    ordinary = "\n".join(notes * (20_000 // sum(map(len, notes)) + 1))[:20_000]
    scrubber.scrub(ordinary)
    assert cost(scrubber, hostile(name, 20_000)) < 25 * cost(scrubber, ordinary)
