"""Copies of training notes in other case."""

from __future__ import annotations

from scrubber.evaluate.inline import read_inline
from scrubber.recase import in_other_case

TEXT = "Seen by Dr. [[DOCTOR|Weiß-Éclair]] in İzmir, no fever.\n"


def test_a_third_in_lower_case_and_a_third_in_capitals_with_the_marks_where_they_were() -> None:
    notes = [read_inline(name, TEXT) for name in ("c", "a", "b")]
    lower, upper = in_other_case(notes)
    assert (lower.name, upper.name) == ("a lower", "b upper")
    for note, name in ((lower, "weiß-éclair"), (upper, "WEIß-ÉCLAIR")):
        assert len(note.text) == len(notes[0].text)
        assert note.text[note.marks[0].start : note.marks[0].end] == name


def test_notes_that_have_one_case_already_are_not_copied() -> None:
    assert not list(
        in_other_case([read_inline("a", "SEEN BY DR. [[DOCTOR|OSEI]]"), read_inline("b", "no fever at all")])
    )
    assert not list(in_other_case([read_inline("a", "12/3: 4 5 6")]))
