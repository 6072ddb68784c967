"""Where links lead: masked, and still links."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from formats.planted import scrubber, seen
from formats.test_runs import Finder

from scrubber.formats.context import FileContext, FileNote, Mark
from scrubber.formats.docx.story import Story
from scrubber.formats.links import Anchors, code_marks, is_structure, scrub_link
from scrubber.formats.settings import FormatSettings

etree = pytest.importorskip("lxml.etree")


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


def test_the_words_of_a_field_are_structure() -> None:
    note = Finder("MERGEFORMAT", "MERGEFIELD", "NUMPAGES", "Velankar")
    assert code_marks(note, r" NUMPAGES  \* MERGEFORMAT ") == []  # type: ignore[arg-type]
    code = r' MERGEFIELD Velankar_DOB \* MERGEFORMAT \@ "MMMM d" '
    assert code_marks(note, code) == [Mark(12, 20, "[X]")]  # type: ignore[arg-type]


def test_each_field_of_a_paragraph_is_a_code_of_its_own() -> None:
    codes = ("PAGE", r"NUMPAGES \* MERGEFORMAT")
    ends = [f'<w:fldChar w:fldCharType="{kind}"/>' for kind in ("begin", "end")]
    fields = "".join(f"{ends[0]}<w:instrText>{code}</w:instrText>{ends[1]}" for code in codes)
    root = etree.fromstring(f'<w:p xmlns:w="x"><w:r><w:t>Mr. Velankar</w:t>{fields}</w:r></w:p>')
    note = Finder("PAGE", "Velankar")
    Story(root, frozenset()).scrub(note, "x")  # type: ignore[arg-type]
    assert note.seen == ["Mr. Velankar\n"]
