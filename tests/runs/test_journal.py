"""The journal of a run believes nothing that it cannot show."""

from __future__ import annotations

import hashlib
import json
import stat
from pathlib import Path

import pytest

from scrubber.errors import UsageError
from scrubber.io.walk import JOURNAL_NAME
from scrubber.runs.journal import DONE, FAILED, Entry, Journal, settings_digest, stamp


def done(tmp_path: Path, seal: bytes = b"") -> tuple[Path, Path]:
    """A note and its output, which a journal in ``tmp_path`` says is done."""
    source, target = tmp_path / "note.txt", tmp_path / "out.txt"
    source.write_bytes(b"Zeb\n")
    target.write_bytes(b"[PATIENT-1]\n")
    journal = Journal(tmp_path, "s", seal)
    with source.open("rb") as file:
        made_of = stamp(file, seal)
    journal.add("out.txt", Entry(DONE, made_of, hashlib.sha256(target.read_bytes()).hexdigest()))
    journal.close()
    return source, target


def believed(tmp_path: Path, source: Path, target: Path, seal: bytes = b"") -> bool:
    journal = Journal(tmp_path, "s", seal, resume=True)
    answer = journal.is_done("out.txt", source, target)
    journal.close()
    return answer


def test_what_is_done_is_believed(tmp_path: Path) -> None:
    source, target = done(tmp_path)
    assert believed(tmp_path, source, target)
    assert stat.S_IMODE((tmp_path / JOURNAL_NAME).stat().st_mode) == 0o600


def test_the_last_word_counts(tmp_path: Path) -> None:
    source, target = done(tmp_path)
    journal = Journal(tmp_path, "s", resume=True)
    journal.add("out.txt", Entry(FAILED))
    journal.close()
    assert not believed(tmp_path, source, target)


def test_an_output_that_is_a_link_is_not_believed(tmp_path: Path) -> None:
    source, target = done(tmp_path)
    target.rename(tmp_path / "elsewhere")
    target.symlink_to(tmp_path / "elsewhere")
    assert not believed(tmp_path, source, target)


@pytest.mark.parametrize(
    "line",
    [
        b'{"out": "out.txt", "stat',
        b"\xff\n",
        b'[1]\n{"out": "out.txt"}\n',
        b'{"out": "out.txt", "status": "done", "sha256": "", "source": {"size": 1}}\n',
    ],
)
def test_torn_lines_prove_nothing(tmp_path: Path, line: bytes) -> None:
    source, target = done(tmp_path)
    path = tmp_path / JOURNAL_NAME
    head, entry = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(head + line)
    assert not believed(tmp_path, source, target)
    path.write_bytes(head + b"{torn")
    journal = Journal(tmp_path, "s", resume=True)
    journal.add("x", Entry(FAILED))
    journal.close()
    assert json.loads(path.read_bytes().splitlines()[-1])["out"] == "x"
    path.write_bytes(head + entry)
    assert believed(tmp_path, source, target)


def test_without_the_key_nobody_can_try_notes_out(tmp_path: Path) -> None:
    source, target = done(tmp_path, b"key")
    assert hashlib.sha256(b"Zeb\n").hexdigest() not in (tmp_path / JOURNAL_NAME).read_text()
    assert believed(tmp_path, source, target, b"key")
    assert not believed(tmp_path, source, target, b"other")


def test_other_settings_and_links_are_refused(tmp_path: Path) -> None:
    done(tmp_path)
    with pytest.raises(UsageError, match="other settings"):
        Journal(tmp_path, "t", resume=True)
    Journal(tmp_path, "t").close(finished=True)
    assert not (tmp_path / JOURNAL_NAME).exists()
    (tmp_path / JOURNAL_NAME).symlink_to(tmp_path / "note.txt")
    with pytest.raises(OSError, match="symbolic"):
        Journal(tmp_path, "t")
    assert (tmp_path / "note.txt").read_bytes() == b"Zeb\n"


def test_one_run_at_a_time(tmp_path: Path) -> None:
    first = Journal(tmp_path, "s")
    with pytest.raises(UsageError, match="another run"):
        Journal(tmp_path, "s")
    first.close()
    Journal(tmp_path, "s").close()


def test_contents_of_files_and_folders_count(tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    digests = {settings_digest("x", [rules])}
    for content in ("a", "b"):
        (rules / "r.toml").write_text(content)
        digests.add(settings_digest("x", [rules]))
    digests |= {settings_digest("y", [rules]), settings_digest("x", [])}
    assert len(digests) == 4  # an empty folder and none are the same
