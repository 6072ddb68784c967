"""Nothing that may be clinical is replaced by an invented value, and dates follow whose note it is."""

from __future__ import annotations

import pytest

from scrubber.mask.certainty import SURE, SURE_AGAIN
from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking
from scrubber.policy import load_policy
from scrubber.text.span import Span

MASKING = Masking(load_policy("surrogates"), Key(b"k" * 32))


@pytest.mark.parametrize(
    ("text", "span", "type_", "weight", "tagged"),
    [
        ("off racemic", "racemic", "DOCTOR", 50, True),
        ("with Dr. Osei", "Osei", "DOCTOR", SURE, False),
        ("with Dr. Osei", "Osei", "DOCTOR", SURE - 1, True),
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
