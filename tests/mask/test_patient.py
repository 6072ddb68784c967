"""Whose note it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.errors import NoteError, UsageError
from scrubber.mask.keys import Key
from scrubber.mask.patient import parse_patient_source, patient_of
from scrubber.mask.rename import renamed


@pytest.mark.parametrize(
    ("source", "place", "text", "patient"),
    [
        ("folder", "p12/visit.txt", "", "p12"),
        ("folder", "ward/p12/visit.txt", "", "p12"),
        (r"name:^(\w+)_", "A17_2021.txt", "", "A17"),
        (r"name:\d{4}", "x/A1744.txt", "", "1744"),
        (r"header:^MRN:\s*(\S+)", "n.txt", "NOTE\nMRN: 0048\n", "0048"),
        ("column:pid", "n.jsonl", '{"pid": 17, "text": "x"}', "17"),
        ("column:pid", "n.jsonl", '{"pid": "A-1"}', "A-1"),
    ],
)
def test_sources(source: str, place: str, text: str, patient: str) -> None:
    assert patient_of(parse_patient_source(source), place, text) == patient


def test_a_table(tmp_path: Path) -> None:
    path = tmp_path / "patients.csv"
    path.write_text("file,patient\nx/a.txt,P1\nb.txt,P2\nc,P3\n")
    source = parse_patient_source(f"csv:{path}")
    assert [patient_of(source, place, "") for place in ("x/a.txt", "y/b.txt", "z/c.txt")] == ["P1", "P2", "P3"]
    assert "P1" not in repr(source)
    with pytest.raises(NoteError):
        patient_of(source, "d.txt", "")


@pytest.mark.parametrize(
    ("source", "place", "text"),
    [("folder", "n.txt", ""), ("name:Q(.)", "n.txt", ""), ("header:^MRN", "n.txt", "x"), ("column:a", "n", "[1]")],
)
def test_no_patient_is_an_error(source: str, place: str, text: str) -> None:
    with pytest.raises(NoteError):
        patient_of(parse_patient_source(source), place, text)


@pytest.mark.parametrize("source", ["", "name:", "name:(", "csv:/nonexistent", "somewhere", "folder:x"])
def test_no_source(source: str) -> None:
    with pytest.raises(UsageError):
        parse_patient_source(source)


def test_a_pattern_that_never_ends_stops_the_note() -> None:
    source = parse_patient_source(r"header:^(\w+\s?)*$X")
    with pytest.raises(NoteError):
        patient_of(source, "n.txt", "word " * 5000 + "!")


def test_names_that_tell_nothing() -> None:
    key = Key(b"k" * 32)
    one, two = renamed(Path("Osei Amara/visit 1.txt"), key), renamed(Path("Osei Amara/visit 2.txt"), key)
    assert one.parent == two.parent != Path("Osei Amara")
    assert one.name != two.name
    assert one.suffix == ".txt"
    assert renamed(Path("note.Osei"), key).suffix == ""
    assert renamed(Path("a.txt"), key) == renamed(Path("a.txt"), key) != renamed(Path("a.txt"), Key(b"o" * 32))
