"""The whole loop in a real browser: scrub, review twenty notes, save, apply, scrub again, and the marks hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from pages import Keys, OpenPage

from scrubber.evaluate.gold import read_gold

CONFIG = '# ours\nprofile = "safe-harbor"   # as agreed\n\n[rules]\nignore = ["date-slash"]\n'
DOCTORS = ("Amara Osei", "Lena Farrier", "Colm Drury", "Ines Quillon")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / ".scrub.toml").write_text(CONFIG)
    for number in range(20):
        text = f"Dr. {DOCTORS[number % 4]} saw him on 2021-03-{number + 1:02}.\nCleared by the heron team.\n"
        (tmp_path / "notes" / f"n{number:02}.txt").write_text(text)
    return tmp_path


@pytest.mark.browser
def test_twenty_notes_are_reviewed_and_the_marks_hold(
    real_scrub: Run, browser: Any, downloads: Path, folder: Path
) -> None:
    scrub = ["notes", "-o", "out", "--force", "--review", "page.html"]
    assert real_scrub(*scrub, cwd=folder).returncode == 0
    assert "heron team" in (folder / "out" / "n07.txt").read_text()
    assert "Amara Osei" not in (folder / "out" / "n04.txt").read_text()

    page = OpenPage(browser, (folder / "page.html").read_text("utf-8"), folder)
    page.browser.find_element("id", "by").send_keys("R. Ahn", Keys.ENTER)
    page.js("(open_(DATA.notes[0]), true)")
    page.press("]", "]", ".", ".", ".", ">", "m", "h", Keys.ENTER)  # "heron team" is a HOSPITAL
    page.press("p", "p", "w", "r", *"our medical director", Keys.ENTER)  # back to the doctor's name
    for _ in range(20):
        page.press(" ")
    assert page.js("state.seen.size") == 20
    marks = folder / "marks.json"
    marks.write_text(page.saved("save-marks", downloads / "marks.json"), "utf-8")
    (folder / "gold.jsonl").write_text(page.saved("save-gold", downloads / "reviewed.jsonl"), "utf-8")
    lists = page.saved("save-list", downloads / "marks.toml")
    first = read_gold(folder / "gold.jsonl")[0]
    assert [(m.type, first.text[m.start : m.end]) for m in first.marks] == [
        ("DATE", "2021-03-01"),
        ("HOSPITAL", "heron team"),
    ]

    broken = real_scrub("review", "out", "marks.json", cwd=folder)
    assert broken.returncode == 1
    assert broken.stderr.startswith(b"2 marks: 0 hold, 2 do not")
    applied = real_scrub("review", "out", "--apply", "marks.json", cwd=folder)
    assert applied.returncode == 0, applied.stderr
    config = (folder / ".scrub.toml").read_text("utf-8")
    assert config == f"{CONFIG}\n{lists}"
    assert "our medical director (R. Ahn)" in config

    assert real_scrub(*scrub, cwd=folder).returncode == 0
    holds = real_scrub("review", "out", "marks.json", cwd=folder)
    assert (holds.returncode, holds.stdout) == (0, b""), holds.stderr
    masked = [path.read_text() for path in sorted((folder / "out").iterdir())]
    assert not any("heron team" in text for text in masked)
    assert [number for number, text in enumerate(masked) if "Amara Osei" in text] == [0, 4, 8, 12, 16]
    assert real_scrub("review", "out", "--apply", "marks.json", cwd=folder).returncode == 0
    assert (folder / ".scrub.toml").read_text("utf-8") == config

    again = OpenPage(browser, (folder / "page.html").read_text("utf-8"), folder)
    again.upload(marks)
    assert again.text("status") == "2 marks read: 0 open, 2 done"
