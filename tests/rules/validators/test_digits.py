"""Digits that are no decimal ones ("³", "①") are text like other text: no number is made of them."""

from __future__ import annotations

import pytest

from scrubber.pipeline import Scrubber


@pytest.fixture(scope="module")
def scrubber() -> Scrubber:
    return Scrubber(crf=False)


@pytest.mark.parametrize(
    "text",
    [
        "age 18³ m",
        "ext ¹²⁰⁰",
        "lot ²⁰²¹",
        "Tel ¹²³⁴",
        "MRN: ¹²³⁴⁵⁶⁷",
        "SSN ¹²³-⁴⁵-⁶⁷⁸⁹",
        "1Z¹²³⁴⁵⁶⁷⁸⁹",
        "aged ①②",
        "acct ²⁰²¹²¹²¹",
    ],
)
def test_they_stop_no_note(scrubber: Scrubber, text: str) -> None:
    assert scrubber.scrub(f"{text}\n").endswith("\n")
