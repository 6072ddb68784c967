"""What is particular to a language: read with defaults, and refused where it says something unknown."""

from __future__ import annotations

from pathlib import Path

import pytest
import regex

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.pack_data import PackData, SequenceData, read_pack_data


def written(folder: Path, text: str) -> Path:
    path = folder / "pack.toml"
    path.write_text(text)
    return path


def test_without_a_file_there_are_defaults(tmp_path: Path) -> None:
    assert read_pack_data(tmp_path / "pack.toml") == PackData()


def test_everything(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'name = "Neverlandish"\ntypes = ["SEX"]\n[sequence]\nthreshold = 0.4\nveto = 0.1\nrepeat-types = ["PATIENT"]\n'
        'rules-first = ["EMAIL"]\nneighbours = ["CITY"]\nviews = [[], ["rules"]]\n'
        'trim = { FAX = "^x" }\nlisted = { CITY = 0.2 }\n[told-apart.CITY]\nZIP = "digits"\n'
        '[labels]\nAT = ["CITY"]\n',
    )
    how = SequenceData(
        threshold=0.4,
        veto=0.1,
        repeat_types=frozenset({"PATIENT"}),
        rules_first=frozenset({"EMAIL"}),
        trim={"FAX": regex.compile("^x")},
        neighbours=frozenset({"CITY"}),
        views=(frozenset(), frozenset({"rules"})),
        listed={"CITY": 0.2},
    )
    expected = PackData(
        "Neverlandish",
        frozenset({"SEX"}),
        sequence=how,
        told_apart={"CITY": {"ZIP": "digits"}},
        labels={"AT": ("CITY",)},
    )
    assert read_pack_data(path) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nam = 1", "unknown key 'nam'"),
        ('types = ["NONE"]', "no type 'NONE'"),
        ("[sequence]\nthreshhold = 1", "unknown key 'threshhold'"),
        ('[sequence]\nrepeat-types = ["X"]', "no type 'X'"),
        ('[told-apart.CITY]\nTOWN = "digits"', "no type 'TOWN'"),
        ('[sequence]\nviews = [["rule"]]', "unknown key 'rule'"),
        ('[sequence]\ntrim = { FAX = "(" }', "trim"),
        ('[sequence]\ntrim = { FAX = "(?P<TOWN>x)$" }', "trim: no type 'TOWN'"),
        ("[sequence]\nlisted = { TOWN = 0.1 }", "no type 'TOWN'"),
        ("types = [", "pack.toml"),
    ],
)
def test_what_it_cannot_say(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        read_pack_data(written(tmp_path, text))


@pytest.mark.parametrize("path", sorted(data_folder("patterns").glob("*/pack.toml")), ids=lambda p: p.parent.name)
def test_the_shipped_ones_load(path: Path) -> None:
    assert read_pack_data(path).name
