"""A file appears whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from scrubber.faults import Terminated
from scrubber.io.atomic import WholeFile, remove_leftovers, sync_folder


def test_the_file_appears_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with WholeFile(path) as file:
        file.write(b"one ")
        assert not path.exists()
        file.write(b"two")
    assert path.read_bytes() == b"one two"
    assert os.listdir(tmp_path) == ["out.txt"]
    usual = tmp_path / "usual"
    usual.touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


def _write_and_fail(path: Path, error: BaseException) -> None:
    with WholeFile(path) as file:
        file.write(b"x" * 100_000)
        raise error


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt(), Terminated(), OSError(errno.ENOSPC, "full")])
def test_a_failure_leaves_what_was_there(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "out.txt"
    path.write_bytes(b"before")
    with pytest.raises(type(error)):
        _write_and_fail(path, error)
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_a_disk_that_fills_up_at_the_last_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="full"), WholeFile(tmp_path / "out.txt") as file:
        file.write(b"x")
    assert os.listdir(tmp_path) == []


def test_it_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, real=real, name=name: (order.append(name), real(*a)))
    with WholeFile(tmp_path / "out.txt") as file:
        file.write(b"x")
    sync_folder(tmp_path)
    assert order == ["fsync", "replace", "fsync"]


def test_a_held_file_waits_for_its_name(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    for _ in range(2):
        with WholeFile(path, hold=True) as file:
            file.write(b"x")
        assert not path.exists()
        assert file.held is not None
        file.held.discard()
        assert os.listdir(tmp_path) == []
    with WholeFile(path, hold=True) as file:
        file.write(b"x")
    assert file.held is not None
    file.held.commit()
    assert os.listdir(tmp_path) == ["out.txt"]


def test_leftovers_of_a_killed_run_go(tmp_path: Path) -> None:
    (tmp_path / "ward").mkdir()
    for name in (".scrub-x1.tmp", "ward/.scrub-x2.tmp", "ward/.scrub-run.json", "a.tmp"):
        (tmp_path / name).touch()
    remove_leftovers(tmp_path)
    assert sorted(str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file()) == [
        "a.tmp",
        "ward/.scrub-run.json",
    ]
