"""``scrub reveal``: the key gives back what randomise hid, and the log tells of it without a value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Run
from hypothesis import given
from hypothesis import strategies as st

from scrubber.mask.keys import Key, read_key, write_key
from scrubber.mask.operators import make_operator, reveal
from scrubber.mask.subject import Subject
from scrubber.mask.surrogate.shape import randomise, revealed

KEY = Key(b"k" * 32)


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    write_key(tmp_path / "study.key")
    return tmp_path / "study.key"


@given(st.from_regex(r"[A-Za-z0-9 ./-]{1,20}", fullmatch=True))
def test_back_again(text: str) -> None:
    assert revealed(randomise(text, KEY, "x"), KEY, "x") == text


@pytest.mark.parametrize("text", ["xxx-xx-4471", "00-48-29-13", "XX-1", "a" * 80])
def test_partly_masked_and_leading_zeros_too(text: str) -> None:
    assert revealed(randomise(text, KEY, ""), KEY, "") == text


@pytest.mark.parametrize("text", ["é12", "1" * 81])
def test_what_cannot_be_told_is_not(text: str) -> None:
    assert revealed(text, KEY, "") is None


@pytest.mark.parametrize("scope", ["corpus", "patient"])
def test_what_the_operator_did(scope: str) -> None:
    subject = Subject(KEY, "note", "p1")
    made = make_operator("randomise", {"scope": scope}, "MEDICALRECORD")("88-21-4471", "MEDICALRECORD", subject)
    assert reveal(made, "MEDICALRECORD", Subject(KEY, patient="p1"), scope) == "88-21-4471"
    assert reveal(made, "IDNUM", Subject(KEY, patient="p1"), scope) != "88-21-4471"
    assert reveal(made, "MEDICALRECORD", Subject(Key(b"o" * 32), patient="p1"), scope) != "88-21-4471"


def test_values_and_log(real_scrub: Run, key_file: Path, tmp_path: Path) -> None:
    hidden = [randomise(text, read_key(key_file), "IDNUM ") for text in ("AB-4471", "9")]
    log = tmp_path / "log.jsonl"
    asked = ("reveal", "IDNUM", "--isolated", "--key-file", key_file, "--log", log)
    done = real_scrub(*asked, *hidden)
    assert (done.returncode, done.stdout) == (0, b"AB-4471\n9\n"), done.stderr
    assert real_scrub(*asked, input="\n".join(hidden).encode()).stdout == done.stdout
    assert [json.loads(line)["values"] for line in log.read_text().splitlines()] == [2, 2]
    assert not any(value in log.read_text() for value in ("AB-4471", hidden[0]))


def test_what_is_wrong_shows_nothing(real_scrub: Run, key_file: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    done = real_scrub("reveal", "IDNUM", "12", "é4471", "--isolated", "--key-file", key_file, "--log", log)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"value 2" in done.stderr
    assert b"4471" not in done.stderr
    assert not log.exists()
