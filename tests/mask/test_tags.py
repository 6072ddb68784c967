"""Numbered tags: one person or place, one number."""

from __future__ import annotations

import pytest

from scrubber.mask import people as people_module
from scrubber.mask import tags as tags_module
from scrubber.mask.masking import Masking, NoteMasking
from scrubber.policy import load_policy
from scrubber.text.span import Span

MASKING = Masking(load_policy("strict"))


def tag(note: NoteMasking, type_: str, text: str) -> str:
    """The tag of what stands behind the stroke in a text (or of all of it)."""
    before, _, name = text.rpartition("|")
    span = Span(len(before), len(before) + len(name), type_, "test", 100)
    return note.replacements(before + name, [span])[0]


def numbers(type_: str, *texts: str) -> list[int]:
    """Those of several pieces of a note."""
    note = MASKING.note("n", None)
    return [int(tag(note, type_, text).rstrip("]").rsplit("-", 1)[1]) for text in texts]


def in_one_piece(*names: tuple[str, str]) -> list[str]:
    """The tags of (type, name) in one piece."""
    text, spans = "", []
    for type_, name in names:
        spans.append(Span(len(text), len(text) + len(name), type_, "test", 100))
        text += name + "\n"
    return MASKING.note("n", None).replacements(text, spans)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Amara Osei", "Osei", "OSEI", "Osei, Amara J", "A. Osei", "OSEI^AMARA", "amara osei"], [1] * 7),
        (["Osei", "Amara Osei", "Osei"], [1, 1, 1]),
        (["Laurie", "Laurie Carter-Nadeau", "Laurie", "Carter-Nadeau"], [1, 1, 1, 1]),
        (["Amara Osei", "Kofi Osei", "Osei", "Amara Osei", "Osei"], [1, 2, 2, 1, 1]),
        (["John Smith", "Mary Smith", "Smith", "M. Smith", "J. Smith", "Smith"], [1, 2, 2, 2, 1, 1]),
        (["Mark Smith", "Mary Smith", "M. Smith"], [1, 2, 3]),
        (["Amara J. Osei", "Amara K. Osei", "Amara J Osei"], [1, 2, 1]),
        (["Amara Osei", "AO", "A.O.", "KO"], [1, 1, 1, 2]),
        (["Amara J Osei", "AJO", "AO"], [1, 1, 1]),
        (["Anna Olsen", "Amara Osei", "AO"], [1, 2, 3]),
        (["Bui, Joan", "BUI J", "Nora Hale", "Nora H", "Nora K"], [1, 1, 2, 2, 3]),
        (["Ana de la Cruz", "de la Cruz", "DE LA CRUZ, ANA", "Cruz"], [1, 1, 1, 1]),
        (["José Peña", "Jose Pena", "PEÑA"], [1, 1, 1]),
        (["Baby Boy Gonçalves", "Gonçalves", "Maria Gonçalves"], [1, 1, 1]),
        (["John Smith Jr.", "Smith"], [1, 1]),
        (["Brian O'Neil", "O’Neil", "O'NEIL"], [1, 1, 1]),
        (["Guadalupe Erazo Mendívil", "Mendívil", "Erazo"], [1, 1, 1]),
        (["Robert Osei", "Bob", "Bob Osei", "Rob"], [1, 1, 1, 1]),
        (["Robert Osei", "Robert Dufour", "Bob"], [1, 2, 3]),
        (["Ben Osei", "Benjamin Osei", "Ben"], [1, 1, 1]),
        (["HAILEY, ERYN", "HAILEY ERYN", "Eryn", "Hailey"], [1, 1, 1, 1]),
        (["李", "李", "王"], [1, 1, 2]),
        (["Kofi Osei", "Mr. |Osei", "Mrs. |Osei", "Mr. |Osei", "MS |OSEI"], [1, 1, 2, 1, 2]),
        (["Robert Osei", "Dr. |Bob", "Osei"], [1, 1, 1]),
        (["his wife |Laurie", "Laurie Carter"], [1, 1]),
        (["Amara Osei", "aosei", "amaraosei", "Aosei"], [1, 1, 1, 2]),
        (["1234", "1234", "99"], [1, 1, 2]),
    ],
)
def test_people(texts: list[str], expected: list[int]) -> None:
    assert numbers("PATIENT", *texts) == expected


@pytest.mark.parametrize(
    ("type_", "texts", "expected"),
    [
        ("PHONE", ["(416) 555-0199", "416.555.0199", "416-555-0198"], [1, 1, 2]),
        ("MEDICALRECORD", ["00-48-29-13", "00482913", "00-48-29-14"], [1, 1, 2]),
        ("DATE", ["3/14/2021", "03/14/2021", "3/14/2021", "March 14", "MARCH  14"], [1, 2, 1, 3, 3]),
        ("CITY", ["St. John's", "St Johns", "ST. JOHN'S"], [1, 1, 1]),
        ("HOSPITAL", ["Mid Coast Health Centre", "Mid Coast", "MID COAST HEALTH", "MCHC", "Mid"], [1, 1, 1, 1, 2]),
        ("HOSPITAL", ["North Bay General", "North Bay Heart", "North Bay", "TGH"], [1, 2, 3, 4]),
    ],
)
def test_places_and_numbers(type_: str, texts: list[str], expected: list[int]) -> None:
    assert numbers(type_, *texts) == expected


def test_types_are_counted_apart() -> None:
    given = [("PATIENT", "Osei"), ("DOCTOR", "Osei"), ("DOCTOR", "Smith"), ("PATIENT", "Smith")]
    assert in_one_piece(*given) == ["[PATIENT-1]", "[DOCTOR-1]", "[DOCTOR-2]", "[PATIENT-2]"]


def test_one_full_name_is_one_person_whatever_its_type() -> None:
    given = [("PATIENT", "Zoltan Orvath"), ("DOCTOR", "Orvath, Zoltan"), ("DOCTOR", "zorvath"), ("DOCTOR", "Sam Osei")]
    assert in_one_piece(*given) == ["[PATIENT-1]"] * 3 + ["[DOCTOR-1]"]


def test_initials_and_user_names_may_come_first() -> None:
    given = [("DOCTOR", "AO"), ("DOCTOR", "aosei"), ("DOCTOR", "Sam Woodburn"), ("DOCTOR", "Amara Osei")]
    assert in_one_piece(*given) == ["[DOCTOR-1]", "[DOCTOR-1]", "[DOCTOR-2]", "[DOCTOR-1]"]


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tags_module, "LIMIT", 50)
    monkeypatch.setattr(people_module, "LIMIT", 50)
    note = MASKING.note("n", None)
    people = [tag(note, "PATIENT", f"Q{a}{b} Smith") for a in "abcdefghij" for b in "abcdefghijklmnop"]
    dates = [tag(note, "DATE", f"3/{n}") for n in range(500)]
    assert len(set(people)) == 160
    assert len(set(dates)) == 500
    assert len(note._numbers._tags) <= 50
    assert len(note._people._by_word) <= 53
