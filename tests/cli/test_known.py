"""What the commands do with --known, --enable and the configuration's keys for detection."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from conftest import Run

TEXT = "Zorvath was seen at Mercy Hospital. Later zorvath left. File 77-0914-2."
CSV = "patient,name,mrn\nP17,Idris Zorvath,7709142\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "notes" / "P17").mkdir(parents=True)
    (tmp_path / "notes" / "P17" / "a.txt").write_text(TEXT)
    (tmp_path / "known.csv").write_text(CSV)
    return tmp_path


def rules_found(done: CompletedProcess[bytes]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return [span["rule"] for line in done.stdout.splitlines() for span in json.loads(line)["spans"]]


def find(real_scrub: Run, place: Path, *more: object) -> list[str]:
    """The rules that found something."""
    return rules_found(real_scrub("find", "notes", "--format", "jsonl", "--no-crf", *more, cwd=place))


def test_known_identifiers(real_scrub: Run, place: Path) -> None:
    assert "known" not in find(real_scrub, place, "--isolated")
    assert find(real_scrub, place, "--known", "known.csv").count("known") == 3
    (place / "scrub.toml").write_text('known = "known.csv"\n')
    assert find(real_scrub, place).count("known") == 3
    done = real_scrub("notes", "-o", "out", "--no-crf", cwd=place)
    assert done.returncode == 0, done.stderr
    masked = (place / "out" / "P17" / "a.txt").read_text().lower()
    assert "zorvath" not in masked
    assert "77-0914-2" not in masked
    assert real_scrub("check", "out", "--no-crf", cwd=place).returncode == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--known", "none.csv"), "--known: no such file"),
        (("--known", "broken.csv"), "broken.csv: row 2, column 2: its name"),
        (("--enable", "RELIGOIN"), "--enable: no type 'RELIGOIN'; did you mean 'RELIGION'?"),
    ],
)
def test_slips(real_scrub: Run, place: Path, options: tuple[str, ...], message: str) -> None:
    (place / "broken.csv").write_text("patient,nmae\nP17,Idris Zorvath\n")
    done = real_scrub("find", "notes", "--no-crf", *options, cwd=place)
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert "Zorvath" not in done.stderr.decode()


def test_joining_words(real_scrub: Run, place: Path) -> None:
    (place / "notes" / "P17" / "a.txt").write_text("Seen at Mercy Hospital by and by Toledo Hospital.")
    (place / "known.csv").write_text("patient,hospital\nP17,Mercy Hospital; Toledo Hospital\n")
    assert find(real_scrub, place, "--known", "known.csv") == ["known"] * 2
    joined = ("--known", "known.csv", "--config", 'joining-words = ["by and by"]')
    assert find(real_scrub, place, *joined) == ["known"]


def test_enabled_types(real_scrub: Run, place: Path) -> None:
    (place / "notes" / "P17" / "a.txt").write_text("Religion: Lutheran. Dx code: ICD-10 J45.909")
    assert not {"religion-label", "icd-label"} & {*find(real_scrub, place)}
    enabled = find(real_scrub, place, "--enable", "CLINICAL_CODE", "--enable", "RELIGION")
    assert {"religion-label", "icd-label"} <= {*enabled}


@pytest.mark.parametrize("command", [["notes", "-o", "out"], ["find", "notes"], ["check", "notes", "--exit-zero"]])
def test_says_when_no_row_is_about_a_note(real_scrub: Run, place: Path, command: list[str]) -> None:
    """A slip in the ids would otherwise look as if nothing were known."""
    (place / "known.csv").write_text(CSV.replace("P17", "P-17"))
    done = real_scrub(*command, "--no-crf", "--known", "known.csv", cwd=place)
    assert done.returncode == 0, done.stderr
    assert b"in 1 input, no row of --known is about a note" in done.stderr


@pytest.mark.parametrize("rows", [CSV, CSV.replace("P17", "*")])
def test_says_nothing_where_a_row_is(real_scrub: Run, place: Path, rows: str) -> None:
    (place / "known.csv").write_text(rows)
    done = real_scrub("notes", "-o", "out", "--no-crf", "--known", "known.csv", cwd=place)
    assert b"no row of" not in done.stderr
