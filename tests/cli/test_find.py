"""``scrub find``: what it prints, and that it prints no text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Run
from fakes import SECRET


def test_text(scrub: Run, notes: Path) -> None:
    run = scrub("find", "notes", cwd=notes.parent)
    assert run.returncode == 0
    assert run.stdout.decode().splitlines() == [
        "notes/b.txt:1:7 PATIENT fake-name 90",
        "notes/b.txt:1:17 PATIENT fake-name 90",
        "notes/ward/c.note:1:1 PATIENT fake-name 90",
    ]
    assert run.stderr.startswith(b"searched 3 notes, 3 spans found, 0 errors, ")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_jsonl(scrub: Run, notes: Path, jobs: str) -> None:
    run = scrub("find", "--format", "jsonl", "-j", jobs, "notes", cwd=notes.parent)
    span = {"start": 6, "end": 9, "type": "PATIENT", "rule": "fake-name", "weight": 90}
    assert [json.loads(line) for line in run.stdout.splitlines()] == [
        {"path": "notes/a.txt", "spans": []},
        {"path": "notes/b.txt", "spans": [span, {**span, "start": 16, "end": 23}]},
        {"path": "notes/ward/c.note", "spans": [{**span, "start": 0, "end": 3}]},
    ]


def test_text_only_if_asked(scrub: Run, notes: Path) -> None:
    assert b"Zeb" not in scrub("find", notes).stdout
    assert b'90 "Zebedee"\n' in scrub("find", "--show-text", notes).stdout
    line = scrub("find", "--show-text", "--format", "jsonl", notes / "b.txt").stdout
    assert [span["text"] for span in json.loads(line)["spans"]] == ["Zeb", "Zebedee"]


def test_offsets_and_lines_count_on_through_the_pieces_of_a_long_note(scrub: Run) -> None:
    text = "é Zeb\n\n" * 100_000
    spans = json.loads(scrub("find", "--format", "jsonl", input=text.encode()).stdout)["spans"]
    assert len(spans) == 100_000
    assert all(text[span["start"] : span["end"]] == "Zeb" for span in spans)
    lines = scrub("find", "--stdin-filename", "x", input=text.encode()).stdout.splitlines()
    assert lines[99_999] == b"x:199999:3 PATIENT fake-name 90"


def test_a_note_that_fails_is_not_listed(scrub: Run, notes: Path) -> None:
    (notes / "bad.txt").write_text(f"{SECRET} BOOM")
    run = scrub("find", "--format", "jsonl", notes)
    assert run.returncode == 2
    assert len(run.stdout.splitlines()) == 3
    assert b"bad.txt: internal error: ValueError" in run.stderr
    assert SECRET.encode() not in run.stderr + run.stdout


def test_odd_file_names(scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "a\nb.txt").write_text("Zeb")
    assert scrub("find", tmp_path).stdout.count(b"\n") == 1
    assert json.loads(scrub("find", "--format", "jsonl", tmp_path).stdout)["path"].endswith("a\nb.txt")


@pytest.mark.parametrize(
    "arguments",
    [
        ["find", "nowhere"],
        ["find", "--format", "csv", "."],
        ["find", "-o", "out", "."],
        ["find", "--stdin-filename", "x", "."],
        ["find", "-j", "2"],
        ["find", "--include", "*.x"],
        ["find", "--note-boundary", "jsonl"],
    ],
)
def test_bad_usage(scrub: Run, tmp_path: Path, arguments: list[str]) -> None:
    run = scrub(*arguments, cwd=tmp_path)
    assert run.returncode == 2
    assert run.stderr.count(b"\n") == 1
    assert run.stdout == b""
