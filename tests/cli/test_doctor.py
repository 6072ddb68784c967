"""``scrub doctor`` and ``scrub demo``: is all in order, and what does it look like."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run, _clean_environment

from scrubber.data import data_folder

RULE = """[[rule]]
id = "our-chart"
type = "MEDICALRECORD"
pattern = "SV-[0-9]{3}"
weight = 90
keywords = ["sv"]
why = "Ours."
hit = ["[[SV-123]]"]
miss = ["SV-12"]
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "our").mkdir()
    (tmp_path / "our" / "ids.toml").write_text(RULE)
    (tmp_path / "our.key").write_text("a key of our own, long enough")
    (tmp_path / "our.key").chmod(0o600)
    (tmp_path / "scrub.toml").write_text('rule-folders = ["our"]\nkey-file = "our.key"\nprofile = "strict"\n')
    return tmp_path


def lines(scrub: Run, *words: object, code: int, cwd: Path) -> dict[str, str]:
    run = scrub("doctor", *words, cwd=cwd)
    assert run.returncode == code, run.stderr + run.stdout
    told = run.stdout.decode().splitlines()
    assert sum(line.startswith("WRONG") for line in told) == (code == 2)
    return {line[7:20].strip(): line for line in told}


def test_all_is_in_order(real_scrub: Run, site: Path) -> None:
    told = lines(real_scrub, code=0, cwd=site)
    assert "scrub.toml; profile strict" in told["configuration"]
    assert "our.key" in told["key"]
    assert "1 rule, every example right" in told["own rules"]
    assert "CRF" in told["models en"]
    assert "network" in told["models en"]
    assert "MB" in told["models en"]
    assert "KB/s" in told["start"]
    assert told["[formats]"].startswith("ok")
    assert "notes" not in told


def test_how_long_a_folder_takes(real_scrub: Run, site: Path) -> None:
    (site / "notes").mkdir()
    (site / "notes" / "a.txt").write_text("Seen by Dr. Velankar.\n" * 50)
    told = lines(real_scrub, "notes", code=0, cwd=site)
    assert "1 file, 0.0 MB: about " in told["notes"]
    assert "Velankar" not in str(told)
    (site / "notes" / "a.txt").unlink()
    assert "0 files" in lines(real_scrub, "notes", code=2, cwd=site)["notes"]


def test_a_key_that_others_may_read(real_scrub: Run, site: Path) -> None:
    (site / "our.key").chmod(0o644)
    assert "can be read by others" in lines(real_scrub, code=2, cwd=site)["key"]


def test_a_configuration_with_a_slip(real_scrub: Run, site: Path) -> None:
    (site / "scrub.toml").write_text("profle = 'strict'\n")
    assert "did you mean 'profile'?" in lines(real_scrub, code=2, cwd=site)["configuration"]


def test_a_rule_whose_example_is_wrong(real_scrub: Run, site: Path) -> None:
    (site / "our" / "ids.toml").write_text(RULE.replace('"SV-12"', '"SV-124"'))
    run = real_scrub("doctor", cwd=site)
    assert run.returncode == 2
    assert b"rule our-chart: 1 of its examples is wrong" in run.stdout


def test_the_demo(real_scrub: Run, tmp_path: Path) -> None:
    run = real_scrub("demo", "show", cwd=tmp_path, env=_clean_environment())
    assert run.returncode == 0, run.stderr
    assert b"$ scrub show/notes -o show/out --review show/review.html" in run.stderr
    names = {path.name for path in (data_folder("examples") / "notes").iterdir()}
    assert {path.name for path in (tmp_path / "show" / "out").iterdir()} == names
    assert "[PATIENT-1]" in (tmp_path / "show" / "out" / "clinic_letter.txt").read_text()
    assert (tmp_path / "show" / "review.html").exists()
    again = real_scrub("demo", "show", cwd=tmp_path)
    assert again.returncode == 2
    assert b"exists already" in again.stderr


def test_the_demo_fails_as_its_run_does(real_scrub: Run, tmp_path: Path) -> None:
    run = real_scrub("demo", "nowhere/show", cwd=tmp_path)
    assert run.returncode == 0
    (tmp_path / "file").write_text("")
    assert real_scrub("demo", "file/show", cwd=tmp_path).returncode == 2
