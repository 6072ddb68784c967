"""Wrong inputs that would let PHI through in silence are errors: exit code 2, one line that says what is wrong."""

from __future__ import annotations

import os
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from conftest import Run

TABLE = "word,note\nOkonkwo,Seen by Dr. Velankar.\n"


def refused(run: CompletedProcess[bytes], why: bytes) -> None:
    assert run.returncode == 2
    assert run.stdout == b""
    assert why in run.stderr


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "note.txt").write_text("Dear Zeb\n")
    (tmp_path / "table.csv").write_text(TABLE)
    (tmp_path / "empty").mkdir()
    return tmp_path


def test_notes_without_a_mark_measure_nothing(scrub: Run, here: Path) -> None:
    refused(scrub("eval", "note.txt", cwd=here), b"no note has a mark")


def test_notes_without_a_mark_train_nothing(real_scrub: Run, here: Path) -> None:
    pytest.importorskip("numba")
    refused(real_scrub("train", "note.txt", "-o", "our.crf", cwd=here), b"no note has a mark")
    assert not (here / "our.crf").exists()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--select", "foo-*"], b"no type, category or rule 'foo-*'"),
        (["--select", "foo-CITY"], b"no type, category or rule 'foo-CITY'"),
        (["--ignore", "DOCTR"], b"did you mean 'DOCTOR'?"),
    ],
)
def test_a_check_names_what_there_is(scrub: Run, here: Path, arguments: list[str], why: bytes) -> None:
    refused(scrub("check", "note.txt", *arguments, cwd=here), why)


@pytest.mark.parametrize("arguments", [["check", "empty"], ["empty", "-o", "out"], ["empty", "--in-place"]])
def test_no_file_at_all_is_an_error_unless_allowed(scrub: Run, here: Path, arguments: list[str]) -> None:
    refused(scrub(*arguments, cwd=here), b"no file to read in PATHS")
    assert not (here / "out").exists()
    assert scrub(*arguments, "--allow-empty", cwd=here).returncode == 0


def test_an_action_for_no_column_is_an_error(scrub: Run, here: Path) -> None:
    run = scrub("table.csv", "-o", "out.csv", "--column-action", "wrd=drop", cwd=here)
    refused(run, b"has no column 'wrd' (--column-action)")
    assert not (here / "out.csv").exists()


RECORDS = '{"word": null, "note": "Seen by Dr. Velankar."}\n{"note": "Fine."}\n'
MISSING = [["--column-action", "wrd=drop"], ["--column", "wrd"], ["--patient-column", "wrd"]]


@pytest.mark.parametrize("option", MISSING)
@pytest.mark.parametrize(
    ("name", "text"),
    [("notes.jsonl", RECORDS), ("notes.json", '[{"note": "Seen."}]'), ("one.json", '{"note": {"text": "Seen."}}')],
)
def test_a_key_that_no_record_has_is_an_error(
    real_scrub: Run, tmp_path: Path, name: str, text: str, option: list[str]
) -> None:
    (tmp_path / name).write_text(text)
    run = real_scrub(name, "-o", "out", *option, "-j", "2", cwd=tmp_path)
    refused(run, f"has no key 'wrd' ({option[0]})".encode())
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("action", ["word=drop", "WORD=drop", "/word=drop", "w*=drop"])
def test_a_key_that_one_record_has_is_no_error(real_scrub: Run, tmp_path: Path, action: str) -> None:
    (tmp_path / "notes.jsonl").write_text(RECORDS)
    assert real_scrub("notes.jsonl", "--column-action", action, cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("option", MISSING)
def test_a_column_that_no_sheet_has_is_an_error(real_scrub: Run, tmp_path: Path, option: list[str]) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["word", "note"], ["Okonkwo", "Seen by Dr. Velankar."]):
        book.active.append(row)
    book.save(tmp_path / "table.xlsx")
    refused(
        real_scrub("table.xlsx", "-o", "out.xlsx", *option, cwd=tmp_path), f"has no column 'wrd' ({option[0]})".encode()
    )
    assert not (tmp_path / "out.xlsx").exists()
    assert real_scrub("table.xlsx", "-o", "out.xlsx", "--column-action", "word=drop", cwd=tmp_path).returncode == 0


def test_a_column_that_a_table_of_a_folder_has_not_is_an_error(real_scrub: Run, here: Path) -> None:
    (here / "empty" / "table.csv").write_text(TABLE)
    run = real_scrub("empty", "-o", "out", "--column-action", "wrd=drop", cwd=here)
    refused(run, b"table.csv: has no column 'wrd' (--column-action)")
    assert not (here / "out" / "table.csv").exists()


@pytest.mark.parametrize("command", [["find"], ["check"]])
def test_other_commands_refuse_idle_options_too(scrub: Run, here: Path, command: list[str]) -> None:
    refused(scrub(*command, "note.txt", "--column", "note", cwd=here), b"--column would do nothing")


RULE = """[[rule]]
id = "our-chart"
type = "MEDICALRECORD"
pattern = "SV-[0-9]{3}(?![0-9])"
weight = 90
keywords = ["sv"]
why = "Ours."
hit = ["[[SV-123]]"]
miss = ["SV-12"]
"""


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ("weight = 90", 'weight = "90"', "rule our-chart: weight must be a whole number from 1 to 100"),
        ("weight = 90", "weight = 900", "rule our-chart: weight must be a whole number from 1 to 100"),
        ("weight = 90", "weight = 0", "rule our-chart: weight must be a whole number from 1 to 100"),
        ("weight = 90", "weight = true", "rule our-chart: weight must be a whole number from 1 to 100"),
        ('["sv"]', '"sv"', "rule our-chart: keywords must be a list of texts"),
        ('"Ours."', "7", "rule our-chart: why must be a text"),
        ("[[SV-123]]", "SV-123", "rule our-chart: an example of hit marks nothing"),
        ('"SV-12"', '"[[SV-12]]"', "rule our-chart: an example of miss has a mark"),
        ("[[SV-123]]", "[[SV-12]]", "rule our-chart: 1 of its examples is wrong ('scrub rules our-chart' shows them)"),
        ('"SV-12"', '"SV-124"', "rule our-chart: 1 of its examples is wrong"),
        ('["sv"]', '["vs"]', "rule our-chart: keyword 'vs' never fires"),
        ('["sv"]', '["sv", "chart"]', "rule our-chart: keyword 'chart' never fires"),
    ],
)
@pytest.mark.parametrize("command", [[], ["check"]])
def test_a_rule_that_does_not_do_what_it_says_is_an_error(
    real_scrub: Run, tmp_path: Path, command: list[str], right: str, wrong: str, why: str
) -> None:
    (tmp_path / "ids.toml").write_text(RULE.replace(right, wrong))
    assert wrong in (tmp_path / "ids.toml").read_text()
    refused(real_scrub(*command, "--rules", ".", cwd=tmp_path, input=b"Chart SV-123."), why.encode())


def test_rules_that_passed_are_remembered_until_they_change(real_scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    rules = tmp_path / "rules" / "ids.toml"
    cache = tmp_path / "cache"

    def runs() -> int:
        how = {"input": b"Chart SV-123.", "env": {**os.environ, "XDG_CACHE_HOME": str(cache)}}
        return real_scrub("--rules", rules.parent, **how).returncode

    rules.write_text(RULE)
    assert [runs(), runs()] == [0, 0]
    assert len(list((cache / "scrub" / "rules").iterdir())) == 1
    rules.write_text(RULE.replace("[[SV-123]]", "[[SV-12]]"))
    assert runs() == 2
    assert len(list((cache / "scrub" / "rules").iterdir())) == 1


def test_rules_run_without_a_place_to_remember_them(real_scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "ids.toml").write_text(RULE)
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "ids.toml")}
    run = real_scrub("--rules", tmp_path, input=b"Chart SV-123.", env=env)
    assert (run.returncode, run.stdout) == (0, b"Chart [MEDICALRECORD-1].")


IDLE = [
    ["--column", "note"],
    ["--column-action", "word=drop"],
    ["--patient-column", "word"],
    ["--id-column", "word"],
    ["--no-header"],
    ["--field-map", "table.csv"],
    ["--pictures", "keep"],
    ["--pdf-as", "text"],
]


@pytest.mark.parametrize("option", IDLE)
def test_an_option_for_no_file_of_a_folder_is_an_error(scrub: Run, here: Path, option: list[str]) -> None:
    (here / "empty" / "note.txt").write_text("Dear Zeb\n")
    refused(scrub("empty", "-o", "out", *option, cwd=here), f"{option[0]} would do nothing".encode())
    assert not (here / "out").exists()


def test_records_have_no_header(scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.jsonl").write_text(RECORDS)
    refused(scrub("notes.jsonl", "--no-header", cwd=tmp_path), b"--no-header would do nothing")
    refused(scrub("--input-format", "jsonl", "--no-header", cwd=tmp_path), b"--no-header would do nothing")


@pytest.mark.parametrize("option", IDLE)
def test_an_option_for_another_format_is_an_error(scrub: Run, here: Path, option: list[str]) -> None:
    refused(scrub("note.txt", *option, cwd=here), f"{option[0]} would do nothing".encode())


def test_an_option_for_one_of_the_files_is_no_error(real_scrub: Run, here: Path) -> None:
    run = real_scrub("note.txt", "table.csv", "-o", "out", "--column", "note", "--column", "word", cwd=here)
    assert run.returncode == 0
