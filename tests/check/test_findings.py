"""Lines and columns of findings, whatever the newlines and however the file was cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubber.check.findings import Places, line_around
from scrubber.text.span import Span


def expected(text: str, at: int) -> tuple[int, int]:
    before = text[:at].replace("\r\n", "\n\0").replace("\r", "\n")
    lines = before.split("\n")
    return len(lines), len(lines[-1].replace("\0", "")) + 1


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_places_follow_every_kind_of_newline(newline: str) -> None:
    text = newline.join(["Zeb", "", "é Zeb", "x"])
    places = Places()
    places.enter(text, 0)
    assert places.place(0) == (1, 1)
    assert places.place(text.rindex("Zeb")) == (3, 3)
    assert places.place(len(text) - 1) == (4, 1)


@given(st.lists(st.text("ab\u00e9\n", max_size=8), min_size=1, max_size=6), st.data())
def test_places_do_not_depend_on_the_cut(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    places, offset = Places(), 0
    for piece in pieces:
        places.enter(piece, offset)
        if piece:
            at = data.draw(st.integers(0, len(piece) - 1))
            assert places.place(at) == expected(text, offset + at)
        offset += len(piece)


def test_a_finding_over_two_lines() -> None:
    places = Places()
    places.enter("skip\n", 0)
    places.enter("a Zeb\nEde b", 5)
    finding = places.finding("f", Span(2, 9, "PATIENT", "r", 90), "a Zeb\nEde b")
    assert (finding.line, finding.column, finding.end_line, finding.end_column) == (2, 3, 3, 4)
    assert (finding.start, finding.end, finding.text) == (7, 14, "Zeb\nEde")


def test_a_finding_shows_no_text_of_its_own_accord() -> None:
    places = Places()
    places.enter("Zeb", 0)
    assert "Zeb" not in repr(places.finding("f", Span(0, 3, "PATIENT", "r", 90), "Zeb"))


def test_line_around() -> None:
    text = "one\r\ntwo Zeb three\nfour"
    assert line_around(text, 9, 12) == "two Zeb three"
    assert line_around(text, 0, 3) == "one"
    assert line_around(text, len(text) - 1, len(text)) == "four"
