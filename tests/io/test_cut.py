"""Pieces: the same wherever the bytes happened to be split on their way, bounded, and cut where it does no harm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrubber.errors import NoteError
from scrubber.io import cut
from scrubber.io.cut import PIECE, Cutter, RecordCutter

BYTES = st.lists(
    st.sampled_from([b"a", b"bc ", b"\n", b"\n\n", b"\r\n", b"\r", b" ", "é".encode(), b"Wide", b"\t"])
).map(b"".join)


@contextmanager
def small_pieces() -> Iterator[None]:
    with patch.multiple(cut, PIECE=32, _QUIET_WINDOW=16):
        yield


def pieces(data: bytes, portion: int, cutter: Cutter | None = None) -> list[bytes]:
    cutter = cutter or Cutter()
    found = [piece for i in range(0, len(data), portion) for piece in cutter.feed(data[i : i + portion])]
    return [*found, cutter.rest()]


@given(BYTES, st.integers(1, 100), st.integers(1, 100))
@example(b"a" * 31 + b"\n" + b"\nb" * 9, 1, 16)
@example(b"a" * 30 + b"\n\n\n\n" + b"b" * 9, 1, 16)
@example(b"a" * 30 + b"\n \n  \nb", 1, 5)
def test_pieces_do_not_depend_on_how_bytes_arrive(data: bytes, portion: int, other: int) -> None:
    with small_pieces():
        found = pieces(data, portion)
        assert b"".join(found) == data
        assert found == pieces(data, other)
        assert all(len(piece) <= 32 for piece in found)
        for piece in found:
            piece.decode()  # no character is cut in two


def test_a_short_input_is_one_piece() -> None:
    data = b"one\n\ntwo\n\n" * 100
    assert pieces(data, 7) == [data]


def test_a_long_input_is_cut_at_paragraph_ends() -> None:
    paragraph = b"x" * 70 + b"\n" + b"y" * 70 + b"\r\n\r\n"
    found = pieces(paragraph * 10_000, 65_536)
    assert len(found) > 3
    assert all(piece.endswith(b"\r\n\r\n") for piece in found)
    assert all(len(piece) <= PIECE for piece in found)


def test_without_paragraphs_it_is_cut_at_line_ends() -> None:
    found = pieces(b"a log line without end\n" * 100_000, 65_536)
    assert all(piece.endswith(b"end\n") and len(piece) <= PIECE for piece in found)


def test_a_long_line_is_cut_between_words_in_lower_case() -> None:
    data = b"seen by Dr. Jane Roe and well " * 100_000
    found = pieces(data, 65_536)
    assert b"".join(found) == data
    assert {piece.rsplit(maxsplit=1)[-1] for piece in found[:-1]} <= {b"seen", b"well", b"and"}


def test_a_line_without_blanks_is_cut_all_the_same() -> None:
    found = pieces("é".encode() * 2_000_000, 65_536)
    assert max(map(len, found)) <= PIECE
    assert all(piece.decode() for piece in found if piece)


def test_a_pause_gives_the_complete_lines() -> None:
    cutter = Cutter()
    assert list(cutter.feed(b"one\ntw")) == []
    assert cutter.lines() == b"one\n"
    assert cutter.lines() == b""
    assert list(cutter.feed(b"o\n")) == []
    assert cutter.rest() == b"two\n"


def test_records_are_never_cut() -> None:
    data = b"x" * (3 * PIECE) + b"\n" + b"y\n"
    found = pieces(data, 65_536, RecordCutter())
    assert b"".join(found) == data
    assert all(piece.endswith(b"\n") for piece in found if piece)


def test_a_record_without_end_is_an_error() -> None:
    with patch.object(cut, "RECORD_LIMIT", 2 * PIECE), pytest.raises(NoteError):
        pieces(b"x" * (4 * PIECE), 65_536, RecordCutter())


@pytest.mark.fuzz
@pytest.mark.parametrize("unit", [b"\n", b"\r", b"\r\n", b" ", b"\n ", b"ab ", b"A", b"\n\t\r"])
def test_what_is_cut_is_searched_once(unit: bytes) -> None:
    """In time that grows with the square of the input this would not end within the limit of a test."""
    data = unit * (64 * PIECE // len(unit))
    assert sum(map(len, pieces(data, 65_536))) == len(data)
