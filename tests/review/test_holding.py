"""Whether marks hold is looked for in the masked notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.errors import UsageError
from scrubber.review.holding import broken, refuse_other_run
from scrubber.review.marks import MarkedPlaces, MarkedText, Marks


def marks(place: str) -> Marks:
    missed = MarkedText(0, 10, "HOSPITAL", "Blue Heron"), MarkedText(20, 23, "PATIENT", "Lee")
    return Marks("", (MarkedPlaces(place, missed, (MarkedText(30, 35, "CITY", "Mercy"),)),))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("[HOSPITAL-1], [PATIENT-1], Mercy, sleep", []),
        ("at blue\nheron, Leeds, Mercy", ["HOSPITAL"]),
        ("[HOSPITAL-1], Lee, [CITY-1]", ["PATIENT", "CITY"]),
    ],
)
def test_missed_text_is_gone_and_wrong_text_stands(tmp_path: Path, text: str, left: list[str]) -> None:
    (tmp_path / "a.txt").write_text(text)
    assert [mark.type for _, mark, _ in broken(tmp_path, marks("a.txt"))] == left
    assert [mark.type for _, mark, _ in broken(tmp_path / "a.txt", marks("b.txt"))] == left, "a single file"


def test_marks_of_another_run_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("")
    refuse_other_run(tmp_path, marks("a.txt"))
    with pytest.raises(UsageError, match=r"ward/b\.txt"):
        refuse_other_run(tmp_path, marks("ward/b.txt"))
