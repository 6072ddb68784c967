"""What the documentation says of the command line is what the command line says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Run

from scrubber.cli.main import COMMANDS
from scrubber.config import load_config

DOCS = Path(__file__).parents[2] / "docs"


def test_cli_page_is_current() -> None:
    run = subprocess.run([sys.executable, DOCS / "generate_cli.py", "--check"], check=False)
    assert run.returncode == 0, "run: python docs/generate_cli.py"


def test_the_manual_pages_are_current() -> None:
    run = subprocess.run([sys.executable, DOCS / "generate_man.py", "--check"], check=False)
    assert run.returncode == 0, "run: python docs/generate_man.py"


@pytest.mark.skipif(shutil.which("man") is None, reason="needs man")
def test_the_manual_pages_are_set_without_a_warning() -> None:
    for path in sorted((DOCS / "man").glob("*.1")):
        command = ["man", "--warnings", "-l", str(path)]
        run = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "MANPAGER": "cat"})
        assert run.stderr == b"", path.name
        assert b"EXIT STATUS" in run.stdout


def test_the_pages_can_be_read_at_the_command_line(real_scrub: Run) -> None:
    listed = real_scrub("help").stdout.decode().split("\n")
    assert {line.split()[0] for line in listed if line} == {path.stem for path in DOCS.glob("*.md")}
    assert real_scrub("help", "rules").stdout == (DOCS / "rules.md").read_bytes()
    assert real_scrub("help", "find").stdout == real_scrub("find", "--help").stdout
    assert real_scrub("help", "rules new").stdout == real_scrub("rules", "new", "--help").stdout
    slip = real_scrub("help", "rulse")
    assert (slip.returncode, slip.stdout) == (2, b"")
    assert b"no page 'rulse'; did you mean 'rules'?" in slip.stderr
    assert b"no page 'xyzzy'; 'scrub help' lists them" in real_scrub("help", "xyzzy").stderr


def test_every_command_and_option_is_explained() -> None:
    page = (DOCS / "cli.md").read_text("utf-8")
    for name in COMMANDS:
        assert f"## scrub {name}" in page
    assert not re.search(r"\| *\|$", page, re.MULTILINE), "an option without help"


def test_help_tells_a_newcomer_what_to_type(real_scrub: Run) -> None:
    text = real_scrub("--help").stdout.decode()
    for words in ("scrub notes/ -o out/", "scrub < in > out", "scrub find notes/", "scrub check out/"):
        assert words in text
    assert all(name in text for name in COMMANDS)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("scrub che", "check"),
        ("scrub check --form", "--format"),
        ("scrub check --format sa", "sarif"),
        ("scrub check --select PAT", "PATIENT"),
        ("scrub eval --scheme i", "i2b2"),
        ("scrub --profile str", "strict"),
    ],
)
def test_completion(real_scrub: Run, words: str, expected: str) -> None:
    import os

    completing = {"_SCRUB_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    run = real_scrub(env=os.environ | completing)
    assert expected in run.stdout.decode().split()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / "check.md").read_text("utf-8"), re.DOTALL)


def test_the_documented_configuration_loads(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text("")
    (tmp_path / ".scrub.toml").write_text(blocks("toml")[0])
    config = load_config([str(tmp_path / ".scrub.toml")])
    assert config.allow
    assert config.check.baseline
