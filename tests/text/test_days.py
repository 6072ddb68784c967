"""Nearness of pairs of numbers to the full dates of their own note."""

from __future__ import annotations

import pytest

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.text.batch import Batch
from scrubber.text.days import nearness, steps
from scrubber.text.vocabulary import Vocabulary


def step_in_first(*texts: str) -> int:
    """The step of the first pair of the first text, read with the others."""
    batch = Batch.of(texts, Vocabulary(Lexicon()))
    codes = nearness(batch)[batch.note == 0]
    return int(steps(codes[codes > 0])[0])


@pytest.mark.parametrize("others", [("March\n", "1 again\n"), ("again March", "1"), ("1", "March")])
def test_a_month_takes_no_day_from_another_note(others: tuple[str, ...]) -> None:
    assert step_in_first("on 3/6 ", *others) == step_in_first("on 3/6 ")
    assert step_in_first("on 3/6, since March") == step_in_first("on 3/6, since March", "1 more")


def test_a_near_date_of_the_own_note_is_told() -> None:
    assert step_in_first("on 3/6, since March 4") == 1
