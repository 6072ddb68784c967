"""Known identifiers: found in every variant, and read from files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scrubber.errors import UsageError
from scrubber.known.file import KnownFile
from scrubber.pipeline import Scrubber
from scrubber.text.document import Document

KNOWN = {
    "PATIENT": ("Will Long", "Ekwueme, Amara K.", "José García-López", "Piet van der Berg", "Ada Parkinson"),
    "DATE": ("1950-03-14",),
    "MEDICALRECORD": ("00482913", "P338102"),
    "PHONE": ("613 555 0119", "+1 (226) 555-0171"),
    "STREET": ("12 Elm Street",),
    "ZIP": ("N1G 2W1",),
}


@pytest.fixture(scope="module")
def scrubber() -> Scrubber:
    return Scrubber(crf=False)


def found(scrubber: Scrubber, text: str, known: dict[str, tuple[str, ...]] = KNOWN) -> list[str]:
    document = Document(text, known=known)
    phrases = scrubber.pack.read([document]).phrases[0]
    return [text[s.start : s.end] for s in scrubber.pack.known.find(document, phrases)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Amara Ekwueme came", ["Amara Ekwueme"]),
        ("EKWUEME,AMARA came", ["EKWUEME,AMARA"]),
        ("Ekwueme, Amara K came", ["Ekwueme, Amara K"]),
        ("seen: A. K. Ekwueme", ["A. K. Ekwueme"]),
        ("ekwueme's mother", ["ekwueme"]),
        ("with Ek-\nwueme today", ["Ek-\nwueme"]),
        ("A.K.E. came", ["A.K.E"]),
        ("garcia lopez, jose", ["garcia lopez, jose"]),
        ("Mr. Garcialopez", ["Garcialopez"]),
        ("J. López called", ["J. López"]),
        ("van der Berg, Piet", ["van der Berg, Piet"]),
        ("the van is here", []),
        ("Ekwuemes, Amaras", []),
        # parts that are ordinary words
        ("Mr. Will Long will no longer smoke", ["Will Long"]),
        ("mr. long came", ["long"]),
        ("Will return. Long-term care.", []),
        ("WILL RETURN LONG TERM", []),
        ("WILL LONG RETURNS", ["WILL LONG"]),
        ("She met Long there", ["Long"]),
        ("has Parkinson's disease", []),
        ("Ms. Parkinson has Parkinson's disease", ["Parkinson"]),
        # dates
        ("born 14 March 1950", ["14 March 1950"]),
        ("DOB 3/14/50 or 03-14-1950", ["3/14/50", "03-14-1950"]),
        ("14.03.1950, 1950/3/14, 19500314", ["14.03.1950", "1950/3/14", "19500314"]),
        ("March 14th, 1950; 14-Mar-1950", ["March 14th, 1950", "14-Mar-1950"]),
        ("le 14 mars 1950", ["14 mars 1950"]),
        ("114 March 1950, 3/14/1951, 3/14", []),
        # numbers, whatever separates their digits
        ("MRN 00-48-29-13, 0048 2913, 00.48.29.13", ["00-48-29-13", "0048 2913", "00.48.29.13"]),
        ("1004829130 and 00482913X", []),
        ("p338102, P-338102, P 338 102", ["p338102", "P-338102", "P 338 102"]),
        ("(613) 555-0119, 6135550119", ["(613) 555-0119", "6135550119"]),
        ("226.555.0171", ["226.555.0171"]),
        # addresses
        ("12 Elm St., N1G2W1", ["12 Elm St", "N1G2W1"]),
        ("12 ELM, n1g 2w1", ["12 ELM", "n1g 2w1"]),
        ("212 Elm Street", []),
    ],
)
def test_variants(scrubber: Scrubber, text: str, expected: list[str]) -> None:
    assert sorted(found(scrubber, text), key=text.index) == expected


def test_they_weigh_more_than_anything(scrubber: Scrubber) -> None:
    spans = scrubber.note(known={"IDNUM": ("BP 120",)}).find("BP 120 over 80")
    assert [(s.start, s.end, s.source, s.weight) for s in spans] == [(0, 6, "known", 100)]


def test_nothing_known_costs_nothing(scrubber: Scrubber) -> None:
    assert found(scrubber, "Amara Ekwueme", {}) == []


def test_ambiguous_date_is_found_either_way(scrubber: Scrubber) -> None:
    text = "4 March 1950; April 3, 1950"
    assert found(scrubber, text, {"DATE": ("3/4/1950",)}) == ["4 March 1950", "April 3, 1950"]


def _file(folder: Path, text: str, name: str = "known.csv") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


CSV = """Patient,First Name,Last-Name,DOB,MRN,address,-ward
P17,Amara; Mara,Ekwueme,1950-03-14,00482913,"12 Elm St, Guelph, ON N1G 2W1",4
P18,Yair,,n/a,,,
*,,Quillon,,,,
"""


def test_csv(tmp_path: Path) -> None:
    known = KnownFile(_file(tmp_path, CSV))
    assert known.of(patient="P17") == {
        "PATIENT": ("Quillon", "Amara", "Mara", "Ekwueme"),
        "DATE": ("1950-03-14",),
        "MEDICALRECORD": ("00482913",),
        "STREET": ("12 Elm St",),
        "CITY": ("Guelph",),
        "ZIP": ("N1G 2W1",),
    }
    assert known.of("elsewhere.txt") == {"PATIENT": ("Quillon",)}


@pytest.mark.parametrize("name", ["P18", "in/P18.txt", "P18/intake.txt", "/data/notes/P18/1/a.txt"])
def test_notes_are_known_by_their_path(tmp_path: Path, name: str) -> None:
    assert "Yair" in KnownFile(_file(tmp_path, CSV)).of(name)["PATIENT"]


@pytest.mark.parametrize("name", ["P180/intake.txt", "xP18.txt", ""])
def test_and_not_by_a_part_of_it(tmp_path: Path, name: str) -> None:
    assert "Yair" not in KnownFile(_file(tmp_path, CSV)).of(name)["PATIENT"]


def test_json(tmp_path: Path) -> None:
    rows = [{"note": "a.txt", "name": ["Amara Ekwueme"], "mrn": 482913}]
    known = KnownFile(_file(tmp_path, json.dumps(rows), "known.json"))
    assert known.of("x/a.txt") == {"PATIENT": ("Amara Ekwueme",), "MEDICALRECORD": ("482913",)}
    known = KnownFile(_file(tmp_path, json.dumps({"P1": {"name": "Yair Osei"}}), "known.json"))
    assert known.of(patient="P1") == {"PATIENT": ("Yair Osei",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "patient,frist name\nP1,Zebulon\n",
            "column 2: its name in the header is not known; did you mean 'first name'",
        ),
        ("name,mrn\nZebulon,123\n", "row 2: no patient and no note"),
        ("patient,mrn\nP1,9\n", "row 2, mrn: too short"),
        ("patient,name\nP1,Zebulon,more\n", "row 2 has 3 cells, not 2"),
        ("patient,name\n", "no rows"),
        ('{"P1": "Zebulon"}', "not objects"),
        ('{"P1": {"name": 1.5}}', "neither a text nor a number"),
        ("[1", "no JSON at line 1"),
    ],
)
def test_slips_are_errors_without_values(tmp_path: Path, text: str, message: str) -> None:
    path = _file(tmp_path, text)
    with pytest.raises(UsageError) as caught:
        KnownFile(path)
    assert message in str(caught.value)
    assert "Zebulon" not in str(caught.value)
    with pytest.raises(UsageError, match="no such file"):
        KnownFile(tmp_path / "none.csv")


def test_a_scrubber_reads_the_file(tmp_path: Path) -> None:
    scrubber = Scrubber(crf=False, known=_file(tmp_path, CSV))
    text = "seen: 0048-2913 ok"
    assert "[MEDICALRECORD-1]" in scrubber.note(name="P17/a.txt").scrub(text)
    assert "[MEDICALRECORD-1]" in scrubber.note(patient="P17").scrub(text)
    assert not any(s.source == "known" for s in scrubber.note(patient="P18").find(text))


@pytest.mark.parametrize(
    "content", ["P17,Zebulon Osei\nP18,Amara Bly\n", '[{"Zebulon Osei": "P17"}]', '{"Zebulon Osei": {"Osei": 1}}']
)
def test_a_file_without_header_is_not_quoted(tmp_path: Path, content: str) -> None:
    path = tmp_path / "known.csv"
    path.write_text(content)
    with pytest.raises(UsageError) as raised:
        KnownFile(path)
    assert not re.search("zeb|osei|amara|p17", str(raised.value).casefold())
