"""Keys, and the permutations drawn from them."""

from __future__ import annotations

import base64
import hashlib
import os
import pickle
import random
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubber.errors import UsageError
from scrubber.mask.keys import WEAKEST, Key, find_key, fresh_key, is_drawn, key_from_text, read_key, strength, write_key
from scrubber.mask.permute import Permutation
from scrubber.mask.shifts import read_shifts, shift_days

SECRET = "correct horse battery staple"
PHRASE_KEY = "5a9597cfcff60d53d874666cecd69c2b319cbe6a26c051838b4768a72c6e9dec"


def test_a_new_key_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "study.key"
    write_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_key(path) == read_key(path)
    with pytest.raises(UsageError, match="exists already"):
        write_key(path)


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "study.key"
    write_key(path)
    path.chmod(0o640)
    with pytest.raises(UsageError, match="read by others"):
        read_key(path)


def test_a_key_in_the_output_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "out" / "deep" / "study.key"
    path.parent.mkdir(parents=True)
    with pytest.raises(UsageError, match="inside the output folder"):
        write_key(path, outside=tmp_path / "out")


def test_file_and_environment_hold_the_same_key(tmp_path: Path) -> None:
    path = tmp_path / "study.key"
    path.write_text(SECRET + "\n")
    path.chmod(0o600)
    assert find_key(path, env={}) == find_key(None, env={"SCRUB_KEY": SECRET})
    assert find_key(None, path, env={}) == find_key(path, env={})
    assert find_key(path, tmp_path / "none.key", env={"SCRUB_KEY": "short"}) == find_key(path, env={})
    assert find_key(None, env={}) is None
    with pytest.raises(UsageError, match="at least 16"):
        find_key(None, env={"SCRUB_KEY": "short"})


@pytest.mark.parametrize(
    "weak",
    [
        "a" * 16,
        "a" * 64,
        "ab" * 20,
        "0123456789abcdef",
        "1234567890123456",
        "abcdefghijklmnopqrstuvwxyz",
        "hospital-study-2024",
        "password password password password password",
        "11111111-2222-3333",
        "ThequickBrownFoxes",
    ],
)
def test_what_is_easy_to_guess_is_refused(weak: str) -> None:
    with pytest.raises(UsageError, match="too easy to guess") as raised:
        key_from_text(weak, "the key file x")
    assert weak not in str(raised.value)


@pytest.mark.parametrize("text", ["a key of sixteen bytes or more", SECRET, "9f8e-77ac-01bd-4e5f-c2"])
def test_what_people_type_goes_through_scrypt(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashlib.scrypt", lambda password, **how: password + how["salt"] + bytes([how["r"]]))
    assert key_from_text(text, "x").secret == text.encode() + b"scrub key 2\x08"


def test_pass_phrases_give_the_same_key_for_ever() -> None:
    assert key_from_text(SECRET, "x").secret.hex() == PHRASE_KEY
    assert key_from_text(f" {SECRET}\n", "x") == key_from_text(SECRET, "y")


def test_drawn_keys_are_used_as_they_are() -> None:
    drawn = "mN5xk3aQvUe0TzWc-7rPf9yHdL2sJbGi_4oRt8VnXEw"
    assert key_from_text(drawn, "x").secret == hashlib.sha256(b"scrub key 1\0" + drawn.encode()).digest()
    source = random.Random(7)
    for _ in range(2000):
        data = source.randbytes(32)
        assert is_drawn(data.hex())
        assert is_drawn(base64.urlsafe_b64encode(data).decode().rstrip("="))
        assert is_drawn(base64.b64encode(data).decode())
        assert strength(data[:16].hex()) > WEAKEST


def test_a_key_is_never_shown() -> None:
    key = fresh_key()
    assert key.secret.hex() not in repr(key)
    assert repr(Key(b"1" * 32)) == repr(Key(b"1" * 32))
    assert pickle.loads(pickle.dumps(key)) == key


def test_parts_cannot_be_moved_about() -> None:
    key = Key(b"1" * 32)
    assert key.digest("ab", "c") != key.digest("a", "bc")


@given(st.integers(2, 400), st.binary(min_size=16, max_size=32))
def test_permutations_move_everything_and_meet_nowhere(size: int, key: bytes) -> None:
    moved = [Permutation(key, size)(n) for n in range(size)]
    assert sorted(moved) == list(range(size))
    assert all(n != m for n, m in enumerate(moved))


@given(st.integers(2, 10**40), st.data())
def test_large_sets_too(size: int, data: st.DataObject) -> None:
    permutation = Permutation(b"k" * 32, size)
    index = data.draw(st.integers(0, size - 1))
    other = data.draw(st.integers(0, size - 1))
    assert 0 <= permutation(index) < size
    assert permutation(index) != index
    assert (permutation(index) == permutation(other)) == (index == other)


def test_subsets_are_permuted_among_themselves() -> None:
    even = [n for n in range(100) if n % 2 == 0]
    moved = [Permutation(b"k" * 32, 100)(n, lambda m: m % 2 == 0) for n in even]
    assert sorted(moved) == even


@given(st.text(), st.integers(1, 2000), st.booleans())
def test_shifts_are_never_zero(patient: str, days: int, whole_weeks: bool) -> None:
    days = max(days, 7)
    shift = shift_days(Key(b"1" * 32), patient, days, 1, whole_weeks)
    assert 1 <= abs(shift) <= days
    assert (shift % 7 == 0) == whole_weeks


def test_shifts_go_both_ways_and_differ() -> None:
    shifts = [shift_days(Key(b"1" * 32), f"patient {n}") for n in range(200)]
    assert min(shifts) < 0 < max(shifts)
    assert len(set(shifts)) > 120


def test_shifts_from_a_csv(tmp_path: Path) -> None:
    path = tmp_path / "shifts.csv"
    path.write_text("patient,days\nA-1,-40\nB-2,17\n")
    assert read_shifts(path) == {"A-1": -40, "B-2": 17}
    for bad in ("A-1,0\n", "A-1,x\nB,y\n", "A-1,3\nA-1,4\n", ",3\n"):
        path.write_text("patient,days\n" + bad)
        with pytest.raises(UsageError) as caught:
            read_shifts(path)
        assert "A-1" not in str(caught.value).replace(str(path), "")
    if os.path.exists("/nonexistent"):
        pytest.skip("a strange machine")
    with pytest.raises(UsageError):
        read_shifts(Path("/nonexistent/shifts.csv"))
