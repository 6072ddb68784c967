"""The lists that surrogates come from: sorted, without doubles, and in the groups that the code knows."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "lexicons" / "en_surrogates"
COLUMNS = {
    "given": 4, "surnames": 3, "city_regions": 4, "regions": 5, "nicknames": 2, "kinds": 2, "nationalities": 1,
    "hospitals": 2,
}  # fmt: skip
BY_FREQUENCY = ("given", "surnames")
"""Lists whose most frequent names come first; the others are in the order of the alphabet."""


@pytest.mark.parametrize("name", COLUMNS)
def test_form(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    lines = text.splitlines()
    assert unicodedata.is_normalized("NFC", text)
    if name in BY_FREQUENCY:
        assert lines == sorted(lines, key=lambda line: (-int(line.split("\t")[-1]), line))
    else:
        assert lines == sorted(set(lines))
    assert {line.count("\t") + 1 for line in lines} == {COLUMNS[name]}
    names = [line.split("\t")[0] for line in lines]
    assert len(names) == len(set(names))


def test_no_name_is_a_full_name() -> None:
    for name in ("given", "surnames"):
        for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
            assert line.split("\t")[0].replace("'", "").isalpha()


def test_sexes() -> None:
    lines = (FOLDER / "given.txt").read_text("utf-8").splitlines()
    assert {line.split("\t")[1] for line in lines} == {"f", "m", "any"}


@pytest.mark.parametrize(
    ("name", "origin"),
    [
        ("Patel", "south_asian"),
        ("Singh", "south_asian"),
        ("Nguyen", "east_asian"),
        ("Garcia", "hispanic"),
        ("Lee", "english"),
    ],
)
def test_origins_are_those_of_most_bearers(name: str, origin: str) -> None:
    lines = (FOLDER / "surnames.txt").read_text("utf-8").splitlines()
    assert next(line.split("\t")[1] for line in lines if line.startswith(f"{name}\t")) == origin
