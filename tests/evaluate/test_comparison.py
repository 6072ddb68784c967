"""What got better and what worse is told as such, and what cannot be compared is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scrubber.errors import UsageError
from scrubber.evaluate.comparison import Change, compare, read_evaluation, same_notes


def evaluation(
    *, recall: float = 0.5, over: int = 3, of: int = 10, mistakes: list[dict[str, Any]] | None = None
) -> Any:
    city = {"masked": 5, "of": of, "recall": recall}
    data = {
        "schema_version": 1,
        "notes": 2,
        "figures": {"R_all": recall, "over_1k": 1.5 * over},
        "tokens": {
            "by_type": {"CITY": city, "AGE": {"masked": 2, "of": 2, "recall": 1.0}},
            "over_by_type": {"CITY": over},
        },
    }
    return data if mistakes is None else data | {"mistakes": mistakes}


@pytest.mark.parametrize(
    ("name", "before", "now", "verdict"),
    [
        ("R_all", 0.5, 0.6, "better"),
        ("R_all", 0.6, 0.5, "worse"),
        ("R_all", 0.5, 0.5, "same"),
        ("over_1k", 2.0, 1.0, "better"),
        ("over CITY", 1, 4, "worse"),
    ],
)
def test_verdicts(name: str, before: float, now: float, verdict: str) -> None:
    assert Change(name, before, now).verdict == verdict


def test_figures_are_all_told_and_types_where_they_changed() -> None:
    found = compare(evaluation(), evaluation(recall=0.6, over=1))
    assert [(c.name, c.verdict) for c in found.changes] == [
        ("R_all", "better"),
        ("over_1k", "better"),
        ("recall CITY", "better"),
        ("over CITY", "better"),
    ]
    lines = list(found.lines())
    assert lines[1].split() == ["R_all", "0.500", "0.600", "+0.100", "better"]
    assert lines[-1].split() == ["over", "CITY", "3", "1", "-2", "better"]
    assert found.as_json()["changes"][0] == {"name": "R_all", "before": 0.5, "now": 0.6, "verdict": "better"}


def test_mistakes_that_are_gone_and_new() -> None:
    old, new = ({"kind": "miss", "note": "a", "start": at, "end": at + 3, "type": "CITY"} for at in (0, 9))
    found = compare(evaluation(mistakes=[old]), evaluation(mistakes=[new]))
    assert list(found.lines())[-2:] == ["gone: miss  a:0-3  CITY", "new: miss  a:9-12  CITY"]
    assert compare(evaluation(), evaluation(mistakes=[new])).new is None


def test_other_notes_are_noticed() -> None:
    assert same_notes(evaluation(), evaluation(recall=0.9))
    assert not same_notes(evaluation(), evaluation(of=11))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema_version": 1, "figures": 3, "tokens": {"by_type": {}}}'])
def test_what_is_no_evaluation(tmp_path: Path, text: str) -> None:
    (tmp_path / "old.json").write_text(text)
    with pytest.raises(UsageError, match="not an evaluation"):
        read_evaluation(tmp_path / "old.json")
    (tmp_path / "old.json").write_text(json.dumps(evaluation() | {"schema_version": 0}))
    with pytest.raises(UsageError, match="another version"):
        read_evaluation(tmp_path / "old.json")
    with pytest.raises(UsageError, match="No such file"):
        read_evaluation(tmp_path / "none.json")
