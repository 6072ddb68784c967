"""Files of marks: read as the page saves them, refused where anything in them is not as it must be."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scrubber.errors import DataError, UsageError
from scrubber.review.marks import MarkedText, read_marks

MARK = {"start": 3, "end": 8, "type": "CITY", "text": "Guel\nph", "rule": "crf-CITY", "reason": "", "everywhere": True}
DOCS = Path(__file__).parents[2] / "docs"


def saved(mark: dict[str, Any] = MARK, **note: Any) -> dict[str, Any]:
    notes = [{"name": "in/a.txt", "place": "a.txt", "seen": True, "wrong": [], "missed": [mark], **note}]
    return {"format": "scrub-marks", "version": 1, "run": "0" * 64, "by": "R. Ahn", "notes": notes}


def read(tmp_path: Path, content: Any) -> Any:
    path = tmp_path / "marks.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return read_marks(path)


def test_marks_are_read(tmp_path: Path) -> None:
    marks = read(tmp_path, saved(wrong=[{**MARK, "everywhere": False}]))
    assert (marks.by, len(marks), marks.here) == ("R. Ahn", 1, 1)
    assert list(marks.missed()) == [MarkedText(3, 8, "CITY", "Guel ph")]
    assert list(marks.wrong()) == []


def test_the_documented_file_is_read(tmp_path: Path) -> None:
    [example] = re.findall(r"```json\n(.*?)```", (DOCS / "review.md").read_text("utf-8"), re.DOTALL)
    assert len(read(tmp_path, example)) == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ([], "no file of marks"),
        ({"format": "scrub-marks", "version": 2}, "version"),
        ({"format": "scrub-marks", "version": 1, "by": "", "notes": 3}, "notes must be a list"),
        (saved() | {"by": "R.\nAhn"}, "by must be text on one line"),
        (saved() | {"by": "x" * 1001}, "at most 1000"),
        (saved(place="../a.txt"), "notes[1].place must be a path below"),
        (saved(place="/etc/passwd"), "notes[1].place must be a path below"),
        (saved(place="C:\\a.txt"), "notes[1].place must be a path below"),
        (saved(missed={}), "notes[1].missed must be a list"),
        (saved(missed=[MARK, 1]), "notes[1].missed[2].start must be there"),
        (saved({**MARK, "start": 8}), "start and end"),
        (saved({**MARK, "start": True}), "start and end"),
        (saved({**MARK, "start": -1}), "start and end"),
        (saved({**MARK, "type": "NOBODY"}), "type"),
        (saved({**MARK, "type": ["CITY"]}), "type"),
        (saved({**MARK, "text": " – "}), "letter or digit"),
        (saved({**MARK, "text": "Guel\ud800ph"}), "letter or digit"),
        (saved({**MARK, "text": 5}), "text of at most"),
        (saved({**MARK, "reason": "a\x1b[2Jb"}), "without control characters"),
        (saved({**MARK, "everywhere": "yes"}), "true or false"),
    ],
)
def test_what_is_not_as_it_must_be_is_told_without_quoting_it(tmp_path: Path, content: Any, said: str) -> None:
    with pytest.raises(DataError, match=re.escape(said)) as caught:
        read(tmp_path, content)
    assert "Guel" not in str(caught.value)


def test_a_file_that_is_not_there_or_too_large(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_marks(tmp_path / "none.json")
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(65 * 2**20)
    with pytest.raises(DataError, match="64 MB"):
        read_marks(tmp_path / "large.json")
