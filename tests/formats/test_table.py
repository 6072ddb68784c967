"""The rows of a table: searched together, with the result of searching them one by one."""

from __future__ import annotations

import csv
from pathlib import Path

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


@pytest.mark.parametrize("one_by_one", ["scrubber.text.portions.SIZE", "scrubber.formats.table.MOST"])
def test_together_as_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one_by_one: str) -> None:
    source = tmp_path / "export.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["note_id", "mrn", "surname", "note_text"])
        writer.writerows(ROWS)
    scrubber = Scrubber(unknown_language="mask")
    scrub_file(scrubber, source, tmp_path / "together.csv", id_column="note_id", column_actions={"note_id": "keep"})
    monkeypatch.setattr(one_by_one, 1)
    scrub_file(scrubber, source, tmp_path / "alone.csv", id_column="note_id", column_actions={"note_id": "keep"})
    together = (tmp_path / "together.csv").read_bytes()
    assert together == (tmp_path / "alone.csv").read_bytes()
    assert b"Quillon" not in together
    assert b"kafor" not in together
