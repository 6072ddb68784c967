"""Nothing that may be clinical is replaced by an invented value, and dates follow whose note it is."""

from __future__ import annotations

import pytest

from scrubber.mask.certainty import BARE, FIRM, SURE, SURE_AGAIN
from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking
from scrubber.policy import load_policy
from scrubber.text.span import Span

MASKING = Masking(load_policy("surrogates"), Key(b"k" * 32))


@pytest.mark.parametrize(
    ("text", "span", "type_", "weight", "tagged"),
    [
        ("off racemic", "racemic", "DOCTOR", 50, True),
        ("with Dr. Osei", "Osei", "DOCTOR", FIRM, False),
        ("with Dr. Osei", "Osei", "DOCTOR", FIRM - 1, True),
        ("with Osei", "Osei", "DOCTOR", SURE, False),
        ("with Osei", "Osei", "DOCTOR", SURE - 1, True),
        ("with Trewmor", "Trewmor", "DOCTOR", BARE, False),
        ("with Trewmor", "Trewmor", "DOCTOR", BARE - 1, True),
        ("Cig 4. Clubb-\ning seen", "Clubb-\ning", "PATIENT", BARE - 1, True),
        ("by Dr. Young", "Young", "DOCTOR", BARE - 1, True),
        ("by Dr. Young", "Young", "DOCTOR", BARE, False),
        ("by Dr. Height", "Height", "DOCTOR", BARE - 1, True),
        ("that's Dr. March's", "March", "DOCTOR", 75, True),  # a word, and in no list of names
        ("S.A.S.H.: Saline", "S.A.S.H.", "DOCTOR", 75, True),  # letters that spell a word
        ("spell H-U-M-A-L-O-G", "H-U-M-A-L-O-G", "PATIENT", 75, True),
        ("taken 3/8 systems", "3/8", "DATE", BARE - 1, True),
        ("taken 3/8 systems", "3/8", "DATE", BARE, False),
        ("in the new year", "new year", "DATE", BARE - 1, True),
        ("on Mar 8", "Mar 8", "DATE", FIRM, False),
        ("on 3/8/21", "3/8/21", "DATE", FIRM, False),
        ("on Sunday", "Sunday", "DATE", FIRM, True),
        ("IFA 248152002", "248152002", "IDNUM", BARE - 1, True),
        ("in Akron", "Akron", "CITY", FIRM, False),
        ("BP 11/12", "11/12", "DATE", 75, True),
        ("took 3/14 mg", "3/14", "DATE", 75, True),
        ("seen 3/14", "3/14", "DATE", 75, False),
        ("VA 6/12", "6/12", "DATE", 75, True),
        ("for 3/12", "3/12", "DATE", 75, True),
        ("BP 11/12", "11/12", "DATE", 100, False),
        ("aged 168", "168", "AGE", 60, True),
    ],
)
def test_what_may_be_clinical_gets_a_tag(text: str, span: str, type_: str, weight: int, tagged: bool) -> None:
    start = text.index(span)
    (made,) = MASKING.note("n", None).replacements(text, [Span(start, start + len(span), type_, "test", weight)])
    assert (made == f"[{type_}-1]") is tagged


@pytest.mark.parametrize(
    ("name", "weight", "tagged"),
    [
        ("Osei", SURE_AGAIN, False),
        ("Osei", SURE_AGAIN - 1, True),
        ("Dufour", SURE_AGAIN, True),
        ("Camila", SURE_AGAIN, True),  # a pill as well
        ("Hope", SURE_AGAIN, False),
        ("hope", SURE_AGAIN, True),  # an ordinary word
    ],
)
def test_a_less_sure_mention_of_one_who_is_sure_elsewhere(name: str, weight: int, tagged: bool) -> None:
    text = f"Camila Hope Osei said that {name} was late"
    start = text.rindex(name)
    spans = [Span(0, 16, "PATIENT", "test", 75), Span(start, start + len(name), "PATIENT", "test", weight)]
    made = MASKING.note("n", None).replacements(text, spans)
    assert made[1].startswith("[PATIENT-") is tagged


def shifted(note: str, *spans: tuple[str, str], patient: str | None = None) -> str:
    text = " ".join(old for old, _ in spans)
    marks = [Span(text.index(old), text.index(old) + len(old), type_, "test", 100) for old, type_ in spans]
    return MASKING.note(note, patient).replacements(text, marks)[-1]


RECORD, PERSON, BIRTH = ("447-1882", "MEDICALRECORD"), ("Amara Osei", "PATIENT"), ("3/14/1956", "DATE")


def test_dates_follow_the_record_number_else_the_name() -> None:
    assert len({shifted(f"note {n}", RECORD, PERSON, BIRTH) for n in range(5)}) == 1
    assert len({shifted(f"note {n}", PERSON, BIRTH) for n in range(5)}) == 1
    assert len({shifted(f"note {n}", BIRTH) for n in range(5)}) > 1
    same = {shifted("a", RECORD, BIRTH), shifted("b", ("4471882", "MEDICALRECORD"), BIRTH)}
    assert len(same) == 1


def test_a_patient_that_is_told_goes_before() -> None:
    assert shifted("a", PERSON, BIRTH, patient="p1") == shifted("b", ("Kofi Dufour", "PATIENT"), BIRTH, patient="p1")
