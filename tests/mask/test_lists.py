"""The lists that surrogates come from: sorted, without doubles, and in the groups that the code knows."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "lexicons" / "en_surrogates"
COLUMNS = {"given": 3, "surnames": 2, "city_regions": 2, "nationalities": 1}


@pytest.mark.parametrize("name", COLUMNS)
def test_form(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    lines = text.splitlines()
    assert unicodedata.is_normalized("NFC", text)
    assert lines == sorted(set(lines))
    assert {line.count("\t") + 1 for line in lines} == {COLUMNS[name]}
    names = [line.split("\t")[0] for line in lines]
    assert len(names) == len(set(names))


def test_no_name_is_a_full_name() -> None:
    for name in ("given", "surnames"):
        for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
            assert line.split("\t")[0].isalpha()


def test_sexes() -> None:
    lines = (FOLDER / "given.txt").read_text("utf-8").splitlines()
    assert {line.split("\t")[1] for line in lines} == {"f", "m", "any"}
