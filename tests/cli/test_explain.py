"""``scrub explain``: why, without the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run

NOTE = "Mr. Zorvath was seen.\nMRN 7709-142, DOB 3/14/1950.\nMr. Zorvath agrees.\n"


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.txt"
    path.write_text(NOTE)
    return path


def test_without_text(real_scrub: Run, note: Path) -> None:
    done = real_scrub("explain", note, "--no-crf", "--isolated")
    assert done.returncode == 0, done.stderr
    told = done.stdout.decode()
    assert f"{note}:1:5 PATIENT context-PATIENT" in told
    assert f"{note}:2:5 MEDICALRECORD mrn-label 90" in told
    assert "lost to" in told
    for word in ("orvath", "7709", "1950", "zor"):
        assert word not in told.replace(str(note), "")


def test_with_text(real_scrub: Run, note: Path) -> None:
    told = real_scrub("explain", note, "--no-crf", "--isolated", "--show-text").stdout.decode()
    assert 'masked "Zorvath"' in told
    assert "mr" in told


def test_one_line(real_scrub: Run, note: Path) -> None:
    done = real_scrub("explain", f"{note}:2", "--no-crf", "--isolated")
    heads = [line for line in done.stdout.decode().splitlines() if not line.startswith(" ")]
    assert heads
    assert all(head.startswith(f"{note}:2:") for head in heads)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("none.txt", "no such file"),
        ("none.txt:3", "no such file"),
        (".", "a folder, not a file"),
        ("{}:0", "lines count from 1"),
    ],
)
def test_slips(real_scrub: Run, note: Path, place: str, message: str) -> None:
    done = real_scrub("explain", place.format(note))
    assert done.returncode == 2
    assert message in done.stderr.decode()
