"""Surrogates of clinical codes and of subscriber numbers: another one of the same chapter, in a form that is right."""

from __future__ import annotations

import re

import pytest
from stdnum import imsi, luhn, verhoeff

from scrubber.mask.book import Book
from scrubber.mask.keys import Key
from scrubber.mask.surrogate.codes import clinical_code
from scrubber.mask.surrogate.surrogates import Surrogates

KEYS = [Key(bytes([n]) * 32) for n in range(20)]


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("E11.9", r"E11\.\d"),
        ("S72.001A", r"S72\.\d{3}A"),
        ("I10", r"I1\d"),
        ("250.00", r"250\.\d\d"),
        ("A10BA02", r"A10BA\d\d"),
        ("99213", r"99[2-4]\d\d"),
        ("99213-25", r"99[2-4]\d\d-25"),
        ("00100", r"0[01]\d{3}"),
        ("J1885", r"J\d{4}"),
        ("0093-7146-56", r"0093-\d{4}-\d\d"),
        ("4548-4", r"\d{4}-\d"),
        ("195967001", r"\d{6}00\d"),
    ],
)
def test_chapter_and_form_stay(code: str, kept: str) -> None:
    made = {clinical_code(code, key, "") for key in KEYS}
    assert code not in made
    assert len(made) > 3
    assert all(re.fullmatch(kept, new) for new in made), made


def test_check_digits_are_right() -> None:
    assert all(luhn.is_valid(clinical_code("4548-4", key, "").replace("-", "")) for key in KEYS)
    assert all(verhoeff.is_valid(clinical_code("195967001", key, "")) for key in KEYS)


def test_two_codes_never_become_one() -> None:
    codes = [f"{number:05d}" for number in range(70010, 70210)]
    assert len({clinical_code(code, KEYS[0], "") for code in codes}) == len(codes)


def test_a_subscriber_keeps_country_and_operator() -> None:
    surrogates = Surrogates()
    made = [surrogates.replace("310150123456789", "DEVICE", key, "", Book()) for key in KEYS]
    assert all(new.startswith("31015") and imsi.is_valid(new) for new in made)
    assert "310150123456789" not in made
