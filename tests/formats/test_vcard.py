"""vCard: every property by its type, notes by detection, lines without PHI as they were."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from formats.messages import context, found, masked
from formats.planted import seen

from scrubber.errors import NoteError
from scrubber.formats.registry import recognise

vobject = pytest.importorskip("vobject")

NAMES = (
    "Velankar", "Darius", "Joanne", "Quillon", "4471902", "16) 555-0137", "16 555-0139", "Elm Street", "Guelph",
    "N1G 2W1", "1950-04-12", "nowhere.example", "Lakehurst", "weaver", "/9j/4AAQ", "43.54", "UID-77", "H=C3=A9l",
    "Hélène",
)  # fmt: skip
CARD = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "PRODID:-//Acme//Cards 1.0//EN",
    "N:Velankar;Darius;K;Mr.;",
    "FN:Mr. Darius Velankar",
    "item1.ORG:Lakehurst General;Imaging",
    "TITLE:weaver",
    "TEL;TYPE=work,fax:+1 416 555-0139",
    "TEL;TYPE=home:(416) 555-0137",
    "EMAIL;TYPE=INTERNET:dv@nowhere.example",
    'ADR;TYPE=home;LABEL="42 Elm Street, Guelph":;;42 Elm Street;Guelph;ON;N1G 2W1;Canada',
    "BDAY:1950-04-12",
    "GEO:43.54;-80.24",
    "UID:UID-77",
    "URL:https://nowhere.example/dv",
    "X-SPOUSE:Joanne Velankar",
    "NOTE:Seen with his daughter Joanne Velankar\\, MRN 4471902\\; call (416)\n  555-0137 about Mr. Velan\n kar.",
    "CATEGORIES:patients",
    "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQ\n AAAQABAAD",
    "END:VCARD",
    "",
]
OLD = [
    "BEGIN:VCARD",
    "VERSION:2.1",
    "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Quillon;H=C3=A9l=C3=A8ne",
    "NOTE;ENCODING=QUOTED-PRINTABLE:Seen on March 14, 2021=0D=0A=\nby Dr. Quil=\nlon; stable",
    "END:VCARD",
    "",
]


def card(*lines: str, end: str = "\r\n") -> bytes:
    return "\n".join(lines or CARD).replace("\n", end).encode()


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("profile", ["safe-harbor", "strict", "surrogates"])
def test_nothing_planted_is_left(end: str, profile: str) -> None:
    before = card(end=end) + card(*OLD, end=end)
    after = masked("vcard", before, context(profile))
    assert not seen(after, NAMES)
    assert after.count(end.encode()) == after.count(b"\n")


def test_an_independent_reader_reads_it() -> None:
    one = vobject.readOne(masked("vcard", card(), context("surrogates")).decode())
    assert f"{one.n.value.prefix} {one.n.value.given} {one.n.value.family}" == one.fn.value
    assert one.adr.value.country == "Canada"
    assert one.note.value.startswith("Seen with his daughter ")
    assert f"about Mr. {one.n.value.family}." in one.note.value
    assert "photo" not in one.contents


def test_the_rest_stays() -> None:
    at = context()
    lines = masked("vcard", card(), at).decode().split("\r\n")
    assert lines[:5] == [*CARD[:3], "N:[PATIENT-1];[PATIENT-1];[PATIENT-1];Mr.;", "FN:Mr. [PATIENT-1]"]
    assert lines[5:8] == [
        "item1.ORG:[ORGANIZATION-1];[ORGANIZATION-2]",
        "TITLE:[PROFESSION-1]",
        "TEL;TYPE=work,fax:[FAX-1]",
    ]
    assert "".join(lines[10:12]).startswith('ADR;TYPE=home;LABEL="[STREET-1]":;;[STREET-2];[CITY-1];ON;')
    assert lines[-4:] == [" NE-1] about Mr. [PATIENT-1].", "CATEGORIES:patients", "END:VCARD", ""]
    assert any("taken out" in warning for warning in at.warnings)


def test_long_lines_are_folded() -> None:
    text = "BEGIN:VCARD\nNOTE:" + "37 °C, then " * 20 + "Mr. Velankar\nEND:VCARD\n"
    after = masked("vcard", text.encode()).decode()
    assert max(len(line.encode()) for line in after.split("\n")) <= 75
    assert after.replace("\n ", "") == text.replace("Velankar", "[PATIENT-1]")


def test_quoted_printable() -> None:
    after = masked("vcard", card(*OLD)).decode()
    assert "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:[PATIENT-1];[PATIENT-1]\r\n" in after
    assert "NOTE;ENCODING=QUOTED-PRINTABLE:Seen on [DATE-1]=0D=0Aby Dr. [" in after
    assert after.endswith("; stable\r\nEND:VCARD\r\n")


def test_every_card_is_a_note() -> None:
    at = context()
    masked("vcard", card() + b"\r\n" + card(*OLD), at)
    assert at.notes == 2


@pytest.mark.parametrize(
    "lines",
    [
        ["BEGIN:VCARD", "FN:x"],
        ["FN:Velankar", "BEGIN:VCARD", "END:VCARD"],
        ["BEGIN:VCARD", "Velankar without a colon", "END:VCARD"],
        ["BEGIN:VCARD", "NOTE:\0", "END:VCARD"],
        ["BEGIN:VCARD", "NOTE;CHARSET=klingon;ENCODING=QUOTED-PRINTABLE:Velankar=C3", "END:VCARD"],
        ["BEGIN:VCARD", "NOTE;ENCODING=QUOTED-PRINTABLE:Velankar=C3", "END:VCARD"],
    ],
)
def test_what_cannot_be_handled_is_an_error(lines: list[str]) -> None:
    with pytest.raises(NoteError) as error:
        masked("vcard", card(*lines))
    assert not seen(str(error.value).encode(), NAMES)


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "vcard.toml"
    own.write_text('[properties]\nX-CHART = "MEDICALRECORD"\nTITLE = "keep"\n')
    after = masked("vcard", card("BEGIN:VCARD", "X-CHART:anything", "TITLE:weaver", "END:VCARD"), context(maps=(own,)))
    assert after == card("BEGIN:VCARD", "X-CHART:[MEDICALRECORD-1]", "TITLE:weaver", "END:VCARD")


def test_searching_changes_nothing_and_what_is_masked_is_clean() -> None:
    assert ("PATIENT", "FN") in found("vcard", card())
    assert found("vcard", masked("vcard", card())) == []


def test_calendars() -> None:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "BEGIN:VEVENT",
        "DTSTART;TZID=Europe/Paris:20210314T101500",
        "RRULE:FREQ=DAILY",
    ]
    lines += ["SUMMARY:Visit of Mr. Velankar", 'ATTENDEE;CN="Joanne Velankar";RSVP=TRUE:mailto:jv@nowhere.example']
    text = "\r\n".join([*lines, "END:VEVENT", "END:VCALENDAR", ""])
    after = masked("vcard", text.encode()).decode()
    assert not seen(after.encode(), ("Velankar", "Joanne", "20210314", "jv@"))
    assert after.splitlines()[:4] == [*lines[:3], lines[4]]
    shifted = masked("vcard", text.encode(), context("surrogates")).decode()
    assert re.search(r"DTSTART;TZID=Europe/Paris:\d{8}T", shifted)
    assert vobject.readOne(shifted).vevent.dtstart.value.year
    assert recognise("x.ics", text.encode()).name == "vcard"  # type: ignore[union-attr]
