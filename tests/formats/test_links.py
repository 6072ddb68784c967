"""Where links lead: masked, and still links."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from formats.planted import scrubber, seen

from scrubber.formats.context import FileContext, FileNote
from scrubber.formats.links import Anchors, is_structure, scrub_link
from scrubber.formats.settings import FormatSettings


@pytest.fixture
def note() -> FileNote:
    return FileContext(scrubber(), FormatSettings(), name="file").note()


@pytest.mark.parametrize(
    "link",
    [
        "mailto:darius.velankar@lakehurst.example",
        "mailto:Darius%20Velankar%20%3Cdv@lakehurst.example%3E?cc=x@lakehurst.example&body=MRN%204471902",
        "MAILTO:dv@lakehurst.example,ne@lakehurst.example",
        "tel:+1-416-555-0137",
        "sms:416-555-0137",
        "https://emr.lakehurst.example/p?mrn=4471902",
        "file:///home/velankar/x.doc",
        "C:\\Users\\Velankar\\x.doc",
        "\\\\server\\Velankar\\x.doc",
        "photos/Mr_Darius_Velankar.jpg",
        "../patients/mrn-4471902/scan.html",
    ],
)
def test_what_tells_is_masked(note: FileNote, link: str) -> None:
    new = scrub_link(note, link)
    assert not seen(new.encode())
    assert not {"[", "]", " "} & set(new)
    assert urlsplit(new).scheme in ("", urlsplit(link).scheme)


@pytest.mark.parametrize("link", ["style.css", "#plan", "images/logo-small.png", "../index.html?page=2", "", "mailto:"])
def test_what_tells_nothing_stays(note: FileNote, link: str) -> None:
    assert scrub_link(note, link) == link


def test_names_of_places_are_the_same_everywhere(note: FileNote) -> None:
    anchors = Anchors(note)
    made = anchors.name("Mr_Darius_Velankar")
    assert made == "place1" == anchors.name("Mr_Darius_Velankar")
    assert [anchors.name(name) for name in ("_Toc123456", "plan", "section-2")] == ["_Toc123456", "plan", "section-2"]


@pytest.mark.parametrize(
    ("code", "structure"),
    [
        (" PAGE ", True),
        (" NUMPAGES  \\* MERGEFORMAT ", True),
        ("page \\* Arabic", True),
        ("AUTHOR Velankar", False),
        ("PAGE Velankar", False),
        ("MERGEFIELD Velankar \\* MERGEFORMAT", False),
        ("", False),
    ],
)
def test_fields_without_an_argument_are_structure(code: str, structure: bool) -> None:
    assert is_structure(code) is structure
