"""Rules that are written from examples find what has their shape, and hold none of the examples."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import regex

from scrubber.errors import UsageError
from scrubber.rules.induction import written
from scrubber.rules.loading import load_rules

VARTAN = ["SV-12AB345", "SV-98CD111", "SV77QR410"]
DIGITS = ["4471902", "4471177", "5002841"]


def rule(*numbers: str, behind: str = "") -> dict[str, object]:
    (found,) = tomllib.loads(written(numbers, id="ours", type="IDNUM", why='Of "ours".', behind=behind))["rule"]
    return dict(found)


@pytest.mark.parametrize(
    ("numbers", "behind", "hits", "misses", "keywords"),
    [
        (VARTAN, "", ["SV-77ZZ999"], ["SV-7ZZ999", "SV-77ZZ9991", "XV-77ZZ999"], ["sv"]),
        (["LH4", "lh55", "Lh666"], "", ["LH1", "lh123"], ["LH1234", "LH-1"], ["lh"]),
        (["AB-1234", "QX-9911", "RT1203"], "", ["ZZ-0000", "ZZ0000"], ["Z-0000", "zz-0000"], ["a#"]),
        (["12/A-7", "34/B-8", "562/C-9"], "", ["99/Q-1", "991/Q-1"], ["9/Q-1", "99/Q-12"], ["#2", "#3"]),
        (DIGITS, "chart", ["chart no. 1234567"], ["chart 123456", "1234567"], ["chart"]),
        (["A 1", "A 2", "A 3"], "unit no", ["Unit  No: A 9"], ["unit A 9"], ["unit"]),
    ],
)
def test_the_shape_is_what_is_found(
    tmp_path: Path, numbers: list[str], behind: str, hits: list[str], misses: list[str], keywords: list[str]
) -> None:
    text = written(numbers, id="ours", type="IDNUM", why="Ours.", behind=behind)
    (tmp_path / "r.toml").write_text(text)
    (loaded,) = load_rules([tmp_path])
    assert list(loaded.keywords) == keywords
    pattern = loaded.compiled
    given = [f"{behind} {number}".strip() for number in numbers]
    assert all(pattern.fullmatch(hit) for hit in [*hits, *given])
    assert not any(pattern.match(miss) for miss in misses)
    assert not any(number in text for number in numbers)


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        (["SV-1", "SV-2"], "give 3 different numbers"),
        (["SV-1", "SV-1", "SV-2 "], "give 3 different numbers"),
        (["SV-1", "SV-2", "SV-3X"], "of several shapes"),
        (["ABC", "DEF", "GHI"], "has no digit"),
        (["É1", "É2", "É3"], "not letters A to Z"),
        (["(1", "(2", "(3"], "not letters A to Z"),
        (["123", "456", "789"], "digits alone could be anything"),
        (["A 1B", "C 2D", "E 3F"], "begin with different letters"),
    ],
)
def test_numbers_that_give_no_rule(numbers: list[str], why: str) -> None:
    with pytest.raises(UsageError, match=why) as caught:
        rule(*numbers)
    assert not any(number in str(caught.value) for number in numbers)


def test_what_is_a_sign_of_patterns_stays_a_sign() -> None:
    found = rule("A.1", "A.2", "A.3")
    assert regex.fullmatch(str(found["pattern"]), "A.7")
    assert not regex.fullmatch(str(found["pattern"]), "A+7")
    assert found["why"] == 'Of "ours".'
