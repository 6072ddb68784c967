"""``scrub check`` on what git holds, and ``.scrubignore``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import Run, _clean_environment

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "t"), ("EMAIL", "t@example.org"))
}


def environment() -> dict[str, str]:
    """Nobody's configuration of git."""
    clean = {name: value for name, value in _clean_environment().items() if not name.startswith("GIT")}
    return clean | IDENTITY | {"HOME": "/nowhere", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, env=environment(), check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two commits: the first brings a name, the second takes it out."""
    git(tmp_path, "init", "-q")
    (tmp_path / "notes").mkdir()
    for text in ("Dear Zeb\n", "Nothing.\n"):
        (tmp_path / "notes" / "a.txt").write_text(text)
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-q", "-m", "more")
    return tmp_path


def check(scrub: Run, folder: Path, *words: str) -> tuple[int, str, str]:
    run = scrub("check", "--format", "concise", *words, cwd=folder, env=environment())
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def test_what_was_committed_once_is_found(scrub: Run, repository: Path) -> None:
    assert check(scrub, repository, ".")[0] == 0
    code, found, told = check(scrub, repository, "--history", "HEAD")
    assert code == 1
    commit, _, place = found.strip().partition(":")
    assert (len(commit), place) == (10, "notes/a.txt:1:6 PATIENT fake-name")
    assert "checked 2 files, 1 found in 1" in told
    assert check(scrub, repository, "--history", "HEAD~1..HEAD")[0] == 0
    assert check(scrub, repository / "notes", "--history", "HEAD", "a.txt")[0] == 1


def test_what_is_staged_counts_not_what_lies_there(scrub: Run, repository: Path) -> None:
    assert "git has nothing to check" in check(scrub, repository, "--staged")[2]
    assert check(scrub, repository, "--staged", "--allow-empty")[0] == 0
    (repository / "notes" / "b.txt").write_text("Zeb\n")
    git(repository, "add", "-A")
    (repository / "notes" / "b.txt").write_text("Nothing.\n")
    assert check(scrub, repository, "--staged")[:2] == (1, "notes/b.txt:1:1 PATIENT fake-name\n")
    assert check(scrub, repository / "notes", "--staged")[:2] == (1, "b.txt:1:1 PATIENT fake-name\n")
    assert check(scrub, repository, "--staged", "--exclude", "b.*")[0] == 2
    git(repository, "rm", "-q", "-f", "--cached", "-r", "notes")
    assert "git has nothing to check" in check(scrub, repository, "--staged")[2]


def test_before_the_first_commit(scrub: Run, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "été \n.txt").write_text("Zeb\n")
    (tmp_path / "link.txt").symlink_to("nowhere")
    git(tmp_path, "add", "-A")
    code, found, told = check(scrub, tmp_path, "--staged")
    assert (code, found) == (1, "été \\n.txt:1:1 PATIENT fake-name\n")
    assert "checked 1 file" in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--history", "nowhere"], "git rev-list: bad revision 'nowhere'"),
        (["--history", "--output=x"], "takes revisions of git"),
        (["--history", " "], "takes revisions of git"),
        (["--history", "HEAD", "--staged"], "exclude each other"),
        (["--history", "HEAD", "--update-baseline"], "exclude each other"),
        (["--staged", "--stdin-filename", "x"], "--stdin-filename needs standard input"),
    ],
)
def test_slips(scrub: Run, repository: Path, words: list[str], why: str) -> None:
    code, found, told = check(scrub, repository, *words)
    assert (code, found, told.count("\n")) == (2, "", 1)
    assert why in told


def test_what_cannot_be_seen_whole_is_an_error(scrub: Run, repository: Path, tmp_path: Path) -> None:
    (repository / "big.txt").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    git(repository, "add", "-A")
    code, _, told = check(scrub, repository, "--staged")
    assert code == 2
    assert "big.txt: not fully checked: its content lies in Git LFS" in told
    shallow = tmp_path / "shallow"
    git(repository, "clone", "-q", "--depth", "1", f"file://{repository}", str(shallow))
    assert "this clone is shallow" in check(scrub, shallow, "--history", "HEAD")[2]
    (tmp_path / "bare").mkdir()
    outside = scrub("check", "--staged", cwd=tmp_path / "bare", env=environment() | {"GIT_DIR": "nowhere"})
    assert outside.returncode == 2
    assert b"not a git repository" in outside.stderr


def test_an_ignore_file_leaves_out_what_it_names(scrub: Run, repository: Path) -> None:
    notes = repository / "notes"
    for name in ("a.txt", "b.log", "keep.log"):
        (notes / name).write_text("Zeb\n")
    (repository / ".scrubignore").write_text("# ours\n*.log\n!keep.log\n")
    code, found, told = check(scrub, repository, ".")
    assert (code, found.count("\n")) == (1, 2)
    assert "b.log" not in found
    assert "checked 2 files, 2 found in 2, 1 left out, 0 errors" in told
    assert check(scrub, notes, ".")[1].count("\n") == 2
    assert check(scrub, repository, ".", "--isolated")[1].count("\n") == 3
    assert check(scrub, repository, "notes/b.log")[0] == 1
    assert check(scrub, repository, "notes/b.log", "--force-exclude")[0] == 2
    (repository / ".scrubignore").write_text("!\n")
    assert "no pattern of paths: '!'" in check(scrub, repository, ".")[2]


@pytest.mark.parametrize(
    "option", [["--exclude", "!"], ["--config", "check.per-file-ignores = { '[z-a]' = ['DATE'] }"]]
)
def test_a_pattern_that_is_none(scrub: Run, notes: Path, option: list[str]) -> None:
    assert "no pattern of paths" in check(scrub, notes, ".", *option)[2]
