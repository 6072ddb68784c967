"""README, docs/usage.md and docs/first-week.md are true: their commands run, their examples come out as shown."""

from __future__ import annotations

import gzip
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Run

from scrubber.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
USAGE = (ROOT / "docs" / "usage.md").read_text("utf-8")
FIRST_WEEK = (ROOT / "docs" / "first-week.md").read_text("utf-8")


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def lines(page: str) -> list[str]:
    return [line for block in blocks(page, "sh") for line in block.splitlines()]


SET_UP, TEST, *FIRST_USES = lines(README)
NO_MARKS = {"format": "scrub-marks", "version": 1, "run": "", "by": "R. Ahn", "notes": []}


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(tmp_path_factory.mktemp("context"))


def prepared(folder: Path) -> Path:
    """A folder with everything that the commands read, and ``scrub`` in its ``bin``."""
    for name in ("notes", "exports"):
        shutil.copytree(ROOT / "examples" / "notes", folder / name)
    shutil.copy(ROOT / "examples" / "notes" / "triage.txt", folder / "note.txt")
    (folder / "notes.gz").write_bytes(gzip.compress((folder / "note.txt").read_bytes()))
    (folder / "notes.jsonl").write_text(json.dumps({"id": 1, "text": "Seen by Dr. Quillon."}) + "\n")
    (folder / "export.csv").write_text('mrn,note_text\n4471902,"Seen by Dr. Quillon."\n')
    (folder / "marks.json").write_text(json.dumps(NO_MARKS))
    shutil.copytree(ROOT / "examples" / "notes", folder / "sample")
    shutil.copytree(ROOT / "benchmarks" / "corpus" / "gold" / "dev", folder / "gold", ignore=_all_but_five)
    (folder / "bin").mkdir()
    command = folder / "bin" / "scrub"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scrubber "$@"\n')
    command.chmod(0o755)
    return folder


def _all_but_five(folder: str, names: list[str]) -> list[str]:
    return sorted(names)[5:]


def run_line(scrub: Run, context: Path, line: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of a page; by the shell if it needs one."""
    if not set(line) & set("|<>"):
        return scrub(*shlex.split(line, comments=True)[1:], cwd=context)
    path = f"{context / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = ["bash", "-o", "pipefail", "-c", line]
    return subprocess.run(command, cwd=context, env={**os.environ, "PATH": path}, capture_output=True, check=False)


@pytest.mark.parametrize("line", lines(USAGE))
def test_commands_run(real_scrub: Run, context: Path, line: str) -> None:
    run = run_line(real_scrub, context, line)
    assert run.returncode == 0, run.stderr.decode()


@pytest.mark.parametrize("page", [README, FIRST_WEEK], ids=["README", "first-week"])
def test_commands_run_one_after_another(real_scrub: Run, tmp_path: Path, page: str) -> None:
    folder = prepared(tmp_path)
    for place, text in re.findall(r"^```toml (\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        (folder / place).parent.mkdir(exist_ok=True)
        (folder / place).write_text(text)
    for line in FIRST_USES if page is README else lines(page):
        run = run_line(real_scrub, folder, line)
        assert run.returncode == 0, f"{line}: {run.stderr.decode()}"


def test_the_example_comes_out_as_shown(real_scrub: Run) -> None:
    [before], [after] = blocks(USAGE, "text before"), blocks(USAGE, "text after")
    assert real_scrub("-q", input=before.encode()).stdout.decode() == after


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name
)
def test_what_is_linked_is_there(page: Path) -> None:
    prose = re.sub(r"^```.*?^```$|`[^`]*`", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", prose)
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_readme_fits_a_screen_and_its_pictures_are_small() -> None:
    assert len(README.splitlines()) < 70
    for picture in (ROOT / "docs" / "images").iterdir():
        assert picture.stat().st_size < 150_000


def test_every_command_is_mentioned() -> None:
    missing = [name for name in COMMANDS if name != "redact" and f"scrub {name}" not in USAGE]
    assert not missing


def test_ci_runs_the_test_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text().splitlines()[-1] == TEST


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_first_command_in_a_fresh_clone(real_scrub: Run, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    home = tmp_path / "home"
    home.mkdir()
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    base = Path(sys.base_prefix) / "bin"
    network = ("_PROXY", "PIP_INDEX_URL", "PIP_CONFIG_FILE", "_CERT", "CA_BUNDLE")
    environment = {name: value for name, value in os.environ.items() if name.upper().endswith(network)}
    environment |= {"HOME": str(home), "PATH": f"{base}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(["bash", "-c", SET_UP], cwd=clone, env=environment, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    assert b"scrubbed 12 notes" in run.stderr
    masked = sorted(p.name for p in (clone / "out").iterdir())
    assert masked == sorted(p.name for p in (ROOT / "examples" / "notes").iterdir())
    assert "Drury" not in (clone / "out" / "triage.txt").read_text()
    check = ("check", "examples/notes", "--isolated")
    installed = clone / ".venv" / "bin" / "scrub"
    theirs = subprocess.run([installed, *check], cwd=clone, env=environment, capture_output=True, check=False)
    assert theirs.stdout == real_scrub(*check, cwd=clone).stdout
    assert b" crf-" in theirs.stdout, "the model has its say in an installation too"
