"""Sorted text finds what the dictionary that it was made of holds, and nothing else."""

from __future__ import annotations

import pytest

from scrubber.gazetteers.sorted_text import BLOCK, SortedText, checksum, sorted_text


@pytest.mark.parametrize("count", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK])
def test_keys_are_found_at_every_edge_of_a_block(count: int) -> None:
    table = {f"w{number:04}": number for number in range(count)}
    text = SortedText(sorted_text(table))
    assert bool(text) == bool(count) == text.any_beginning("w")
    assert list(text.keys()) == list(table)
    assert {key: text.find(key) for key in table} == {key: str(value) for key, value in table.items()}
    for strange in ("", "a", "w", "w0000 ", "w00001", "w0299x", "z", "w0063\t0", "\n", "\ud800", "\uffff"):
        assert text.find(strange) is None


@pytest.mark.parametrize("count", [1, BLOCK, 3 * BLOCK + 7])
def test_what_begins_alike_is_one_stretch(count: int) -> None:
    table = {f"{letter} {number:04}": number for letter in "acé" for number in range(count)} | {"a": 0, "b": 1}
    text = SortedText(sorted_text(table))
    for prefix in ("a", "a ", "c 00", "é ", "b"):
        expected = sorted(f"{key}\t{value}" for key, value in table.items() if key.startswith(prefix))
        assert text.beginning(prefix) == expected
    assert not any(text.beginning(prefix) for prefix in ("A", "aa", "b ", "z", "\uffff"))
    assert not SortedText().beginning("a")


def test_keys_of_any_letters() -> None:
    table = {"\ud800": 1, "é": 2, "e\u0301": 3, "😀": 4, "\uffff": 5, "a\x01b": 6, "a": 7}
    text = SortedText(sorted_text(table))
    assert {key: int(text.find(key) or 0) for key in table} == table
    assert text.beginning("a\x01") == ["a\x01b\t6"]


def test_a_checksum_tells_parts_apart() -> None:
    sums = [checksum(b"ab", b"c"), checksum(b"a", b"bc"), checksum(b"abc"), checksum(b"ab", b"d"), checksum()]
    assert len(set(sums)) == len(sums)
