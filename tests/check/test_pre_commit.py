"""The hooks, run by the real pre-commit in a repository made for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTE = "Dr. Amara Osei saw Mr. John Carter on 3/14/2021. MRN: 00482913. Tel (416) 555-0199.\n"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("git") is None
        or subprocess.run([sys.executable, "-m", "pre_commit", "--version"], capture_output=True).returncode != 0,
        reason="needs git and pre-commit (pip install pre-commit)",
    ),
]


def call(*command: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run in an environment of its own: no settings of ours, the scrub of this checkout first on the path."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("SCRUB", "GIT", "PRE_COMMIT"))}
    identity = {"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.org", "GIT_CONFIG_GLOBAL": os.devnull}
    identity |= {"GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@example.org"}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean | identity | env,
        capture_output=True,
        text=True,
        timeout=280,
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    folder.mkdir()
    assert call("git", "init", "-q", cwd=folder).returncode == 0
    (folder / "note.txt").write_text(NOTE)
    return folder


def pre_commit(repository: Path, *arguments: str, path: str = "") -> subprocess.CompletedProcess[str]:
    home = repository.parent / "pre-commit-home"
    where = f"{path}{os.pathsep}{os.environ['PATH']}" if path else os.environ["PATH"]
    assert call("git", "add", "-A", cwd=repository).returncode == 0
    command = (sys.executable, "-m", "pre_commit", *arguments)
    return call(*command, cwd=repository, PRE_COMMIT_HOME=str(home), PATH=where)


def scrub_on_path(tmp_path: Path) -> str:
    """A folder with a scrub in it that runs this checkout, as an installation would."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "scrub"
    script.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m scrubber "$@"\n')
    script.chmod(0o755)
    return str(folder)


def test_a_note_with_phi_fails_and_passes_once_it_is_scrubbed(repository: Path, tmp_path: Path) -> None:
    path = scrub_on_path(tmp_path)
    (repository / ".pre-commit-config.yaml").write_text(
        "repos:\n- repo: local\n  hooks:\n  - id: scrub-check\n    name: scrub check\n"
        "    entry: scrub check --force-exclude\n    language: system\n    types: [text]\n    require_serial: true\n"
    )
    run = pre_commit(repository, "run", "--all-files", path=path)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "note.txt:1:" in run.stdout
    assert "Osei" not in run.stdout + run.stderr
    assert "00482913" not in run.stdout + run.stderr
    masked = call(f"{path}/scrub", "--in-place", "note.txt", cwd=repository)
    assert masked.returncode == 0, masked.stderr
    assert "Osei" not in (repository / "note.txt").read_text()
    run = pre_commit(repository, "run", "--all-files", path=path)
    assert run.returncode == 0, run.stdout + run.stderr


def test_excluded_files_pass_though_pre_commit_names_them(repository: Path, tmp_path: Path) -> None:
    path = scrub_on_path(tmp_path)
    (repository / "scrub.toml").write_text('exclude = ["note.txt"]\n')
    (repository / ".pre-commit-config.yaml").write_text(
        "repos:\n- repo: local\n  hooks:\n"
        "  - {id: s, name: s, entry: scrub check --force-exclude --allow-empty, language: system}\n"
    )
    run = pre_commit(repository, "run", "--files", "note.txt", path=path)
    assert run.returncode == 0, run.stdout + run.stderr


HOOKS = ROOT / ".pre-commit-hooks.yaml"


def committed_hooks(tmp_path: Path) -> Path:
    """A repository with the hooks of this one, as pre-commit clones it."""
    copy = tmp_path / "scrub"
    copy.mkdir()
    shutil.copy(HOOKS, copy)
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "copy")):
        done = call("git", *arguments, cwd=copy)
        assert done.returncode == 0, done.stderr
    return copy


def test_the_system_hook_of_this_repository_runs(repository: Path, tmp_path: Path) -> None:
    copy = committed_hooks(tmp_path)
    head = call("git", "rev-parse", "HEAD", cwd=copy).stdout.strip()
    (repository / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {copy}\n  rev: {head}\n  hooks:\n  - id: scrub-check-system\n"
    )
    run = pre_commit(repository, "run", "--all-files", path=scrub_on_path(tmp_path))
    assert run.returncode == 1, run.stdout + run.stderr
    assert "note.txt:1:" in run.stdout


def test_the_other_hooks_do_the_same_with_an_installation_of_their_own() -> None:
    """``language: python`` is ``pip install .``, which the README's first command does (``test_readme.py``)."""
    told = [line.strip().split(": ", 1) for line in HOOKS.read_text("utf-8").splitlines() if ": " in line]
    assert len({value for name, value in told if name == "entry"}) == 1
    assert [value for name, value in told if name == "language"] == ["python", "python", "system"]
