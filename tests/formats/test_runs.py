"""Text in parts: read as one, written back part by part."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubber.formats import runs as runs_module
from scrubber.formats.context import Mark
from scrubber.formats.runs import Runs
from scrubber.note import rewrite
from scrubber.text.span import Span


class Finder:
    """A note that knows some words."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.seen: list[str] = []

    def marks(self, text: str, where: str = "") -> list[Mark]:
        self.seen.append(text)
        return sorted(Mark(text.find(w), text.find(w) + len(w), "[X]") for w in self.words if w in text)


def lay(texts: Sequence[str], marks: Sequence[Mark], fixed: Collection[int] = ()) -> list[str]:
    """Parts of a text, read as one, after its marks are replaced."""
    runs = Runs()
    for number, text in enumerate(texts):
        runs.add(text, fixed=number in fixed)
    runs.learn(range(len(runs)), marks)
    return runs.results()


def test_a_name_over_three_runs_is_replaced_in_the_first() -> None:
    assert lay(["Mr. Dar", "ius Vel", "ankar came"], [Mark(4, 19, "[X]")]) == ["Mr. [X]", "", " came"]


def test_two_marks_in_one_run_and_one_across() -> None:
    assert lay(["a bb c", "c dd"], [Mark(2, 4, "[1]"), Mark(5, 7, "[2]"), Mark(8, 10, "[3]")]) == [
        "a [1] [2]",
        " [3]",
    ]


def test_fixed_parts_stay_and_hand_on_the_replacement() -> None:
    assert lay(["Mr. Dar", "\n", "ius"], [Mark(4, 11, "[X]")], fixed={1}) == ["Mr. [X]", "\n", ""]
    assert lay(["-", "Dar", "ius"], [Mark(0, 7, "[X]")], fixed={0}) == ["-", "[X]", ""]
    assert lay(["Darius"], [Mark(0, 6, "[X]")], fixed={0}) == ["Darius"]


def test_empty_parts() -> None:
    assert lay(["", "ab", "", "cd", ""], [Mark(0, 4, "[X]")]) == ["", "[X]", "", "", ""]
    assert lay([], []) == []


@given(st.lists(st.text("ab\n", max_size=4), max_size=8), st.data())
def test_joined_parts_are_the_masked_text(texts: list[str], data: st.DataObject) -> None:
    whole = "".join(texts)
    ends = sorted(data.draw(st.sets(st.integers(0, len(whole)), max_size=6)))
    pairs = list(zip(ends[::2], ends[1::2], strict=False))
    marks = [Mark(a, b, f"[{a}]") for a, b in pairs]
    spans = [Span(a, b, "PATIENT", "x", 90) for a, b in pairs]
    assert "".join(lay(texts, marks)) == rewrite(whole, spans, [m.text for m in marks])


@pytest.mark.parametrize("order", [("first", "second"), ("second", "first")])
def test_what_two_views_find_adds_up(order: Sequence[str]) -> None:
    runs = Runs()
    numbers = [runs.add(t) for t in ("Mr. Darius ", "Velankar", "Ekwueme", " came")]
    views = {"first": [0, 1, 3], "second": [0, 2, 3]}
    assert numbers == [0, 1, 2, 3]
    for name in order:
        runs.scrub(Finder("Darius Velankar", "Ekwueme"), "", views[name])  # type: ignore[arg-type]
    assert "".join(runs.results()) == "Mr. [X][X] came"
    assert runs.changed() == [0, 1, 2]


def test_a_cut_beside_cuts_keeps_its_outside() -> None:
    runs = Runs()
    runs.add("abcdefgh")
    runs.learn([0], [Mark(2, 4, "[1]")])
    runs.learn([0], [Mark(1, 6, "[2]")])
    runs.learn([0], [Mark(2, 3, "[3]")])
    assert runs.results() == ["a[2][1]gh"]


def test_long_texts_are_read_in_pieces_cut_at_line_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs_module, "BLOCK", 5)
    runs = Runs()
    for text in ("abc", "\n", "defg", "\n", "hi", "\n"):
        runs.add(text, fixed=text == "\n")
    note = Finder("hi")
    runs.scrub(note)  # type: ignore[arg-type]
    assert note.seen == ["abc\ndefg\n", "hi\n"]
    assert runs.results()[-2:] == ["[X]", "\n"]


def test_invisible_characters_are_read_over() -> None:
    runs = Runs()
    for text in ("\u00adSeen Dar\u200bius ", "\u200bVel\u00ad", "\u00adankar\u200b. Dar\u00adius Velankar"):
        runs.add(text)
    note = Finder("Darius Velankar")
    runs.scrub(note)  # type: ignore[arg-type]
    assert note.seen == ["Seen Darius Velankar. Darius Velankar"]
    assert runs.results() == ["\u00adSeen [X]", "", "\u200b. Dar\u00adius Velankar"]
