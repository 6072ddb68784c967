"""Risk: what is left to be read, how many patients share it, and the chance to tell one by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Run

from scrubber.report import risk as risk_module
from scrubber.report.left import Left
from scrubber.report.risk import Risk, chance_to_tell
from scrubber.text.span import Span


def left(note: str, *spans: tuple[str, str], patient: str = "") -> Left:
    made = Left(patient)
    made.stands(note, [Span(note.index(text), note.index(text) + len(text), type_, "x", 90) for text, type_ in spans])
    return made


def test_equal_values_are_equal_however_they_are_written() -> None:
    one = left("54 yo from Ohio, her son 20", ("54 yo", "AGE"), ("Ohio", "STATE"), ("20", "AGE"))
    other = left("fifty-four, OH", ("fifty-four", "AGE"), ("OH", "STATE"))
    assert one.values == other.values == {"AGE": "54", "STATE": "ohio"}


def test_what_names_somebody_is_no_trait() -> None:
    assert left("Amara Osei", ("Amara Osei", "PATIENT")).values == {}


def test_what_a_span_becomes_counts_where_it_tells() -> None:
    made = Left()
    spans = [Span(0, 2, "AGE", "x", 90), Span(3, 5, "DATE", "x", 90)]
    made.becomes(spans, ["50s", "[DATE-1]"], lambda type_: type_ == "AGE")
    assert made.values == {"AGE": "50s"}


def test_k_least_and_by_group() -> None:
    risk = Risk()
    risk.add(left("54 OH", ("54", "AGE"), ("OH", "STATE")) for _ in range(6))
    risk.add([left("61 OH", ("61", "AGE"), ("OH", "STATE")), left("54", ("54", "AGE"))])
    report = risk.report()
    assert report["patients"] == 8
    assert report["left"] == {"AGE": 8, "STATE": 7}
    assert report["k"] == {"patients": 8, "least": 1, "alone": 2, "among_few": 2}
    assert report["groups"] == [
        {"left": ["AGE"], "patients": 1, "least": 1, "alone": 1, "among_few": 1},
        {"left": ["AGE", "STATE"], "patients": 7, "least": 1, "alone": 1, "among_few": 1},
    ]


def test_notes_of_one_patient_are_one() -> None:
    risk = Risk()
    risk.add([left("54", ("54", "AGE"), patient="a"), left("55 OH", ("55", "AGE"), ("OH", "STATE"), patient="a")])
    report = risk.report()
    assert report["patients"] == 1
    assert report["left"] == {"AGE": 1, "STATE": 1}


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(risk_module, "MOST_PATIENTS", 3)
    risk = Risk()
    risk.add(Left(str(number), {"AGE": str(number)}) for number in range(9))
    assert risk.report()["patients"] == 3
    assert risk.report()["complete"] is False


@pytest.mark.parametrize(
    ("alike", "share", "chance"),
    [(1, 1.0, 1.0), (4, 1.0, 0.25), (1, 0.5, 0.632121), (2, 0.5, 0.283834), (1, 0.001, 0.001), (100, 0.01, 0.0001)],
)
def test_the_chance_to_tell(alike: int, share: float, chance: float) -> None:
    assert chance_to_tell(alike, share) == pytest.approx(chance, rel=2e-3)


def test_a_run(real_scrub: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text("Amara Osei is a 54 yo woman from Ohio.\n")
    (folder / "t.csv").write_text("age,state,note\n54,OH,fine\n77,ME,fine\n")
    report = tmp_path / "r.json"
    done = real_scrub(
        folder, "-o", tmp_path / "out", "--report", report, "--report-population", 3, "--isolated", "--jobs", 1
    )
    assert done.returncode == 0, done.stderr
    risk = json.loads(report.read_text())["totals"]["risk"]
    assert risk["k"] == {"patients": 3, "least": 1, "alone": 1, "among_few": 3}
    assert risk["re_identification"] == pytest.approx(2 / 3, abs=1e-6)
    assert not any(word in report.read_text().casefold() for word in ("ohio", "54", "osei"))
