"""What is compiled of cues says what the cues say, and nothing once they have changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber import compiled_data
from scrubber.data import data_folder
from scrubber.detect import cue_table
from scrubber.errors import DataError

CUES = """# types: CITY DOCTOR
-w=dr\t120\tDOCTOR=90\tCITY=-20
--w=dr|.\t80
--w=|||\t3
++w=of|the\t-7
-w+w=dr|||Aa\t5
nwn=m|/|/\t11\tCITY=1
lab=doctor\t40\tDOCTOR=70
b\t-300
"""


@pytest.fixture
def cues(tmp_path: Path) -> Path:
    path = tmp_path / "cues.tsv"
    path.write_text(CUES)
    return path


def told(path: Path) -> object:
    types, points, by_type = cue_table.read_table(path)
    every = [line.partition("\t")[0] for line in (CUES + "-w=mr\t0").split("\n")[1:]]
    return types, {cue: (points.of_whole(cue), by_type.of_whole(cue)) for cue in every}


def compiled_of(path: Path) -> Path:
    return path.with_name("cues.compiled")


def test_a_table_is_asked_by_what_cues_stand_under(cues: Path) -> None:
    types, points, by_type = cue_table.read_table(cues)
    assert types == ["CITY", "DOCTOR"]
    assert points.under("--w", ".") == {"dr": 80}
    assert points.under("--w", "|") == {"|": 3}
    assert points.under("++w", "of") == {"the": -7}
    assert points.under("-w+w", "dr") == {"||Aa": 5}
    assert points.under("nwn", "m|/") == {"/": 11}
    assert points.get("b") == -300
    assert points.get("-w=mr") == 0
    assert by_type.get("-w=dr") == cue_table.pack([(1, 90), (0, -20)])
    assert points.has("++w")
    assert not by_type.has("++w")


def test_it_says_what_the_cues_say(cues: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = told(cues)
    cue_table.write(cues)
    monkeypatch.setattr(cue_table, "parse_cues", None)  # that it is not read shows that the compiled file is
    assert told(cues) == plain


@pytest.mark.parametrize("change", ["cues", "size", "cut", "types", "empty", "version", "bytes", "gone"])
def test_cues_that_have_changed_are_read(cues: Path, change: str) -> None:
    before = told(cues)
    cue_table.write(cues)
    compiled = compiled_of(cues)
    content = compiled.read_bytes()
    if change == "cues":
        cues.write_text(CUES.replace("120", "121"))
    elif change == "size":
        head, sizes, parts = content.split(b"\n", 2)
        compiled.write_bytes(b"\n".join([head, sizes.replace(b" ", b" 1"), parts]))
    elif change == "cut":
        compiled.write_bytes(content[:-3])
    elif change == "types":
        compiled.write_bytes(content.replace(b"CITY DOCTOR", b"DOCTOR CITY"))
    elif change == "empty":
        compiled.write_bytes(b"")
    elif change == "version":
        compiled.write_bytes(content.replace(b"# cues ", b"# cues 0"))
    elif change == "bytes":
        compiled.write_bytes(b"\xff" + content)
    else:
        compiled.unlink()
    assert (told(cues) == before) == (change != "cues")


@pytest.mark.parametrize("line", ["-w=mr", "-w=mr\tmany", "-w=mr\t5\tNOBODY=3", "-w=mr\t5\tCITY", "-w=\0\t5"])
def test_a_broken_line_is_named(cues: Path, line: str) -> None:
    cues.write_text(f"{CUES}\n{line}\n")
    with pytest.raises(DataError, match=r"cues\.tsv:11: not 'cue TAB points"):
        cue_table.read_table(cues)


def test_what_is_no_cue_file_is_refused(cues: Path) -> None:
    cues.write_bytes(b"\xff")
    with pytest.raises(DataError):
        cue_table.read_table(cues)
    cues.write_text("-w=dr\t5\n")
    with pytest.raises(DataError, match="the first line"):
        cue_table.read_table(cues)
    with pytest.raises(DataError, match="nowhere"):
        cue_table.read_table(cues.with_name("nowhere.tsv"))


def test_everything_that_ships_compiles(tmp_path: Path) -> None:
    for name in ("lexicons", "patterns"):
        for path in data_folder(name).rglob("*"):
            if path.suffix in (".toml", ".tsv", ".txt", ".crf") and "sources" not in path.parts:
                copy = tmp_path / name / path.relative_to(data_folder(name))
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.symlink_to(path)
    compiled_data.write(tmp_path)
    for language in ("en", "es"):
        assert (tmp_path / "lexicons" / language / "compiled.json").stat().st_size
        for name in ("cues", "model", "screen", "toml"):
            assert (tmp_path / "patterns" / language / f"{name}.compiled").stat().st_size
