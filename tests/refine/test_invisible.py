"""Text is read without what nobody sees in it."""

from __future__ import annotations

from scrubber.pipeline import Scrubber
from scrubber.refine.invisible import visible
from scrubber.span import Span

SCRUBBER = Scrubber("strict", crf=False)


def test_offsets_lead_back_to_the_text_as_it_is() -> None:
    text = "\ufeffa\u00adb c\u200b\u200bd\u200f"
    seen = visible(text)
    assert seen is not None
    assert seen.text == "ab cd"
    back = seen.back(Span(0, 2, "PATIENT", "r", 80))
    assert text[back.start : back.end] == "a\u00adb"
    last = seen.back(Span(3, 5, "PATIENT", "r", 80))
    assert text[last.start : last.end] == "c\u200b\u200bd"


def test_text_without_such_characters_is_read_as_it_is() -> None:
    assert visible("plain") is None
    assert visible("naïve — text") is None


def test_a_name_and_a_number_with_soft_hyphens_are_found_whole() -> None:
    text = "Mr. Darius Velan\u00adkar, MRN 447\u200b1902, was seen."
    assert SCRUBBER.scrub(text) == "Mr. [PATIENT-1], MRN [MEDICALRECORD-1], was seen."
