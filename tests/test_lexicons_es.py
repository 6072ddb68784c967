"""The Spanish lexicons: their form, their counts, their grades, and the forms that words are inflected into."""

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
LISTS = sorted(path.parent for path in (LEXICONS / "es").glob("*/items.txt"))
NAMES = [folder.name for folder in LISTS]
GRADES = ("sure", "ambiguous", "ordinary")


def _module(name: str) -> ModuleType:
    """A script of ``lexicons/``, which is no package."""
    spec = importlib.util.spec_from_file_location(f"lexicons_{name}", LEXICONS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


build_es = _module("build_es")
inflect_es = _module("inflect_es")


@cache
def _entries(name: str) -> dict[str, str]:
    text = (LEXICONS / "es" / name / "items.txt").read_bytes().decode("utf-8")
    assert text.endswith("\n")
    pairs = (line.partition("\t") for line in text.split("\n")[:-1])
    return {entry: grade or "sure" for entry, _, grade in pairs}


@cache
def _manifest(name: str) -> dict[str, Any]:
    return tomllib.loads((LEXICONS / "es" / name / "manifest.toml").read_text("utf-8"))


def _folded(flag: str) -> dict[str, set[str]]:
    """Folded entry -> grades, over all lists that set a flag."""
    grades: dict[str, set[str]] = {}
    for name in NAMES:
        if _manifest(name)["flag"] == flag:
            for entry, grade in _entries(name).items():
                grades.setdefault(entry.lower(), set()).add(grade)
    return grades


@pytest.mark.parametrize("name", NAMES)
def test_items_are_sorted_normal_and_unique(name: str) -> None:
    entries = list(_entries(name))
    assert entries == sorted(entries)
    assert len({entry.lower() for entry in entries}) == len(entries)
    for entry in entries:
        assert entry == unicodedata.normalize("NFC", entry).strip() != "", entry
        assert "  " not in entry


@pytest.mark.parametrize("name", NAMES)
def test_manifest_tells_the_truth(name: str) -> None:
    manifest, grades = _manifest(name), list(_entries(name).values())
    assert manifest["name"] == name
    assert manifest["kind"] in ("phi", "protect")
    assert manifest["entries"] == len(grades) > 0
    assert {grade: manifest[grade] for grade in GRADES} == {grade: grades.count(grade) for grade in GRADES}
    assert all(manifest[key] for key in ("type", "source", "licence", "filtered"))
    if manifest["kind"] == "protect":
        assert set(grades) == {"sure"}


@pytest.mark.parametrize(
    ("prefix", "least"),
    [
        ("surnames_", 7_000),
        ("first_names_", 7_000),
        ("cities_es", 9_000),
        ("cities_america", 2_500),
        ("countries", 250),
        ("states_", 450),
        ("hospitals", 500),
        ("professions", 1_500),
        ("nationalities", 900),
        ("ordinary_words", 70_000),
        ("drugs", 800),
        ("eponyms", 600),
    ],
)
def test_lists_are_large_enough(prefix: str, least: int) -> None:
    assert sum(len(_entries(name)) for name in NAMES if name.startswith(prefix)) >= least


@pytest.mark.parametrize(
    ("flag", "grade", "words"),
    [
        ("LAST", "sure", "garcía garcia lópez martínez etxeberria puigdomènech fernández quispe okafor"),
        ("LAST", "ambiguous", "blanco rubio moreno torres iglesias campos"),
        ("LAST", "ordinary", "cal masa pinto salto"),
        ("FIRST", "sure", "maría jose ainhoa jordi uxía mohamed"),
        ("FIRST", "ambiguous", "ángel rosa guadalupe consuelo julio domingo"),
        ("CITY", "sure", "móstoles fuenlabrada sabadell cochabamba"),
        ("CITY", "ordinary", "mesa"),
        ("STATE", "sure", "vizcaya extremadura jalisco cundinamarca"),
        ("STATE", "ambiguous", "león toledo zamora soria"),
        ("COUNTRY", "sure", "españa méxico marruecos ee.uu."),
        ("COUNTRY", "ambiguous", "chile cuba ecuador"),
        ("PROFESSION", "sure", "peón agrícola", ),
        ("PROFESSION", "ambiguous", "camarera albañil minero"),
        ("PROFESSION", "ordinary", "enfermera"),
    ],
)  # fmt: skip
def test_grades_of_sample_words(flag: str, grade: str, words: str) -> None:
    graded = _folded(flag)
    for word in [words] if " " in words and flag == "PROFESSION" and grade == "sure" else words.split():
        assert grade in graded.get(word, set()), word


def test_the_words_of_the_language_are_known() -> None:
    words = set(_entries("ordinary_words")) | set(_entries("medical_words")) | set(_entries("medical"))
    text = """
        se realizó una intervención quirúrgica observándose mejoría el paciente refiere dolores
        abdominales intensos presentaba lesiones nodulares dispuestas bilateralmente se decidió
        iniciar tratamiento con buenos resultados hubo que suspender consiguiéndose puesto hecho
        dijeron pudiera tuvieron
    """
    assert [word for word in text.split() if word not in words] == []


def test_words_hold_no_plain_names() -> None:
    assert not {"garcía", "maría", "josé", "fernández"} & set(_entries("ordinary_words"))


def test_every_raw_list_is_built_and_up_to_date() -> None:
    assert build_es.main(["--check"]) == 0


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("realizar", "realizó realicé realizan realizado realizadas realizándose realizarse"),
        ("buscar", "busqué buscó busque"),
        ("pagar", "pagué pagamos"),
        ("pensar", "piensa piense pensó"),
        ("mostrar", "muestra muestran mostraba"),
        ("pedir", "pide pidió pidiendo"),
        ("conducir", "conduzco condujo"),
        ("obtener", "obtiene obtuvo obtenga"),
        ("constituir", "constituye constituyó"),
        ("recoger", "recojo recoge"),
        ("describir", "descrito descrita"),
    ],
)
def test_verbs_are_inflected(verb: str, forms: str) -> None:
    assert set(forms.split()) <= set(inflect_es.verb_forms(verb))


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("crónico", "crónica crónicos crónicas crónicamente"),
        ("lesión", "lesiones"),
        ("vez", "veces"),
        ("renal", "renales"),
        ("dolor", "dolores"),
        ("grave", "graves"),
    ],
)
def test_words_are_inflected(word: str, forms: str) -> None:
    assert set(forms.split()) <= set(inflect_es.word_forms(word))


def test_forms_are_given_without_accents_too() -> None:
    assert {"crónica", "cronica", "niño"} <= set(inflect_es.forms([], ["crónico", "niño"]))
    assert "nino" not in inflect_es.forms([], ["niño"])


def test_towns_of_two_languages_are_given_one_by_one() -> None:
    assert {"Donostia / San Sebastián", "Donostia", "San Sebastián", "San Sebastian"} <= set(
        build_es.town_forms("Donostia / San Sebastián")
    )
