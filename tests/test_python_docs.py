"""docs/python.md is true: its examples run, and print what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import scrubber
from scrubber import Scrubber, find_in_file, scrub_file
from scrubber.errors import NoteError, UsageError

PAGE = (Path(__file__).parent.parent / "docs" / "python.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TABLE = (
    "mrn,surname,ward,note_text\n"
    '4471902,Velankar,4B,"Velankar (MRN 4471902) was seen by Dr. Ekwueme."\n'
    '4471903,Okonjo,4C,"Ms. Okonjo called from (416) 555-0137."\n'
)
OURS = 'rule-folders = ["our-rules"]\n[[mask]]\ntext = "Blue Heron"\ntype = "HOSPITAL"\nreason = "Our house."\n'
RULE = """[[rule]]
id = "our-chart"
type = "MEDICALRECORD"
pattern = "SV-[0-9]{2}[A-Z]{2}[0-9]{3}"
weight = 90
keywords = ["sv"]
why = "Ours."
hit = ["[[SV-77QR410]]"]
miss = ["SV-77"]
"""


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """What the examples before have defined."""
    return {}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "export.csv").write_text(TABLE)
    (tmp_path / "ours.toml").write_text(OURS)
    (tmp_path / "our-rules").mkdir()
    (tmp_path / "our-rules" / "ids.toml").write_text(RULE)
    with chdir(tmp_path):
        yield tmp_path


def run(code: str, names: dict[str, Any]) -> str:
    out = StringIO()
    with redirect_stdout(out):
        exec(compile(code, "docs/python.md", "exec"), names)
    return out.getvalue()


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_examples(number: int, names: dict[str, Any], folder: Path) -> None:
    code = BLOCKS[number]
    if number and "Scrubber" not in names:
        run(BLOCKS[0], names)
    printed = run(code, names)
    told = re.findall(r"^print\(.*\n# (.*)$", code, re.MULTILINE)
    assert [line.strip() for line in printed.splitlines() if line.strip()][: len(told)] == told
    assert "Velankar" not in printed


def test_scrub_file(folder: Path) -> None:
    scrubber = Scrubber(crf=False)
    result = scrub_file(scrubber, folder / "export.csv", folder / "out.csv", columns=["note_text"])
    assert (result.notes, result.spans) == (2, 9)
    assert result.warnings == ("1 of 4 columns are kept as they are (column 3): see --column-action",)
    text = (folder / "out.csv").read_text()
    assert "Velankar" not in text
    assert scrub_file(scrubber, "out.csv", "again.csv", columns=["note_text"]).spans == 0
    (folder / "note.txt").write_text("Seen by Dr. Ekwueme.")
    assert scrub_file(scrubber, "note.txt", "clean.txt").spans == 1
    assert (folder / "clean.txt").read_text() == "Seen by Dr. [DOCTOR-1]."
    [(where, found, span)] = find_in_file(scrubber, "note.txt")
    assert (where, found, span.start) == ("", "Ekwueme", 12)
    places = [where for where, _, _ in find_in_file(scrubber, "export.csv")]
    assert places[0] == "row 2, column mrn"


def test_scrub_file_fails_closed(folder: Path) -> None:
    scrubber = Scrubber(crf=False)
    (folder / "bad.csv").write_text("a,b\n1,2,3\n")
    for settings in ({}, {"columns": ["z"]}):
        with pytest.raises(NoteError):
            scrub_file(scrubber, "bad.csv", "out.csv", **settings)
    with pytest.raises(NoteError, match="overwrite"):
        scrub_file(scrubber, "export.csv", "./export.csv")
    with pytest.raises(UsageError):
        scrub_file(scrubber, "export.csv", "out.csv", column_actions={"mrn": "shred"})
    with pytest.raises(UsageError, match="no setting 'colums'; did you mean 'columns'"):
        scrub_file(scrubber, "export.csv", "out.csv", colums=["note_text"])
    with pytest.raises(TypeError, match="columns must be a list of texts, not str"):
        scrub_file(scrubber, "export.csv", "out.csv", columns="note_text")
    with pytest.raises(UsageError):
        list(find_in_file(scrubber, "export.csv", input_format="nope"))
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize("name", scrubber.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(scrubber, name) is not None
