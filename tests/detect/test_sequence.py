"""Models that read every line: from labels to spans, and what several of them agree on."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.detect.committee import agreed, committee, read_committee
from scrubber.detect.crf_model import COMMITTEE, write_model
from scrubber.detect.sequence import apart, labelled
from scrubber.detect.tagger import Vote
from scrubber.detect.word_parts import next_hits, until_number, without
from scrubber.errors import DataError


@pytest.mark.parametrize(
    ("labels", "spans"),
    [
        ("B-A I-A O", [(5, 7, "A")]),
        ("I-A I-A O", [(5, 7, "A")]),
        ("B-A B-A O", [(5, 6, "A"), (6, 7, "A")]),
        ("I-A I-C I-C", [(5, 6, "A"), (6, 8, "C")]),
        ("I-A O I-A", [(5, 6, "A"), (7, 8, "A")]),
        ("O O O", []),
    ],
)
def test_labels_say_spans(labels: str, spans: list[tuple[int, int, str]]) -> None:
    assert list(labelled(range(5, 8), labels.split())) == spans


def test_sure_runs_stand_apart_from_likely_ones() -> None:
    types = {5: "A", 6: "A", 7: "A", 9: "A", 10: "B"}
    chances = {5: 0.3, 6: 0.3, 7: 0.9, 9: 0.9, 10: 0.9}
    runs = list(apart(types, {i: Vote(chance, types[i]) for i, chance in chances.items()}))
    assert runs == [range(5, 7), range(7, 8), range(9, 10), range(10, 11)]


def test_one_model_decides_alone() -> None:
    assert agreed([[(1, 3, "A"), (4, 5, "B")]]) == [(1, 3, "A"), (4, 5, "B")]


def test_most_models_win_and_no_span_overlaps_another() -> None:
    first, second, third = [(1, 3, "A"), (8, 9, "C")], [(1, 4, "A"), (6, 7, "B")], [(1, 3, "A"), (6, 7, "B")]
    assert agreed([first, second, third]) == [(1, 3, "A"), (6, 7, "B")]
    assert agreed([first, first, second, second]) == [(1, 4, "A"), (6, 7, "B"), (8, 9, "C")], "the longer one"


def test_a_committee_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "model.crf"
    write_model(path, committee([b"one", b"", b"three"]))
    assert read_committee(path) == [b"one", b"", b"three"]
    path.write_bytes(b"lCRF alone")
    assert read_committee(path) == [b"lCRF alone"]
    for broken in (COMMITTEE, COMMITTEE + b"\0\0\0\0\0\0\0\x09short"):
        path.write_bytes(broken)
        with pytest.raises(DataError, match="cut short"):
            read_committee(path)
    with pytest.raises(DataError, match="No such file"):
        read_committee(tmp_path / "none")


def test_the_next_hit_is_not_the_one_at_hand() -> None:
    assert next_hits(["", "A", "A", "", "B", "", "C"]) == ["A", "B", "B", "B", "C", "C", ""]


def test_a_model_may_learn_without_some_features() -> None:
    rows = [["w=x", "l=CITY:sure", "+l=CITY:sure", "pBl=CITY:sure", "plab=x", "h=DATEB", "r=aB", "h<|a", "seg=x|a"]]
    assert without(rows, ["lists"]) == [["w=x", "plab=x", "h=DATEB", "r=aB", "h<|a", "seg=x|a"]]
    assert without(rows, ["rules", "far"])[0] == ["w=x", "l=CITY:sure", "+l=CITY:sure", "pBl=CITY:sure", "plab=x"]
    assert without(rows, []) == rows


def test_how_far_the_next_number_is() -> None:
    assert until_number(["Calle", "Sol", ",", "3", "."]) == [3, 2, 1, 0, 7]
    assert until_number(["Sol", "s", "/", "n", "a", "b"]) == [1, 0, 7, 7, 7, 7]
    assert until_number(["a"] * 9 + ["5"]) == [7, 7, 7, 6, 5, 4, 3, 2, 1, 0]
    assert until_number([]) == []
