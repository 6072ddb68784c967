"""``scrub find`` and ``scrub check`` over files that are no plain text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import Run

TABLE = b"mrn,note,flag\n4471902,Mr. Darius Velankar was seen,x\n4471903,no change,y\n"
PLAIN = ("--no-crf", "--isolated")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "t.csv"
    path.write_bytes(TABLE)
    return path


def test_find_gives_places(real_scrub: Run, table: Path) -> None:
    run = real_scrub("find", "t.csv", *PLAIN, cwd=table.parent)
    assert run.returncode == 0
    lines = run.stdout.decode().splitlines()
    assert lines[0] == "t.csv: row 2, column mrn: MEDICALRECORD field 100"
    assert lines[1].startswith("t.csv: row 2, column 2: PATIENT ")
    assert lines[-1] == "t.csv: row 3, column mrn: MEDICALRECORD field 100"
    assert "Velankar" not in run.stdout.decode() + run.stderr.decode()
    assert "Velankar" in real_scrub("find", "--show-text", table, *PLAIN).stdout.decode()


def test_find_as_json_lines_and_from_a_pipe(real_scrub: Run, table: Path) -> None:
    from_file = json.loads(real_scrub("find", "--format", "jsonl", "t.csv", *PLAIN, cwd=table.parent).stdout)
    piped = real_scrub("find", "--format", "jsonl", "--stdin-filename", "t.csv", *PLAIN, input=TABLE)
    assert json.loads(piped.stdout) == from_file
    assert from_file["spans"][0] == {
        "where": "row 2, column mrn",
        "start": 0,
        "end": 7,
        "type": "MEDICALRECORD",
        "rule": "field",
        "weight": 100,
    }


@pytest.mark.parametrize("format", ["text", "concise", "json", "jsonl", "github", "sarif", "html"])
def test_check_reports_places_in_every_format(real_scrub: Run, table: Path, format: str) -> None:
    out = table.parent / "report"
    run = real_scrub("check", "t.csv", "--format", format, "-O", out, *PLAIN, cwd=table.parent)
    assert run.returncode == 1, run.stderr.decode()
    report = out.read_text()
    assert "row 2, column mrn" in report
    assert ("Velankar" in report) == (format == "html")


def test_the_check_page_marks_what_was_found(real_scrub: Run, table: Path) -> None:
    out = table.parent / "page.html"
    real_scrub("check", "t.csv", "--format", "html", "-O", out, *PLAIN, cwd=table.parent)
    [data] = re.findall(r'<script[^>]*type="?application/json"?[^>]*>(.*?)</script>', out.read_text(), re.DOTALL)
    assert "row 2, column mrn" in data


def test_check_from_a_pipe_with_filters_and_a_baseline(real_scrub: Run, table: Path) -> None:
    assert real_scrub("check", "--input-format", "csv", *PLAIN, input=TABLE).returncode == 1
    only = real_scrub("check", table, "--select", "PHONE", *PLAIN)
    assert only.returncode == 0
    keyed = (*PLAIN, "--baseline", table.parent / "b.json")
    env = {"SCRUB_KEY": "an invented key of many letters", "PATH": "/usr/bin"}
    assert real_scrub("check", table, *keyed, "--update-baseline", env=env).returncode == 0
    assert real_scrub("check", table, *keyed, env=env).returncode == 0
    table.write_bytes(TABLE + b"4471904,Mr. Velankar again,z\n")
    assert real_scrub("check", table, *keyed, env=env).returncode == 1


def test_what_cannot_be_read_is_not_clean(real_scrub: Run, table: Path) -> None:
    table.write_bytes(TABLE + b"1,2\n")
    run = real_scrub("check", table, *PLAIN)
    assert run.returncode == 2
    assert b"not fully checked: row 4" in run.stderr
    assert real_scrub("find", table, *PLAIN).returncode == 2


def test_scrubbed_files_are_clean(real_scrub: Run, table: Path) -> None:
    out = table.parent / "out.csv"
    assert real_scrub(table, "-o", out, "--patient-column", "mrn", *PLAIN).returncode == 0
    run = real_scrub("check", out, *PLAIN)
    assert run.returncode == 0, run.stdout.decode()


def test_pages_and_annotations_are_for_plain_text(real_scrub: Run, table: Path) -> None:
    run = real_scrub("find", table, "--format", "brat", "-o", table.parent / "out", *PLAIN)
    assert run.returncode == 2
    assert b"brat can only show plain text" in run.stderr
    (table.parent / "in").mkdir()
    (table.parent / "in" / "a.csv").write_bytes(TABLE)
    (table.parent / "in" / "b.txt").write_text("Mr. Darius Velankar")
    page = table.parent / "page.html"
    run = real_scrub(table.parent / "in", "-o", table.parent / "done", "--review", page, *PLAIN)
    assert run.returncode == 0
    assert b"1 file is not on the review page" in run.stderr
    assert "b.txt" in page.read_text()


def test_reports_count_what_is_masked(real_scrub: Run, table: Path) -> None:
    report = table.parent / "r.json"
    assert real_scrub(table, "-o", table.parent / "o.csv", "--report", report, *PLAIN).returncode == 0
    [file] = json.loads(report.read_text())["files"]
    assert file["types"]["MEDICALRECORD"] == 2
    assert file["types"]["PATIENT"] >= 1
    assert file["offsets_complete"] is False


def test_names_of_outputs_that_may_hold_phi_are_told_of(real_scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("Mr_Darius_Velankar_MRN_4471902.csv", "export.csv"):
        (tmp_path / "in" / name).write_bytes(TABLE)
    run = real_scrub(tmp_path / "in", "-o", tmp_path / "out", *PLAIN)
    assert b"1 name of output files may hold PHI (" in run.stderr
    run = real_scrub(tmp_path / "in", "-o", tmp_path / "other", "--rename", *PLAIN)
    assert b"may hold PHI" not in run.stderr
    assert not [path for path in (tmp_path / "other").iterdir() if "Velankar" in path.name]


@pytest.mark.parametrize("command", [(), ("find",), ("check",)])
def test_columns_of_plain_text_are_an_error(real_scrub: Run, command: tuple[str, ...]) -> None:
    run = real_scrub(*command, "--column", "note", *PLAIN, input=TABLE)
    assert run.returncode == 2
    assert b"--input-format" in run.stderr


def test_what_is_no_table_can_be_read_as_text(real_scrub: Run, table: Path) -> None:
    table.write_bytes(TABLE + b"1,2\n")
    run = real_scrub(table, *PLAIN)
    assert b"--input-format text" in run.stderr
    assert real_scrub(table, "--input-format", "text", *PLAIN).returncode == 0
