"""What is only likely is masked beside what is sure, and not in a text that holds nothing sure."""

from __future__ import annotations

from typing import Any

import pytest

from scrubber.refine.support import SURE, SURE_ALONE, UNSUPPORTED, Support
from scrubber.text.document import Document
from scrubber.text.span import Span

UNSURE = Span(0, 5, "PATIENT", "crf-PATIENT", SURE - 1)


def weights(*spans: Span, tokens: int = 40, text: str = "Noted on 3/1 by all") -> list[int]:
    """The weights of spans in a text of so many tokens, as support leaves them."""
    batch = type("Batch", (), {"tokens_of": lambda _, note: (0, tokens)})()
    reading: Any = type("Reading", (), {"batch": batch, "documents": [Document(text)]})
    (found,) = Support().refine(reading, [list(spans)])
    return [span.weight for span in found]


def test_what_is_unsure_does_not_count_by_itself() -> None:
    assert weights(UNSURE) == [UNSUPPORTED]


def test_without_the_chain_less_is_sure() -> None:
    assert weights(Span(0, 5, "PATIENT", "context-PATIENT", SURE_ALONE), UNSURE) == [SURE_ALONE, UNSURE.weight]


def test_a_short_text_says_little_either_way() -> None:
    assert weights(UNSURE, tokens=19) == [UNSURE.weight]


@pytest.mark.parametrize(
    "sure",
    [
        Span(9, 12, "DATE", "crf-DATE", SURE),
        Span(9, 12, "PHONE", "phone-us", 84),
        Span(9, 12, "IDNUM", "ours", 50),
        Span(9, 12, "CITY", "known", 90),
    ],
)
def test_what_is_sure_supports_the_rest(sure: Span) -> None:
    assert weights(UNSURE, sure) == [UNSURE.weight, sure.weight]


@pytest.mark.parametrize(
    "other",
    [Span(9, 12, "AGE", "crf-AGE", 75), Span(9, 12, "AGE", "age-years", 84), Span(9, 12, "DATE", "dates", 49)],
)
def test_what_is_anybodys_or_does_not_count_supports_nothing_and_stays(other: Span) -> None:
    assert weights(UNSURE, other) == [UNSUPPORTED, other.weight]


def test_a_year_alone_supports_nothing() -> None:
    year = Span(9, 13, "DATE", "crf-DATE", 75)
    assert weights(UNSURE, year, text="Noted as 2021 says") == [UNSUPPORTED, UNSUPPORTED]
    assert weights(UNSURE, year, text="Noted on 3/21 by all") == [UNSURE.weight, 75]
