"""The best way for each type, on invented findings."""

from __future__ import annotations

from collections.abc import Sequence

from scrubber.evaluate.choosing import LEAST, as_table, as_toml, choose, cross_validated
from scrubber.evaluate.evaluation import evaluate
from scrubber.evaluate.marks import Mark, MarkedNote, mark

CITY, DATE = mark("CITY", 0, 5), mark("DATE", 6, 10)
NOTES = [MarkedNote(f"n{n:02}", "Davos 1950 there", (CITY, DATE)) for n in range(LEAST + 5)]


def everywhere(*marks: Mark) -> dict[str, Sequence[Mark]]:
    return {note.name: marks for note in NOTES}


BY_WAY = {"crf": everywhere(CITY), "neural": everywhere(DATE), "mean": everywhere(CITY, DATE), "rules": everywhere()}


def test_the_best_way_is_chosen_for_each_type_and_of_equal_ones_the_first() -> None:
    chosen = choose(NOTES, BY_WAY)
    assert (chosen["CITY"], chosen["DATE"], chosen["ZIP"]) == ("crf", "neural", "crf")
    assert list(as_toml(chosen)) == ["[types.DATE]", 'detectors = ["rules", "neural"]']
    assert list(as_toml({"CITY": "mean"}))[1:] == ['detectors = ["rules", "crf", "neural"]', 'combine = "mean"']


def test_a_type_with_few_marks_is_not_chosen_for() -> None:
    assert choose(NOTES[: LEAST - 1], BY_WAY)["DATE"] == "crf"


def test_what_is_chosen_is_measured_on_other_notes() -> None:
    asked: list[str] = []

    def find(chosen, some):  # type: ignore[no-untyped-def]
        asked.extend(note.name for note in some)
        marks = [*BY_WAY[chosen["CITY"]]["n00"], *BY_WAY[chosen["DATE"]]["n00"]]
        return {note.name: marks for note in some}

    assert cross_validated(NOTES, BY_WAY, find).figures()["strict_F1"] == 1.0
    assert sorted(asked) == [note.name for note in NOTES]


def test_the_table_has_a_column_a_way() -> None:
    lines = list(as_table({name: evaluate(NOTES, found) for name, found in BY_WAY.items()}))
    assert lines[0].split() == list(BY_WAY)
    assert "strict_F1                  0.6667   0.6667   1.0000   0.0000" in lines
    assert lines[-1].split() == ["DATE", str(len(NOTES)), "0.0000", "1.0000", "1.0000", "0.0000"]
