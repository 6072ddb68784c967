"""A name that a hyphen breaks at the end of a line is one name."""

from __future__ import annotations

from typing import Any

import pytest

from scrubber.refine.broken import Broken
from scrubber.text.document import Document
from scrubber.text.span import Span


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
    at = text.index(found)
    reading: Any = type("Reading", (), {"documents": [Document(text)]})
    ((span,),) = Broken().refine(reading, [[Span(at, at + len(found), "DOCTOR", "crf-DOCTOR", 75)]])
    assert text[span.start : span.end] == whole


def test_numbers_and_what_does_not_count_stay_as_they_are() -> None:
    text = "Halvors-\nrud 12-\nxx"
    spans = [Span(0, 7, "DOCTOR", "crf-DOCTOR", 40), Span(13, 15, "IDNUM", "crf-IDNUM", 75)]
    reading: Any = type("Reading", (), {"documents": [Document(text)]})
    assert Broken().refine(reading, [spans]) == [spans]
