"""Peers, each in an environment of its own outside the repository, on the same notes in the same run as scrub."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.adapter import PEERS

NEEDED = {"philter-ucsf": ("nltk", "chardet", "numpy")}
"""What a package uses and does not say."""
SECONDS = 1800


def python_of(peer: str, folder: Path, *, install: bool) -> Path | None:
    """The Python of the peer's environment below a folder, made there if ``install``; None: there is none."""
    place = folder / peer
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists() and install:
        venv.create(place, with_pip=True)
        packages = [peer, *NEEDED.get(peer, ())]
        done = subprocess.run([python, "-m", "pip", "install", "-q", *packages], capture_output=True, check=False)
        if done.returncode:
            return None
    return python if python.exists() else None


def run(peer: str, python: Path, texts: Sequence[str]) -> dict[str, Any] | None:
    """What the adapter says: seconds of loading and finding, spans by note. None: the peer failed."""
    if peer not in PEERS:
        raise KeyError(peer)
    adapter = Path(__file__).with_name("adapter.py")
    try:
        done = subprocess.run(
            [python, adapter, peer], input=json.dumps(texts).encode(), capture_output=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        return None
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
