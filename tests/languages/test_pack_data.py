"""What is particular to a language: read with defaults, and refused where it says something unknown."""

from __future__ import annotations

from pathlib import Path

import pytest
import regex

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.languages.settings import PackData, read_pack_data


def written(folder: Path, text: str) -> Path:
    path = folder / "pack.toml"
    path.write_text(text)
    return path


def test_without_a_file_there_are_defaults(tmp_path: Path) -> None:
    assert read_pack_data(tmp_path / "pack.toml") == PackData()


def test_everything(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'name = "Neverlandish"\ntypes = ["SEX"]\nby-heart = true\ntrim = { FAX = "^x" }\n'
        '[told-apart.CITY]\nZIP = "digits"\n',
    )
    assert read_pack_data(path) == PackData(
        "Neverlandish",
        frozenset({"SEX"}),
        by_heart=True,
        told_apart={"CITY": {"ZIP": "digits"}},
        trim={"FAX": regex.compile("^x")},
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nam = 1", "unknown key 'nam'"),
        ('types = ["NONE"]', "no type 'NONE'"),
        ('[told-apart.CITY]\nTOWN = "digits"', "no type 'TOWN'"),
        ('trim = { FAX = "(" }', "trim"),
        ('trim = { FAX = "(?P<TOWN>x)$" }', "no type 'TOWN'"),
        ("types = [", "pack.toml"),
    ],
)
def test_what_it_cannot_say(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        read_pack_data(written(tmp_path, text))


@pytest.mark.parametrize("path", sorted(data_folder("patterns").glob("*/pack.toml")), ids=lambda p: p.parent.name)
def test_the_shipped_ones_load(path: Path) -> None:
    assert read_pack_data(path).name
