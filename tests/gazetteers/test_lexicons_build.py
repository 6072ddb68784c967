"""The scripts that build the lexicons: what they make of names, towns and verbs, and that the lists are up to date."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

LEXICONS = Path(__file__).parents[2] / "lexicons"


def _module(name: str) -> ModuleType:
    """A script of ``lexicons/``, which is no package."""
    spec = importlib.util.spec_from_file_location(f"lexicons_{name}", LEXICONS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


build, build_es, inflect_es = _module("build"), _module("build_es"), _module("inflect_es")


@pytest.mark.parametrize("script", [build, build_es], ids=["en", "es"])
def test_every_raw_list_is_built_and_up_to_date(script: ModuleType) -> None:
    assert script.main(["--check"]) == 0


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
