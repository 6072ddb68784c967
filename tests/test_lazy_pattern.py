"""Lazy patterns are what they stand for, compiled once."""

from __future__ import annotations

import copy
import re

import pytest
import regex

from scrubber.lazy_pattern import lazy_re, lazy_regex


def test_they_do_what_the_pattern_does() -> None:
    word, letter, sign = lazy_re(r"[a-z]+", re.IGNORECASE), lazy_regex(r"\p{L}"), lazy_re(rb"\W")
    assert word.findall("Ab 1 c") == ["Ab", "c"]
    assert word.pattern == "[a-z]+"
    assert letter.sub("x", "é1") == "x1"
    assert sign.search(b"ab-c") is not None
    assert word.fullmatch("a") is not None
    assert word.fullmatch("1") is None


def test_they_are_compiled_when_they_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def watched(pattern: str, flags: int) -> re.Pattern[str]:
        compiled.append(pattern)
        return original(pattern, flags)

    original = re.compile
    monkeypatch.setattr(re, "compile", watched)
    word = lazy_re("[a-z]+")
    assert not compiled
    assert [bool(word.match(text)) for text in ("a", "b", "1")] == [True, True, False]
    assert word.search("1 a") is not None
    assert compiled == ["[a-z]+"]


def test_they_can_be_copied() -> None:
    assert copy.copy(lazy_re("[a-z]+")).match("a") is not None
    assert copy.deepcopy(lazy_regex("[a-z]+")).match("1") is None


def test_a_broken_one_says_so_when_it_is_used() -> None:
    for broken, error in ((lazy_re("("), re.error), (lazy_regex("("), regex.error)):
        with pytest.raises(error):
            broken.match("a")
