"""The published test vectors of keys, maps, journals and baselines, expected failures among them."""

from __future__ import annotations

import json
import os
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from scrubber import __version__
from scrubber.check import baseline
from scrubber.check.baseline import Entry, Identity
from scrubber.errors import UsageError
from scrubber.io.walk import JOURNAL_NAME
from scrubber.mask.keys import key_from_text
from scrubber.mask.mapfile import read_map
from scrubber.runs.journal import Journal

MASKED, NOTE = "Seen by [DOCTOR-1].\n", "Seen by Dr. Okonkwo.\n"
VECTORS = [json.loads(line) for line in (Path(__file__).parent / "vectors" / "vectors.jsonl").open(encoding="utf-8")]


def of(format_: str) -> Any:
    chosen = [vector for vector in VECTORS if vector["format"] == format_]
    assert len(chosen) > 4
    return pytest.mark.parametrize("vector", chosen, ids=lambda vector: vector["name"])


def refused(vector: dict[str, Any]) -> Any:
    return pytest.raises(UsageError, match=re.escape(vector["error"])) if vector["error"] else nullcontext()


@of("key")
def test_keys(vector: dict[str, Any]) -> None:
    with refused(vector):
        assert key_from_text(vector["key"], "here").secret.hex() == vector["secret"]


def restore(path: Path, key: str, restored: list[bytes]) -> None:
    """Add what a map makes of the masked note, record by record."""
    for file in read_map(path, key_from_text(key, "here")):
        restored.append(file.restore(MASKED.encode()))  # noqa: PERF401 (as far as it gets)


@of("map")
def test_maps(vector: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    path = tmp_path / "run.map"
    path.write_text(vector["file"])
    restored: list[bytes] = []
    with refused(vector):
        restore(path, vector["key"], restored)
    assert restored == [NOTE.encode()] * vector["notes"]  # what comes before a fault was authenticated by itself


@of("journal")
def test_journals(vector: dict[str, Any], tmp_path: Path) -> None:
    note, out = tmp_path / "note.txt", tmp_path / "a.txt"
    note.write_text(NOTE)
    os.utime(note, ns=(10**18, 10**18))
    out.write_text(MASKED)
    (tmp_path / JOURNAL_NAME).write_text(vector["file"].replace("VERSION", __version__))
    with refused(vector):
        journal = Journal(tmp_path, "s", bytes.fromhex(vector["seal"]), resume=True)
        assert journal.is_done("a.txt", note, out) is vector["done"]
        journal.close()


@of("baseline")
def test_baselines(vector: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(vector["file"])
    with refused(vector):
        read = baseline.read(path, Identity(bytes.fromhex(vector["key"]), tmp_path))
        hmac_ = next(v for v in VECTORS if v["format"] == "baseline")["file"]
        entry = Entry("a.txt", "phone", "PHONE", json.loads(hmac_)["findings"][0]["hmac"])
        assert (read.counts[entry] > 0) is vector["accepts"]
