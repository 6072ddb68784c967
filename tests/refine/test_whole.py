"""What is found of a word or a number reaches over all of it."""

from __future__ import annotations

from typing import Any

import pytest

from scrubber.known.table import SOURCE as KNOWN
from scrubber.refine.whole import Whole
from scrubber.text.document import Document
from scrubber.text.span import Span


def refined(text: str, *spans: Span) -> list[Span]:
    reading: Any = type("Reading", (), {"documents": [Document(text)]})
    return Whole().refine(reading, [list(spans)])[0]


def reached(text: str, found: str, type_: str, source: str = "") -> str:
    """What a span of this part of a text becomes."""
    at = text.index(found)
    (span,) = refined(text, Span(at, at + len(found), type_, source or f"crf-{type_}", 75))
    return text[span.start : span.end]


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("Dr. Halvors-\nrud saw", "Halvors", "Halvors-\nrud"),
        ("Dr. Halvors-\nrud saw", "Halvors-", "Halvors-\nrud"),
        ("> Ekwu- \r\n> eme saw", "Ekwu", "Ekwu- \r\n> eme"),
        ("Halvors-Rud\nsaw", "Halvors-Rud", "Halvors-Rud"),
        ("Halvors -\nwill call", "Halvors", "Halvors"),
        ("Halvors-\nRud saw", "Halvors", "Halvors"),
        ("Halvors-\n", "Halvors", "Halvors"),
    ],
)
def test_a_name_over_a_line_end(text: str, found: str, whole: str) -> None:
    assert reached(text, found, "DOCTOR") == whole
    assert reached(text, found, "DOCTOR", KNOWN) == whole


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("kit 218.8604.00, read", "218.8604", "218.8604.00"),
        ("#403.4912.50.", "4912", "403.4912.50"),
        ("ord YZW163VH36|next", "YZW163", "YZW163VH36"),
        ("uid 2906a691-afb8-1ee9 SLM", "2906a691", "2906a691-afb8-1ee9"),
        ("uid 4de70a16-4fad-ea2e", "70a16-4fad-ea2", "4de70a16-4fad-ea2e"),
        ("MRN0441902 seen", "0441902", "0441902"),
        ("no. 0441902. 4 weeks", "0441902", "0441902"),
        ("MRN:774-01-22Visit02/20", "774-01-22", "774-01-22"),
        ("no. 0441902-seen", "0441902", "0441902"),
        ("exp_0441902_final", "0441902", "0441902"),
    ],
)
def test_an_identifier_without_blanks(text: str, found: str, whole: str) -> None:
    assert reached(text, found, "IDNUM") == whole
    assert reached(text, found, "IDNUM", KNOWN) == found


def test_numbers_and_what_does_not_count_stay_as_they_are() -> None:
    text = "Halvors-\nrud 12-\nxx"
    spans = [Span(0, 7, "DOCTOR", "crf-DOCTOR", 40), Span(13, 15, "IDNUM", "crf-IDNUM", 75)]
    assert refined(text, *spans) == spans
