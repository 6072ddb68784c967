"""The baseline: what it recognises, what it does not, and what it gives away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scrubber.check import baseline
from scrubber.check.baseline import Baseline, Identity
from scrubber.check.findings import Finding
from scrubber.check.gate import Gate
from scrubber.errors import UsageError

KEY = b"0123456789abcdef"


@pytest.fixture
def identity(tmp_path: Path) -> Identity:
    return Identity(KEY, tmp_path)


def finding(tmp_path: Path, text: str = "Zeb", line: int = 1, path: str = "a.txt") -> Finding:
    return Finding(str(tmp_path / path), line * 9, line * 9 + 3, "PATIENT", "r", 90, line, 1, line, 4, text)


def gate(path: Path, identity: Identity, *, update: bool = False) -> Gate:
    return Gate(path, identity, update)


def accept(path: Path, identity: Identity, *findings: Finding) -> None:
    writer = gate(path, identity, update=True)
    for file in dict.fromkeys(f.path for f in findings):
        assert not writer.new(file, [f for f in findings if f.path == file])
    writer.finish()


def test_what_was_accepted_is_not_new_wherever_it_moves(tmp_path: Path, identity: Identity) -> None:
    one = finding(tmp_path)
    accept(tmp_path / "b.json", identity, one)
    moved = replace(one, line=7, end_line=7, start=70, end=73, weight=55)
    assert gate(tmp_path / "b.json", identity).new(one.path, [moved]) == []


def test_one_more_occurrence_is_new(tmp_path: Path, identity: Identity) -> None:
    one, two = finding(tmp_path), finding(tmp_path, line=2)
    accept(tmp_path / "b.json", identity, one)
    assert gate(tmp_path / "b.json", identity).new(one.path, [one, two]) == [two]


@pytest.mark.parametrize("change", [{"text": "Zeb2"}, {"rule": "s"}, {"type": "DOCTOR"}, {"path": "other.txt"}])
def test_another_text_rule_type_or_path_is_new(tmp_path: Path, identity: Identity, change: dict[str, str]) -> None:
    one = finding(tmp_path)
    accept(tmp_path / "b.json", identity, one)
    other = replace(one, **change)  # type: ignore[arg-type]
    assert gate(tmp_path / "b.json", identity).new(other.path, [other]) == [other]


def test_paths_are_one_however_they_are_written(
    tmp_path: Path, identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = finding(tmp_path)
    accept(tmp_path / "b.json", identity, one)
    monkeypatch.chdir(tmp_path)
    for path in ("a.txt", "./a.txt", "x/../a.txt"):
        assert gate(tmp_path / "b.json", identity).new(path, [replace(one, path=path)]) == []


def test_the_file_holds_no_text_line_or_time_and_is_always_the_same(tmp_path: Path, identity: Identity) -> None:
    findings = [finding(tmp_path), finding(tmp_path, "Zebedee", 3, "b.txt")]
    accept(tmp_path / "1.json", identity, *findings)
    accept(tmp_path / "2.json", identity, *reversed(findings))
    written = (tmp_path / "1.json").read_text()
    assert written == (tmp_path / "2.json").read_text()
    assert "Zeb" not in written
    assert "line" not in written
    assert written.count('"count": 1') == 2


def test_another_key_gives_unlike_entries_and_is_refused(tmp_path: Path, identity: Identity) -> None:
    other = Identity(b"another key, 16+", tmp_path)
    one = finding(tmp_path)
    assert identity.fingerprint(one) != other.fingerprint(one)
    accept(tmp_path / "b.json", identity, one)
    with pytest.raises(UsageError, match="another key"):
        gate(tmp_path / "b.json", other)


def test_update_keeps_what_was_not_checked_and_drops_what_is_gone(tmp_path: Path, identity: Identity) -> None:
    findings = [finding(tmp_path, path=name) for name in ("a.txt", "b.txt", "gone.txt")]
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("")
    accept(tmp_path / "b.json", identity, *findings)
    writer = gate(tmp_path / "b.json", identity, update=True)
    writer.new(findings[0].path, [])
    writer.finish()
    assert [e.path for e in baseline.read(tmp_path / "b.json", identity).counts] == ["b.txt"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 1, "key_check": "x", "findings": [{}]}', '{"version": 9, "findings": []}']
)
def test_anything_else_is_refused(tmp_path: Path, identity: Identity, text: str) -> None:
    (tmp_path / "b.json").write_text(text)
    with pytest.raises(UsageError):
        baseline.read(tmp_path / "b.json", identity)


def test_a_newer_version_is_refused(tmp_path: Path, identity: Identity) -> None:
    accept(tmp_path / "b.json", identity, finding(tmp_path))
    newer = (tmp_path / "b.json").read_text().replace('"version": 1', '"version": 2')
    (tmp_path / "b.json").write_text(newer)
    with pytest.raises(UsageError, match="version 2"):
        baseline.read(tmp_path / "b.json", identity)


def test_missing_pieces_are_usage_errors(tmp_path: Path, identity: Identity) -> None:
    for make in (
        lambda: Gate(tmp_path / "b.json", None),
        lambda: Gate(tmp_path / "none.json", identity),
        lambda: Gate(None, identity, update=True),
    ):
        with pytest.raises(UsageError):
            make()


def test_an_empty_baseline_is_written_and_read(tmp_path: Path, identity: Identity) -> None:
    baseline.write(tmp_path / "b.json", Baseline(baseline.Counter()), identity)
    assert not baseline.read(tmp_path / "b.json", identity).counts
