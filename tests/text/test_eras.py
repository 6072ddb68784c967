"""Years of notes whose dates were moved to another time."""

from __future__ import annotations

import re

import pytest

from scrubber.pipeline import Scrubber
from scrubber.text.document import Document
from scrubber.text.eras import in_our_time


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Record date: 2087-02-14. Repair 2065, MI in 1979.", "Record date: 2017-02-14. Repair 1995, MI in 1979."),
        ("seen 3/14/2071, CABG 1/68, MI '69, due 5/2072", "seen 3/14/2011, CABG 1/08, MI '09, due 5/2012"),
        ("03-Apr-2153 and Jan 8, 2150; 2154-04-29T08:02", "03-Apr-2013 and Jan 8, 2010; 2014-04-29T08:02"),
        ("on March 2150, cath in 2138, paged at 2142", "on March 2020, cath in 2008, paged at 2142"),
        ("DOB 2102 Jan 2, due 2154-1-5\n2130: asleep", "DOB 1962 Jan 2, due 2014-1-5\n2130: asleep"),
        ("el 14 de febrero de 2087, visto en 2065", "el 14 de febrero de 2017, visto en 1995"),
        ("12/2099, born 2001", "12/2019, born 2001"),
    ],
)
def test_years_of_another_time_are_read_as_ours(text: str, read: str) -> None:
    assert in_our_time(Document(text)).text == read
    assert in_our_time(Document(text)).own == text


@pytest.mark.parametrize(
    "text",
    [
        "seen 3/14/2021, BNP 2055, given 2061 ml",
        "given 2061 ml, ferritin 2140, room 2087",
        "MRN 20870214, tel 416-555-0137, claim 4-2087-02",
        "fell at 2142, PT 2055-2130",
        "12.2087 mg, 2087/12",
    ],
)
def test_numbers_of_texts_of_our_time_stay(text: str) -> None:
    assert in_our_time(Document(text)) == Document(text)


def test_acuities_and_what_lies_far_ahead_stay() -> None:
    read = in_our_time(Document("3/14/2071: acuity 6/36, lot 2250, 2.2061"))
    assert read.text == "3/14/2011: acuity 6/36, lot 2250, 2.2061"


def test_surrogates_are_made_of_the_date_as_it_is() -> None:
    made = Scrubber("strict", operator="surrogate").scrub("Record date: 2087-02-14\nSeen again on 2087-03-01.\n")
    assert len(re.findall(r"208[5-9]-\d\d-\d\d", made)) == 2, made


def test_what_is_known_is_looked_for_as_it_is() -> None:
    note = Scrubber("strict").note(known={"MEDICALRECORD": ("2061",), "DATE": ("2067-08-30",)})
    made = note.scrub("Seen 2087-02-14, code 2061, born Aug 30, 2067.")
    assert "2061" not in made
    assert "2067" not in made
