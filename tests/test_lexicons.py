"""The committed lexicons: their form, their counts, and the grades of words that decide whether scrub is usable."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

LEXICONS = Path(__file__).resolve().parent.parent / "lexicons"
LISTS = sorted(path.parent for path in (LEXICONS / "en").glob("*/items.txt"))
NAMES = [folder.name for folder in LISTS]
GRADES = ("sure", "ambiguous", "ordinary")
MANIFEST_KEYS = {"name", "flag", "type", "kind", "source", "licence", "filtered", "entries", *GRADES}


def _build() -> ModuleType:
    """``lexicons/build.py``, which is a script and not part of a package."""
    spec = importlib.util.spec_from_file_location("lexicons_build", LEXICONS / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


build = _build()


def _lines(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8")
    assert text.endswith("\n"), path
    assert "\r" not in text, path
    return text.split("\n")[:-1]


@cache
def _entries(name: str) -> dict[str, str]:
    pairs = (line.partition("\t") for line in _lines(LEXICONS / "en" / name / "items.txt"))
    return {entry: grade or "sure" for entry, _, grade in pairs}


@cache
def _manifest(name: str) -> dict[str, Any]:
    return tomllib.loads((LEXICONS / "en" / name / "manifest.toml").read_text("utf-8"))


def _folded(flag: str) -> dict[str, set[str]]:
    """Folded entry -> grades, over all lists that set a flag."""
    found: dict[str, set[str]] = {}
    for name in NAMES:
        if _manifest(name)["flag"] == flag:
            for entry, grade in _entries(name).items():
                found.setdefault(entry.lower(), set()).add(grade)
    return found


def test_there_are_lists() -> None:
    assert len(LISTS) > 20


@pytest.mark.parametrize("name", NAMES)
def test_folder_has_its_files(name: str) -> None:
    files = {path.name for path in (LEXICONS / "en" / name).iterdir()}
    assert files >= {"items.txt", "manifest.toml", "SOURCE.md"}
    assert files <= {"items.txt", "manifest.toml", "SOURCE.md", "exceptions.txt", "NOTICE.txt"}


@pytest.mark.parametrize("name", NAMES)
def test_items_are_sorted_normal_and_unique(name: str) -> None:
    lines = _lines(LEXICONS / "en" / name / "items.txt")
    entries = [line.partition("\t")[0] for line in lines]
    assert entries == sorted(entries)
    assert len({entry.lower() for entry in entries}) == len(entries)
    for line in lines:
        entry, tab, grade = line.partition("\t")
        assert entry == unicodedata.normalize("NFC", entry).strip() != "", line
        assert not tab or grade in GRADES[1:], line
        assert all(unicodedata.category(c)[0] != "C" and (c == " " or not c.isspace()) for c in entry), line
        assert "  " not in entry, line


@pytest.mark.parametrize("name", NAMES)
def test_exceptions_are_not_items(name: str) -> None:
    path = LEXICONS / "en" / name / "exceptions.txt"
    if path.exists():
        lines = _lines(path)
        assert lines == sorted(set(lines))
        assert not set(lines) & set(_entries(name))


@pytest.mark.parametrize("name", NAMES)
def test_manifest_tells_the_truth(name: str) -> None:
    manifest, grades = _manifest(name), list(_entries(name).values())
    assert MANIFEST_KEYS <= set(manifest) <= MANIFEST_KEYS | {"source_url"}
    assert manifest["name"] == name
    assert manifest["kind"] in ("phi", "protect")
    assert manifest["flag"] == manifest["flag"].upper()
    assert manifest["entries"] == len(grades) > 0
    assert {grade: manifest[grade] for grade in GRADES} == {grade: grades.count(grade) for grade in GRADES}
    assert all(manifest[key] for key in ("type", "source", "licence", "filtered"))


@pytest.mark.parametrize("name", NAMES)
def test_no_paths_or_registries_in_prose(name: str) -> None:
    for file in ("manifest.toml", "SOURCE.md"):
        text = (LEXICONS / "en" / name / file).read_text("utf-8").lower()
        assert not any(word in text for word in ("/work/", "/home/", "/tmp/", "pypi", "files.pythonhosted"))


@pytest.mark.parametrize(
    ("prefix", "least"),
    [
        ("surnames_us", 88_799),
        ("first_names_us", 5_100),
        ("first_names_ontario", 2_000),
        ("professions", 3_000),
        ("hospitals", 1_500),
        ("cities_us", 15_000),
        ("cities_ca", 3_000),
        ("cities_world", 30_000),
        ("counties_us", 3_000),
        ("countries", 240),
        ("ordinary_words", 60_000),
        ("medical_words", 2_000),
    ],
)
def test_lists_are_large_enough(prefix: str, least: int) -> None:
    assert sum(len(_entries(name)) for name in NAMES if name.startswith(prefix)) >= least


def test_names_of_other_origins() -> None:
    assert len(_entries("first_names_other")) + len(_entries("surnames_other")) >= 20_000


def test_the_phi_lists_together() -> None:
    assert 230_000 <= sum(len(_entries(name)) for name in NAMES if _manifest(name)["kind"] == "phi") <= 320_000


@pytest.mark.parametrize("name", [name for name in NAMES if _manifest(name)["kind"] == "protect"])
def test_what_protects_has_no_grades(name: str) -> None:
    assert set(_entries(name).values()) == {"sure"}


@pytest.mark.parametrize(
    ("flag", "grade", "words"),
    [
        ("LAST", "sure", "smith johnson jackson garcia nguyen okafor wilson murphy miller patel o'brien walsh"),
        ("LAST", "ambiguous", "parkinson foley crohn graves walker banks li"),
        ("LAST", "ordinary", "brown may long rose hope bill white small head short colon rice burns"),
        ("FIRST", "sure", "john mary david linda mohammed peter mike susan siobhan wei-ling"),
        ("FIRST", "ambiguous", "jordan austin paris virginia jack heather daisy mason christian june"),
        ("FIRST", "ordinary", "may will mark bill art grant hope rose faith ray pat iris candida frank"),
        ("CITY", "sure", "toronto boston chicago guelph mississauga"),
        ("CITY", "ambiguous", "jackson houston madison"),
        ("CITY", "ordinary", "normal liberty hope home"),
        ("STATE", "sure", "ontario texas california manitoba calif. fla. ont."),
        ("STATE", "ordinary", "in or me ok hi pa ms md ct mi la ma co al de on ab nb pe"),
        ("COUNTRY", "sure", "canada usa france u.s. kenya"),
        ("COUNTRY", "ambiguous", "jordan georgia chad"),
        ("COUNTRY", "ordinary", "turkey us"),
        ("PROFESSION", "ordinary", "nurse doctor surgeon"),
    ],
)
def test_grades_of_sample_words(flag: str, grade: str, words: str) -> None:
    graded = _folded(flag)
    samples = words.split()
    known = {word: graded[word] for word in samples if word in graded}
    assert len(known) >= len(samples) * 0.8, sorted(set(samples) - set(known))
    assert {word: grades for word, grades in known.items() if grade not in grades} == {}


def test_ordinary_words_hold_no_plain_names() -> None:
    words = _entries("ordinary_words")
    assert {"brown", "may", "will", "the", "running", "colour", "color", "walker"} <= set(words)
    assert not {"smith", "john", "peter", "maria", "harry"} & set(words)


def test_every_raw_list_is_built_and_up_to_date() -> None:
    assert build.main(["--check"]) == 0


@pytest.mark.parametrize(
    ("written", "natural"), [("SMITH", "Smith"), ("MCDONALD", "McDonald"), ("anna-maria", "Anna-Maria"), ("MCA", "Mca")]
)
def test_natural_case(written: str, natural: str) -> None:
    assert build.capitalise(written) == natural


@pytest.mark.parametrize(
    ("accented", "plain"),
    [("Groß", "Gross"), ("Björk", "Bjork"), ("Łukasz", "Lukasz"), ("Nguyễn", "Nguyen"), ("An", "An")],
)
def test_unaccented(accented: str, plain: str) -> None:
    assert build.unaccented(accented) == plain


def test_romanise() -> None:
    assert build.romanise("Чайковский", "ru") == "Chaykovsky"
    assert build.romanise("Παπαδόπουλος", "el") == "Papadopoulos"
    assert build.romanise("Smith", "en") == "Smith"
    assert build.romanise("王", "zh") is None


def test_place_spellings() -> None:
    assert {"Saint Paul", "St. Paul", "St Paul"} == set(build.place_spellings("Saint Paul"))
    assert {"Québec", "Quebec"} == set(build.place_spellings("Québec"))


def test_handwritten_files_may_have_comments_blanks_and_doubles(tmp_path: Path) -> None:
    raw = tmp_path / "sample.txt"
    lines = [
        "# flag: CITY",
        "# type: CITY",
        "# about: A sample.",
        "",
        "Zebra  Ztown",
        "# more",
        "abbey\tordinary",
        "Abbey",
    ]
    raw.write_text("\n".join(lines) + "\n", "utf-8")
    words = build.read_handwritten(raw)
    assert build.items_text(words) == "Zebra Ztown\nabbey\n"
    build.grade_list(words, build.committed_evidence(build.Rulings({}, {}), []))
    assert build.items_text(words) == "Zebra Ztown\nabbey\tordinary\n"
    assert 'flag = "CITY"' in build.manifest_text(words)
