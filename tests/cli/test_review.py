"""The review page of ``scrub``, ``find`` and ``check``, and the configuration that they share."""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from conftest import Run

TEXT = "Dr. Amara Osei saw him on 3/14/2021 in Ohio.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text(TEXT)
    return tmp_path


def data(path: Path) -> dict[str, Any]:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text("utf-8")
    assert "Protected health information." in text
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    result: dict[str, Any] = json.loads(found[1])
    return result


def test_before_and_after(real_scrub: Run, folder: Path) -> None:
    run = real_scrub("notes", "-o", "out", "--review", "page.html", cwd=folder)
    assert run.returncode == 0, run.stderr
    page = data(folder / "page.html")
    assert page["views"] == ["side by side", "before", "after"]
    note = page["notes"][0]
    assert note["text"] == TEXT
    after, at = "", 0
    for start, end, _, _, _, kind, *to in note["spans"]:
        after += TEXT[at:start] + (to[0] if kind == "found" else TEXT[start:end])
        at = end
    assert after + TEXT[at:] == (folder / "out" / "a.txt").read_text()


def test_find_and_check(real_scrub: Run, folder: Path) -> None:
    assert real_scrub("find", "notes", "--format", "html", "-o", "f.html", cwd=folder).returncode == 0
    assert real_scrub("check", "notes", "--format", "html", "-O", "c.html", cwd=folder).returncode == 1
    assert data(folder / "f.html")["verb"] == "masked"
    page = data(folder / "c.html")
    assert page["verb"] == "reported"
    assert [TEXT[s[0] : s[1]] for s in page["notes"][0]["spans"] if s[5] == "found"] == ["Amara Osei", "3/14/2021"]


@pytest.mark.parametrize(
    "arguments",
    [["-o", "out", "--review", "out/page.html"], ["-o", "out", "--review", ""], ["--review", "p.html"],
     ["--in-place", "--review", "p.html"]],
)  # fmt: skip
def test_a_page_is_refused_where_it_would_leak_or_say_nothing(
    real_scrub: Run, folder: Path, arguments: list[str]
) -> None:
    run = real_scrub("notes", *arguments, cwd=folder)
    assert run.returncode == 2
    assert (folder / "notes" / "a.txt").read_text() == TEXT
    assert not (folder / "out").exists()


def test_every_command_reads_the_configuration(real_scrub: Run, folder: Path) -> None:
    (folder / ".scrub.toml").write_text('profile = "strict"\n[[allow]]\ntext = "amara osei"\nreason = "invented"\n')
    masked = real_scrub("notes/a.txt", cwd=folder).stdout.decode()
    assert "Amara Osei" in masked
    assert "Ohio" not in masked
    assert b"DOCTOR" not in real_scrub("find", "notes", cwd=folder).stdout
    assert b"STATE" in real_scrub("check", "notes", cwd=folder).stdout
    assert b"DOCTOR" in real_scrub("find", "notes", "--isolated", cwd=folder).stdout
    assert b"STATE" not in real_scrub("find", "notes", "--profile", "safe-harbor", cwd=folder).stdout
    (folder / ".scrub.toml").write_text("[types.DOCTOR]\nenabled = flase\n")
    assert real_scrub("notes/a.txt", cwd=folder).returncode == 2


@pytest.mark.parametrize("name", ["safe-harbor", "limited", "strict"])
def test_scrubbed_notes_are_clean(real_scrub: Run, tmp_path: Path, name: str) -> None:
    notes = Path(__file__).parents[2] / "examples" / "notes"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SCRUB")}
    done = real_scrub(notes, "-o", tmp_path / "out", "--profile", name, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    run = real_scrub("check", tmp_path / "out", "--profile", name, cwd=tmp_path, env=environment)
    assert run.returncode == 0, run.stdout.decode()
