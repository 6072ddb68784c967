"""``scrub rules new``: from example numbers a rule is written, tested and tried."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run

NUMBERS = ("SV-12AB345", "SV-98CD111", "SV77QR410")


def test_a_rule_is_written_tested_tried_and_used(real_scrub: Run, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Transferred, chart SV-31KL777.\n")
    run = real_scrub("rules", "new", *NUMBERS, "-o", "our/our-chart.toml", "--on", "note.txt", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stderr.decode().splitlines() == [
        "note.txt:1:20 MEDICALRECORD our-chart",
        "tried on 1 file: 1 found",
        "wrote our/our-chart.toml: --rules our uses it, or rule-folders in the configuration",
    ]
    assert run.stdout == (tmp_path / "our" / "our-chart.toml").read_bytes()
    assert not any(number.encode() in run.stdout + run.stderr for number in NUMBERS)
    found = real_scrub("find", "note.txt", "--rules", "our", cwd=tmp_path)
    assert b"MEDICALRECORD our-chart 90" in found.stdout


def test_numbers_through_a_pipe_stay_out_of_the_shell_s_history(scrub: Run, tmp_path: Path) -> None:
    words = ("rules", "new", "-", "-o", "two.toml", "--why", "Numbers of ours.")
    run = scrub(*words, cwd=tmp_path, input="\n".join(NUMBERS).encode())
    assert b'why = "Numbers of ours."' in run.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["-o", "our.txt"], "a name that ends in .toml"),
        (["-o", "there.toml"], "there.toml exists already"),
        (["-o", "x.toml", "--type", "MEDICALRECRD"], "did you mean 'MEDICALRECORD'?"),
        (["-o", "x.toml", "--on", "nowhere"], "no such file or directory: 'nowhere'"),
        (["-o", "there.toml/x.toml"], "cannot write"),
    ],
)
def test_slips(scrub: Run, tmp_path: Path, words: list[str], why: str) -> None:
    (tmp_path / "there.toml").write_text("")
    run = scrub("rules", "new", *NUMBERS, *words, cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr.count(b"\n")) == (2, b"", 1)
    assert why in run.stderr.decode()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["there.toml"]
