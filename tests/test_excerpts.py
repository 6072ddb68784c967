"""Single lines of notes as notes of their own."""

from __future__ import annotations

from scrubber.evaluate.marks import MarkedNote, mark
from scrubber.excerpts import EVERY, excerpts


def note(name: str, *lines: str) -> MarkedNote:
    text = "\n".join(lines)
    at = text.find("Quillon")
    return MarkedNote(name, text, (mark("DOCTOR", at, at + 7),) if at >= 0 else ())


def test_takes_every_fifth_line_that_is_long_enough() -> None:
    lines = [f"line number {n} of the note" for n in range(12)]
    found = list(excerpts([note("a", "short", *lines)]))
    assert [e.text for e in found] == [lines[EVERY - 1], lines[2 * EVERY - 1]]
    assert len({e.name for e in found}) == 2


def test_counts_on_from_note_to_note_in_order_of_their_names() -> None:
    one, two = note("a", *["the same long line"] * 3), note("b", "another long line here", "and the fifth is taken")
    assert [e.text for e in excerpts([two, one])] == ["and the fifth is taken"]


def test_marks_move_with_their_line() -> None:
    (found,) = excerpts([note("a", *["a line that is long"] * 4, "   seen by Dr. Quillon today  ")])
    assert found.text == "seen by Dr. Quillon today"
    assert [found.text[m.start : m.end] for m in found.marks] == ["Quillon"]
