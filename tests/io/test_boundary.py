"""Where one note ends and the next begins."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from scrubber.errors import NoteError, UsageError
from scrubber.io import boundary
from scrubber.io.boundary import FORM_FEED, Boundary, Splitter, parse_boundary

RECORDS = "START 1\none\n\nSTART 2\ntwo\n"


def notes(text: str, rule: Boundary) -> list[str]:
    found: list[str] = []
    for part, fresh in Splitter(rule).split(text):
        if fresh:
            found.append(part)
        else:
            found[-1] += part
    assert "".join(found) == text
    return found


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("formfeed", "one\ntwo", ["one\ntwo"]),
        ("formfeed", "one\f\f\ntwo\f", ["one\f", "\f", "\ntwo\f"]),
        ("2", "one\n\ntwo\n\n\nthree\n \n\t\n\nfour", ["one\n\ntwo\n\n\n", "three\n \n\t\n\n", "four"]),
        ("1", "one\r\n\r\ntwo\r\r\rthree", ["one\r\n\r\n", "two\r\r\r", "three"]),
        ("regex:^START", RECORDS, ["START 1\none\n\n", "START 2\ntwo\n"]),
        ("regex:START", "an odd head\nno START\nx", ["an odd head\n", "no START\nx"]),
        ("jsonl", '{"a": 1}\n{"b": 2}\n', ['{"a": 1}\n', '{"b": 2}\n']),
    ],
)
def test_boundaries(rule: str, text: str, expected: list[str]) -> None:
    assert notes(text, parse_boundary(rule)) == expected


def test_a_boundary_at_the_end_of_a_piece_begins_the_next_one() -> None:
    splitter = Splitter(FORM_FEED)
    assert list(splitter.split("one\f")) == [("one\f", True)]
    assert list(splitter.split("two ")) == [("two ", True)]
    assert list(splitter.split("and more")) == [("and more", False)]


def test_an_endless_note_is_forgotten_in_the_end() -> None:
    with patch.object(boundary, "NOTE_LIMIT", 10):
        splitter = Splitter(FORM_FEED)
        fresh = [flag for _ in range(6) for _, flag in splitter.split("line\n")]
    assert fresh == [True, False, False, True, False, False]


@pytest.mark.parametrize("value", ["", "0", "-1", "regex:", "regex:(", "csv", "²"])
def test_no_boundary(value: str) -> None:
    with pytest.raises(UsageError):
        parse_boundary(value)


@pytest.mark.fuzz
def test_a_regex_that_never_ends_stops_the_note() -> None:
    with patch.object(boundary, "_REGEX_SECONDS", 0.1), pytest.raises(NoteError):
        list(parse_boundary(r"regex:^(a|aa)+(a|aa)+(a|aa)+$").starts("a" * 5000 + "b"))
