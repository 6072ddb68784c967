"""The committed lexicons of every language: their form, their counts, and the grades that make scrub usable."""

from __future__ import annotations

import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pytest

LEXICONS = Path(__file__).parents[2] / "lexicons"
LANGUAGES = ("en", "es")
LISTS = [
    (language, path.parent.name) for language in LANGUAGES for path in sorted((LEXICONS / language).glob("*/items.txt"))
]
GRADES = ("sure", "ambiguous", "ordinary")
MANIFEST_KEYS = {"name", "flag", "type", "kind", "source", "licence", "filtered", "entries", *GRADES}

every_list = pytest.mark.parametrize(("language", "name"), LISTS)


def _lines(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8")
    assert text.endswith("\n"), path
    assert "\r" not in text, path
    return text.split("\n")[:-1]


@cache
def _entries(language: str, name: str) -> dict[str, str]:
    pairs = (line.partition("\t") for line in _lines(LEXICONS / language / name / "items.txt"))
    return {entry: grade or "sure" for entry, _, grade in pairs}


@cache
def _manifest(language: str, name: str) -> dict[str, Any]:
    return tomllib.loads((LEXICONS / language / name / "manifest.toml").read_text("utf-8"))


def _folded(language: str, flag: str) -> dict[str, set[str]]:
    """Folded entry -> grades, over all lists that set a flag."""
    found: dict[str, set[str]] = {}
    for code, name in LISTS:
        if code == language and _manifest(code, name)["flag"] == flag:
            for entry, grade in _entries(code, name).items():
                found.setdefault(entry.lower(), set()).add(grade)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_lists(language: str) -> None:
    assert sum(code == language for code, _ in LISTS) > 20


@every_list
def test_folder_has_its_files(language: str, name: str) -> None:
    files = {path.name for path in (LEXICONS / language / name).iterdir()}
    assert files >= {"items.txt", "manifest.toml", "SOURCE.md"}
    assert files <= {"items.txt", "manifest.toml", "SOURCE.md", "exceptions.txt", "NOTICE.txt"}


@every_list
def test_items_are_sorted_normal_and_unique(language: str, name: str) -> None:
    lines = _lines(LEXICONS / language / name / "items.txt")
    entries = [line.partition("\t")[0] for line in lines]
    assert entries == sorted(entries)
    assert len({entry.lower() for entry in entries}) == len(entries)
    for line in lines:
        entry, tab, grade = line.partition("\t")
        assert entry == unicodedata.normalize("NFC", entry).strip() != "", line
        assert not tab or grade in GRADES[1:], line
        assert all(unicodedata.category(c)[0] != "C" and (c == " " or not c.isspace()) for c in entry), line
        assert "  " not in entry, line


@every_list
def test_exceptions_are_not_items(language: str, name: str) -> None:
    path = LEXICONS / language / name / "exceptions.txt"
    if path.exists():
        lines = _lines(path)
        assert lines == sorted(set(lines))
        assert not set(lines) & set(_entries(language, name))


@every_list
def test_manifest_tells_the_truth(language: str, name: str) -> None:
    manifest, grades = _manifest(language, name), list(_entries(language, name).values())
    assert MANIFEST_KEYS <= set(manifest) <= MANIFEST_KEYS | {"source_url"}
    assert manifest["name"] == name
    assert manifest["kind"] in ("phi", "protect")
    assert manifest["flag"] == manifest["flag"].upper()
    assert manifest["entries"] == len(grades) > 0
    assert {grade: manifest[grade] for grade in GRADES} == {grade: grades.count(grade) for grade in GRADES}
    assert all(manifest[key] for key in ("type", "source", "licence", "filtered"))
    if manifest["kind"] == "protect":
        assert set(grades) == {"sure"}


@every_list
def test_no_paths_or_registries_in_prose(language: str, name: str) -> None:
    for file in ("manifest.toml", "SOURCE.md"):
        text = (LEXICONS / language / name / file).read_text("utf-8").lower()
        assert not any(word in text for word in ("/work/", "/home/", "/tmp/", "pypi", "files.pythonhosted"))


@pytest.mark.parametrize(
    ("language", "prefix", "least"),
    [
        ("en", "surnames_us", 88_799),
        ("en", "first_names_us", 5_100),
        ("en", "first_names_ontario", 2_000),
        ("en", "professions", 3_000),
        ("en", "hospitals", 1_500),
        ("en", "cities_us", 15_000),
        ("en", "cities_ca", 3_000),
        ("en", "cities_world", 30_000),
        ("en", "counties_us", 3_000),
        ("en", "countries", 240),
        ("en", "ordinary_words", 60_000),
        ("en", "medical_words", 2_000),
        ("es", "surnames_", 7_000),
        ("es", "first_names_", 7_000),
        ("es", "cities_es", 9_000),
        ("es", "cities_america", 2_500),
        ("es", "countries", 250),
        ("es", "states_", 450),
        ("es", "hospitals", 500),
        ("es", "professions", 1_500),
        ("es", "nationalities", 900),
        ("es", "ordinary_words", 70_000),
        ("es", "drugs", 800),
        ("es", "eponyms", 600),
    ],
)
def test_lists_are_large_enough(language: str, prefix: str, least: int) -> None:
    names = (name for code, name in LISTS if code == language and name.startswith(prefix))
    assert sum(len(_entries(language, name)) for name in names) >= least


def test_names_of_other_origins() -> None:
    assert len(_entries("en", "first_names_other")) + len(_entries("en", "surnames_other")) >= 20_000


def test_the_english_phi_lists_together() -> None:
    phi = [name for code, name in LISTS if code == "en" and _manifest("en", name)["kind"] == "phi"]
    assert 230_000 <= sum(len(_entries("en", name)) for name in phi) <= 320_000


@pytest.mark.parametrize(
    ("language", "flag", "grade", "words"),
    [
        ("en", "LAST", "sure", "smith johnson jackson garcia nguyen okafor wilson murphy miller patel o'brien walsh"),
        ("en", "LAST", "ambiguous", "parkinson foley crohn graves walker banks li"),
        ("en", "LAST", "ordinary", "brown may long rose hope bill white small head short colon rice burns"),
        ("en", "FIRST", "sure", "john mary david linda mohammed peter mike susan siobhan wei-ling"),
        ("en", "FIRST", "ambiguous", "jordan austin paris virginia jack heather daisy mason christian june"),
        ("en", "FIRST", "ordinary", "may will mark bill art grant hope rose faith ray pat iris candida frank"),
        ("en", "CITY", "sure", "toronto boston chicago guelph mississauga"),
        ("en", "CITY", "ambiguous", "jackson houston madison"),
        ("en", "CITY", "ordinary", "normal liberty hope home"),
        ("en", "STATE", "sure", "ontario texas california manitoba calif. fla. ont."),
        ("en", "STATE", "ordinary", "in or me ok hi pa ms md ct mi la ma co al de on ab nb pe"),
        ("en", "COUNTRY", "sure", "canada usa france u.s. kenya"),
        ("en", "COUNTRY", "ambiguous", "jordan georgia chad"),
        ("en", "COUNTRY", "ordinary", "turkey us"),
        ("en", "PROFESSION", "ordinary", "nurse doctor surgeon"),
        ("es", "LAST", "sure", "garcía garcia lópez martínez etxeberria puigdomènech fernández quispe okafor"),
        ("es", "LAST", "ambiguous", "blanco rubio moreno torres iglesias campos"),
        ("es", "LAST", "ordinary", "cal masa pinto salto"),
        ("es", "FIRST", "sure", "maría jose ainhoa jordi uxía mohamed"),
        ("es", "FIRST", "ambiguous", "ángel rosa guadalupe consuelo julio domingo"),
        ("es", "CITY", "sure", "móstoles fuenlabrada sabadell cochabamba"),
        ("es", "CITY", "ordinary", "mesa"),
        ("es", "STATE", "sure", "vizcaya extremadura jalisco cundinamarca"),
        ("es", "STATE", "ambiguous", "león toledo zamora soria"),
        ("es", "COUNTRY", "sure", "españa méxico marruecos ee.uu."),
        ("es", "COUNTRY", "ambiguous", "chile cuba ecuador"),
        ("es", "PROFESSION", "sure", "peón_agrícola"),
        ("es", "PROFESSION", "ambiguous", "camarera albañil minero"),
        ("es", "PROFESSION", "ordinary", "enfermera"),
    ],
)
def test_grades_of_sample_words(language: str, flag: str, grade: str, words: str) -> None:
    graded = _folded(language, flag)
    samples = [word.replace("_", " ") for word in words.split()]
    known = {word: graded[word] for word in samples if word in graded}
    assert len(known) >= len(samples) * 0.8, sorted(set(samples) - set(known))
    assert {word: grades for word, grades in known.items() if grade not in grades} == {}


@pytest.mark.parametrize(
    ("language", "held", "not_held"),
    [
        ("en", "brown may will the running colour color walker", "smith john peter maria harry"),
        ("es", "blanco rosa julio que niño cronica crónica", "garcía maría josé fernández"),
    ],
)
def test_ordinary_words_hold_no_plain_names(language: str, held: str, not_held: str) -> None:
    words = set(_entries(language, "ordinary_words"))
    assert set(held.split()) <= words
    assert not set(not_held.split()) & words


def test_the_words_of_spanish_notes_are_known() -> None:
    words = (
        set(_entries("es", "ordinary_words")) | set(_entries("es", "medical_words")) | set(_entries("es", "medical"))
    )
    text = """
        se realizó una intervención quirúrgica observándose mejoría el paciente refiere dolores
        abdominales intensos presentaba lesiones nodulares dispuestas bilateralmente se decidió
        iniciar tratamiento con buenos resultados hubo que suspender consiguiéndose puesto hecho
        dijeron pudiera tuvieron
    """
    assert [word for word in text.split() if word not in words] == []
