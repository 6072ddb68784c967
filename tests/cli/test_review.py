"""The review page of ``scrub``, ``find`` and ``check``, and the configuration that they share."""

from __future__ import annotations

import json
import re
import stat
import tomllib
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
    for start, end, _, _, _, kind, to, _ in note["spans"]:
        after += TEXT[at:start] + (to if kind == "found" else TEXT[start:end])
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


PLAIN = """Name: Amara Osei      MRN: 00482913
DOB: 3/14/1950

Dr. Lena Farrier saw Mrs. Osei on 3/14/2021. Tel (416) 555-0199, amara.osei@example.org.
BP 120/80, T 98.6. She lives with her daughter.

Dictated by: Lena Farrier, MD
"""


@pytest.mark.parametrize("name", ["safe-harbor", "limited", "strict"])
@pytest.mark.parametrize("operator", ["tag", "redact"])
def test_scrubbed_notes_are_clean(real_scrub: Run, folder: Path, name: str, operator: str) -> None:
    (folder / "notes" / "a.txt").write_text(PLAIN)
    types = tomllib.loads((Path(__file__).parents[2] / "patterns" / "types.toml").read_text("utf-8"))
    (folder / "scrub.toml").write_text("".join(f'[types.{type_}]\noperator = "{operator}"\n' for type_ in types))
    done = real_scrub("notes", "-o", "out", "--profile", name, cwd=folder)
    assert done.returncode == 0, done.stderr
    run = real_scrub("check", "out", "--profile", name, cwd=folder)
    assert run.returncode == 0, run.stdout.decode()


@pytest.mark.parametrize("crf", [[], ["--no-crf"]])
def test_tags_in_scrubbed_notes_are_never_found(real_scrub: Run, tmp_path: Path, crf: list[str]) -> None:
    """What context hid the first time may be found in a note that has been scrubbed; our own tags may not."""
    notes = Path(__file__).parents[2] / "examples" / "notes"
    assert real_scrub(notes, "-o", tmp_path / "out", "--isolated", *crf).returncode == 0
    run = real_scrub("check", tmp_path / "out", "--isolated", "--format", "json", "--show-text", *crf)
    assert not [f for f in json.loads(run.stdout)["findings"] if re.search(r"[\[\]]|^[A-Z-]+-\d+$", f["text"])]


def test_the_page_shows_what_was_written_for_each_patient(real_scrub: Run, folder: Path) -> None:
    (folder / "notes" / "a.txt").unlink()
    for patient in ("P1", "P2"):
        (folder / "notes" / patient).mkdir()
        (folder / "notes" / patient / "b.txt").write_text(TEXT)
    (folder / "key").write_text("a long secret for tests\n")
    (folder / "key").chmod(0o600)
    how = ["--profile", "surrogates", "--key-file", "key", "--patient-from", "folder"]
    run = real_scrub("notes", "-o", "out", "--review", "page.html", *how, cwd=folder)
    assert run.returncode == 0, run.stderr
    for note in data(folder / "page.html")["notes"]:
        after, at = "", 0
        for start, end, _, _, _, kind, to, _ in note["spans"]:
            after += TEXT[at:start] + (to if kind == "found" else TEXT[start:end])
            at = end
        assert after + TEXT[at:] == (folder / "out" / note["place"]).read_text()


def test_the_page_tells_why(real_scrub: Run, folder: Path) -> None:
    assert real_scrub("notes", "-o", "out", "--review", "page.html", cwd=folder).returncode == 0
    page = data(folder / "page.html")
    name = next(span for span in page["notes"][0]["spans"] if span[2] == "DOCTOR")
    said = [page["whys"][number] for number in name[7]]
    assert said[0].startswith("the CRF gives")
    assert said[1].startswith("+ ")
    assert said[-1].startswith("masked: ")
    assert not any("Osei" in text for text in page["whys"])


MARKS = {
    "format": "scrub-marks", "version": 1, "by": "",
    "notes": [{
        "name": "notes/a.txt", "place": "a.txt",
        "missed": [
            {"start": 18, "end": 21, "type": "PATIENT", "text": "him", "reason": "", "everywhere": True},
            {"start": 39, "end": 43, "type": "STATE", "text": "Ohio", "reason": "", "everywhere": True},
            {"start": 14, "end": 17, "type": "PATIENT", "text": "saw", "reason": "", "everywhere": False},
        ],
        "wrong": [],
    }],
}  # fmt: skip


def test_marks_are_applied_and_what_is_not_is_told(real_scrub: Run, folder: Path) -> None:
    (folder / "marks.json").write_text(json.dumps(MARKS))
    assert real_scrub("notes", "-o", "out", cwd=folder).returncode == 0
    nobody = real_scrub("review", "out", "--apply", "marks.json", cwd=folder)
    assert nobody.returncode == 2
    assert b"--by" in nobody.stderr
    run = real_scrub("review", "out", "--apply", "marks.json", "--by", "R. Ahn", cwd=folder)
    assert run.returncode == 0
    said = run.stderr.decode()
    assert "the profile safe-harbor keeps a missed STATE" in said
    assert "1 mark for one place alone" in said
    assert "names people (1 of [[mask]])" in said
    assert "wrote 1 [[mask]] and 0 [[allow]] to .scrub.toml" in said
    assert tomllib.loads((folder / ".scrub.toml").read_text())["mask"][0]["text"] == "him"
    again = real_scrub("review", "out", "--apply", "marks.json", "--by", "R. Ahn", cwd=folder)
    assert b"says all that the marks say" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none", "marks.json"], "no such file or folder"),
        (["notes", "marks.json", "--by", "R. Ahn"], "need --apply"),
        (["notes", "marks.json", "--apply", "--config", "none.toml"], "no such configuration file"),
        (["empty", "marks.json"], "of another run"),
        (["notes", "notes/a.txt"], "not JSON"),
    ],
)
def test_a_review_that_cannot_be_is_refused(real_scrub: Run, folder: Path, arguments: list[str], said: str) -> None:
    (folder / "empty").mkdir()
    (folder / "marks.json").write_text(json.dumps(MARKS))
    run = real_scrub("review", *arguments, cwd=folder)
    assert run.returncode == 2
    assert said in run.stderr.decode()
    assert not (folder / ".scrub.toml").exists()
