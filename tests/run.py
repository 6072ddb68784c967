#!/usr/bin/env python3
"""Run every check: set up .venv if need be, then ruff, mypy and pytest. Needs Python 3.11 or newer and nothing else.

usage: python3 tests/run.py [PYTEST ARGUMENTS]     with arguments, pytest alone

Without arguments the engines (Spark, Ray and others, 1.1 GB) are installed as well; with them tests of engines are
skipped where these are missing.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
ALL = "dev,engines"
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("pytest", "-n", "2", "--dist", "loadfile"),
)


def set_up(extras: str) -> None:
    """Make .venv and install scrub into it with some extras, unless that was done for this very pyproject.toml."""
    stamp = VENV / f"tests-installed-{extras}"
    state = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if any(done.exists() and done.read_text() == state for done in (stamp, VENV / f"tests-installed-{ALL}")):
        return
    if not VENV.exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    quick = ("--quiet", "--disable-pip-version-check", "--no-compile")  # of 1.1 GB the tests import little
    install = ["-m", "pip", "install", *quick, "--editable", f".[{extras}]"]
    subprocess.run([str(BIN / "python"), *install], check=True, cwd=ROOT)
    stamp.write_text(state)


def main() -> int:
    """Run the checks one after another, all of them; the worst exit code."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this very file runs on what python3 happens to be
        print("scrub needs Python 3.11 or newer", file=sys.stderr)
        return 2
    arguments = sys.argv[1:]
    set_up("dev" if arguments else ALL)
    failed = []
    for tool, *options in [("pytest", *arguments)] if arguments else CHECKS:
        print(f"$ {' '.join([tool, *options])}", flush=True)
        if subprocess.run([str(BIN / "python"), "-m", tool, *options], cwd=ROOT, check=False).returncode:
            failed.append(" ".join([tool, *options]))
    if failed:
        print("failed: " + "; ".join(failed), file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
