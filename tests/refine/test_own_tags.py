"""Scrubbing what is scrubbed: our own tags are no PHI, and hide none."""

from __future__ import annotations

import pytest

from scrubber.refine.own_tags import outside_tags, tags_in
from scrubber.text.span import Span


@pytest.mark.parametrize(
    "tag", ["[PATIENT-1]", "[DATE]", "[LOCATION-OTHER-12]", "[IDNUM:9f2c41d07ab3]", "[LOCATION-OTHER]"]
)
def test_our_tags_are_known(tag: str) -> None:
    assert tags_in(f"a {tag} b") == [(2, 2 + len(tag))]


@pytest.mark.parametrize(
    "text", ["[Osei-1]", "[OSEI-1]", "[OSEI]", "PATIENT-1", "[PATIENT-Osei]", "[DATE: 3/14]", "[[x]]"]
)
def test_other_brackets_are_not(text: str) -> None:
    assert tags_in(text) == []


def cut(text: str, covered: str) -> list[str]:
    start = text.index(covered)
    span = Span(start, start + len(covered), "PATIENT", "r", 80)
    return [text[s.start : s.end] for s in outside_tags(text, [span])]


@pytest.mark.parametrize(
    ("covered", "expected"),
    [
        ("PATIENT-1", []),
        ("[PATIENT-1]", []),
        ("1], Zeb", ["Zeb"]),
        ("Amara [PATIENT-1], Zeb", ["Amara", "Zeb"]),
        ("Amara", ["Amara"]),
        ("DATE] Zeb", ["Zeb"]),
    ],
)
def test_spans_are_cut_at_tags(covered: str, expected: list[str]) -> None:
    assert cut("Dr. Amara [PATIENT-1], Zeb on [DATE] Zeb", covered) == expected
