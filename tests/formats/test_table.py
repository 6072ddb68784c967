"""The rows of a table: searched together, with the result of searching them one by one."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubber import Scrubber, scrub_file

ROWS = [
    ("1", "0048213", "Velankar", "Mrs. Velankar was seen on 3/12/2023 by Dr. Quillon."),
    ("1", "0048213", "Velankar", "Quillon called her back; chart 0048213."),
    ("2", "0048999", "Okafor", "VELANKAR is not this patient; okafor is. Seen in Bramfield."),
    ("3", "", "", "M. Jean Tremblay a été vu aujourd'hui à la clinique pour une douleur au genou droit."),
    ("4", "0048213", "Velankar", "Seen by Dr. [DOCTOR-1] with Velankar on 3/12/2023."),
    ("5", "0050000", "Prado", "La paciente Begoña Prado fue atendida el 12 de marzo de 2023 en el hospital."),
    ("6", "0050000", "Prado", ""),
    ("7", "0050001", "Osei", "Osei, 44, c/o chest pain since 3/2."),
]


NAMES = ("note_id", "mrn", "surname", "note_text")


def as_csv(path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([NAMES, *ROWS])


def as_json(path: Path) -> None:
    path.write_text(json.dumps([dict(zip(NAMES, row, strict=True)) for row in ROWS]), "utf-8")


@pytest.mark.parametrize("one_by_one", ["scrubber.text.groups.SIZE", "scrubber.formats.table.MOST"])
@pytest.mark.parametrize("written", [as_csv, as_json])
def test_together_as_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: Callable[[Path], None], one_by_one: str
) -> None:
    source = tmp_path / f"export.{written.__name__.removeprefix('as_')}"
    written(source)
    scrubber = Scrubber(unknown_language="mask")
    how: dict[str, Any] = {"id_column": "note_id", "column_actions": {"note_id": "keep"}}
    scrub_file(scrubber, source, tmp_path / "together", **how)
    monkeypatch.setattr(one_by_one, 1)
    scrub_file(scrubber, source, tmp_path / "alone", **how)
    together = (tmp_path / "together").read_bytes()
    assert together == (tmp_path / "alone").read_bytes()
    assert b"Quillon" not in together
    assert b"kafor" not in together


def test_short_records_are_looked_through_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "export.jsonl"
    source.write_text("\n".join(json.dumps({"remark": f"Mr. Osei took {n} mg at noon."}) for n in range(60)), "utf-8")
    scrubber = Scrubber(unknown_language="mask")
    asked: list[int] = []
    trace = scrubber.detection.trace
    monkeypatch.setattr(
        scrubber.detection, "trace", lambda texts, **how: asked.append(len(texts)) or trace(texts, **how)
    )
    scrub_file(scrubber, source, tmp_path / "out.jsonl")
    assert max(asked) == 60
