"""Hostile text costs linear work, a few times ordinary text's: counted in tries of patterns and steps."""

from __future__ import annotations

from functools import cache

import pytest

from scrubber.data import data_folder
from scrubber.gazetteers.lexicon import Lexicon
from scrubber.pipeline import Scrubber
from scrubber.rules.loading import load_rules
from scrubber.rules.matcher import Matcher
from scrubber.text.batch import Batch
from scrubber.text.vocabulary import Vocabulary

pytest.importorskip("benchmarks.hostile", reason="a source distribution has no benchmarks")
from benchmarks.hostile import GROWTH, ORDINARY, SIZES, UNITS, hostile, ordinary, repeated, steps_for

pytestmark = pytest.mark.fuzz
TRIES = 8
"""Tries for every character that no text may exceed: as many rules as can stand in question at one place."""


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    return Matcher(load_rules([data_folder("patterns") / "en"]))


@cache
def scrubber(language: str) -> Scrubber:
    return Scrubber("strict", language=language)


@pytest.mark.parametrize("name", UNITS)
def test_tries_grow_with_the_text_and_no_faster(matcher: Matcher, name: str) -> None:
    tries = [
        len(matcher.prefilter.tries(Batch.of([hostile(name, size)], Vocabulary(Lexicon()))).places)
        for size in (4_000, 8_000)
    ]
    assert tries[1] <= 2 * tries[0] + 50
    assert tries[1] <= TRIES * 8_000


@cache
def ordinary_steps(size: int) -> int:
    """The steps that ordinary text takes."""
    return steps_for(scrubber("en"), ordinary(size))


@pytest.mark.parametrize("name", UNITS)
@pytest.mark.parametrize("language", ["en", "es"])
def test_work_grows_with_the_text_and_no_faster(language: str, name: str) -> None:
    """Four times the text takes at most five times the steps, and not many times those of ordinary text."""
    small, large = (steps_for(scrubber(language), hostile(name, size)) for size in SIZES)
    assert large <= GROWTH * small
    assert large <= ORDINARY * ordinary_steps(SIZES[1])


@pytest.mark.parametrize("unit", ["rs\n", " 12/20", "jos. js\n", "AA02 ", "ex-drinker"])
def test_examples_of_rules_that_were_dear_are_so_no_more(unit: str) -> None:
    """Initials were judged anew at each mention, the check digits of an account from each word."""
    assert steps_for(scrubber("en"), repeated(unit, SIZES[1])) <= ORDINARY * ordinary_steps(SIZES[1])
