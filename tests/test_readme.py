"""The README is true: its commands run, its example comes out as shown."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scrubber.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


COMMAND_LINES = [line for block in blocks("sh") for line in block.splitlines()]
SET_UP, TEST, *USES = COMMAND_LINES


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that the README's commands read, and ``scrub`` on its path."""
    folder = tmp_path_factory.mktemp("context")
    for name in ("notes", "exports"):
        shutil.copytree(ROOT / "examples" / "notes", folder / name)
    shutil.copy(ROOT / "examples" / "notes" / "triage.txt", folder / "note.txt")
    (folder / "notes.gz").write_bytes(gzip.compress((folder / "note.txt").read_bytes()))
    (folder / "notes.jsonl").write_text(json.dumps({"id": 1, "text": "Seen by Dr. Quillon."}) + "\n")
    (folder / "export.csv").write_text('mrn,note_text\n4471902,"Seen by Dr. Quillon."\n')
    (folder / "bin").mkdir()
    command = folder / "bin" / "scrub"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scrubber "$@"\n')
    command.chmod(0o755)
    return folder


@pytest.mark.parametrize("line", USES)
def test_commands_run(context: Path, line: str) -> None:
    path = f"{context / 'bin'}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        cwd=context,
        env={**os.environ, "PATH": path},
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert run.returncode == 0, run.stderr.decode()


def test_the_example_comes_out_as_shown(context: Path) -> None:
    [before], [after] = blocks("text before"), blocks("text after")
    run = subprocess.run([context / "bin" / "scrub", "-q"], input=before.encode(), capture_output=True, check=True)
    assert run.stdout.decode() == after


def test_the_python_example_runs() -> None:
    [code] = blocks("python")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT)
    assert b"Quillon" not in run.stdout
    assert b"DOCTOR" in run.stdout


def test_every_command_is_mentioned() -> None:
    missing = [name for name in COMMANDS if name != "redact" and f"scrub {name}" not in README]
    assert not missing


def test_ci_runs_the_test_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text().splitlines()[-1] == TEST


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_first_command_in_a_fresh_clone(tmp_path: Path) -> None:
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
