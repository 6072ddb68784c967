"""What a message says of people becomes known, but for what would be found everywhere."""

from __future__ import annotations

import pytest

from scrubber.formats.identifiers import LIMIT, Identifiers


@pytest.mark.parametrize(
    ("type_", "value", "known"),
    [
        ("PATIENT", "Darius  Velankar", "Darius Velankar"),
        ("PATIENT", "unknown", None),
        ("PATIENT", "D", None),
        ("IDNUM", "44719", "44719"),
        ("IDNUM", "1200", None),
        ("IDNUM", "A1", None),
        ("IDNUM", "AB12", "AB12"),
        ("IDNUM", "FINAL", None),
        ("HOSPITAL", "MAIN", None),
        ("HOSPITAL", "Lakehurst General", "Lakehurst General"),
        ("STREET", "42 Elm Street", "42 Elm Street"),
        ("CITY", "Reading", None),
        ("DATE", "2021-03-14", None),
        ("AGE", "93", None),
    ],
)
def test_what_is_telling(type_: str, value: str, known: str | None) -> None:
    identifiers = Identifiers()
    identifiers.add(type_, value)
    assert identifiers.known == ({} if known is None else {type_: (known,)})


@pytest.mark.parametrize("value", ["19500412", "1950-04-12", "1950-04-12T04:05:00Z"])
def test_birth_dates(value: str) -> None:
    identifiers = Identifiers()
    identifiers.add_birth_date(value)
    assert identifiers.known == {"DATE": ("1950-04-12",)}


def test_there_is_an_end_to_it() -> None:
    identifiers = Identifiers()
    for number in range(LIMIT + 100):
        identifiers.add("IDNUM", f"{number + 10_000}")
    assert len(identifiers.known["IDNUM"]) == LIMIT
    again = Identifiers()
    again.add_all(identifiers)
    assert again.known == identifiers.known
