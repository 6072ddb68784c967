"""Surrogates, dates and ages in Spanish: they read like Spanish, and keep what checks."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

import pytest
from stdnum.es import cif, dni, nie

from scrubber.mask.ages import group_of, years_of
from scrubber.mask.dates.shift import DateContext, shift_date
from scrubber.mask.keys import Key
from scrubber.mask.masking import Masking
from scrubber.mask.names import Role, parse_name
from scrubber.mask.numerals import in_digits
from scrubber.mask.surrogate.ids import nuss_is_valid
from scrubber.mask.surrogate.pools import surrogate_table
from scrubber.mask.vocabulary import vocabulary
from scrubber.policy import load_policy
from scrubber.text.span import Span

SPANISH = DateContext(day_first=True, anchor=date(2014, 3, 12), language="es")


@cache
def masking(key: bytes = b"k" * 32) -> Masking:
    return Masking(load_policy("meddocan").with_operators("surrogate", {}), Key(key), None, "es")


def replaced(type_: str, text: str, key: bytes = b"k" * 32) -> str:
    return masking(key).note("note", None).replacements(text, [Span(0, len(text), type_, "test", 90)])[0]


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("12/03/2014", "22/03/2014"),
        ("12 de marzo de 2014", "22 de marzo de 2014"),
        ("30 de diciembre de 2014", "9 de enero de 2015"),
        ("12-III-2014", "22-III-2014"),
        ("28-XII-98", "07-I-99"),
        ("6-abril-2004", "16-abril-2004"),
        ("Septiembre 2015", "Septiembre 2015"),
        ("marzo del 2014", "marzo del 2014"),
        ("año 2004", "año 2004"),
        ("enero del año 2001", "enero del año 2001"),
        ("3 de abril", "13 de abril"),
        ("lunes", "jueves"),
        ("domingos", "miércoles"),
        ("miércoles", "sábado"),
        ("verano de 2012", "verano de 2012"),
        ("4/5/98", "14/5/98"),
        ("Viernes Santo", "Abril"),
    ],
)
def test_dates_move_in_their_spanish_form(text: str, moved: str) -> None:
    assert shift_date(text, 10, SPANISH) == moved


def test_spanish_notes_read_the_day_first() -> None:
    note = masking().note("note", "p1")
    first = note.replacements("4/5/2010", [Span(0, 8, "DATE", "test", 90)])[0]
    days = note.replacements("4 de mayo de 2010", [Span(0, 17, "DATE", "test", 90)])[0]
    day, month, year = first.split("/")
    assert days.split()[0] == day
    assert days.endswith(year)
    assert 1 <= int(month) <= 12


@pytest.mark.parametrize("text", ["siete años", "54 años", "7 meses", "3 años y 8 meses", "sesenta y tres años"])
def test_ages_change_and_keep_their_words(text: str) -> None:
    new = replaced("AGE", text)
    assert new != text
    assert re.sub(r"\d+", "#", new) == re.sub(r"\d+|siete|sesenta y tres", "#", text)


def test_ages_in_words() -> None:
    assert years_of("siete años") == 7
    assert years_of("sesenta y tres años") == 63
    assert years_of("7 meses") == 0
    assert years_of("18 meses") == 1
    assert group_of("treinta y un años", 10) == "30s"
    assert in_digits("de cuarenta y cinco años", "es") == "de 45 años"
    assert in_digits("sin edad", "es") == "sin edad"


@pytest.mark.parametrize("key", [b"a" * 32, b"b" * 32, b"c" * 32])
def test_identity_numbers_keep_a_right_check_letter(key: bytes) -> None:
    made = replaced("NATIONALID", "12345678Z", key)
    assert made != "12345678Z"
    assert dni.is_valid(made)
    assert dni.is_valid(re.sub(r"\W", "", replaced("NATIONALID", "12.345.678-Z", key)))
    foreign = replaced("NATIONALID", "X-1234567-L", key)
    assert nie.is_valid(foreign.replace("-", ""))
    assert foreign[0] == "X"
    assert cif.is_valid(replaced("NATIONALID", "A13585625", key))


@pytest.mark.parametrize("key", [b"a" * 32, b"b" * 32, b"c" * 32])
def test_social_security_numbers_keep_province_and_check(key: bytes) -> None:
    assert nuss_is_valid("281234567840")
    made = replaced("SSN", "28/12345678/40", key)
    assert made != "28/12345678/40"
    assert made[:3] == "28/"
    assert nuss_is_valid(made.replace("/", ""))


@pytest.mark.parametrize("number", ["281234567841", "001234567840", "12345", "28123456784A"])
def test_wrong_social_security_numbers(number: str) -> None:
    assert not nuss_is_valid(number)


def test_names_keep_sex_and_origin() -> None:
    given = {line[0]: (line[1], line[2]) for line in surrogate_table("es", "given")}
    surnames = {line[0]: line[1] for line in surrogate_table("es", "surnames")}
    for name, sex, origin in (("Łukasz", "m", "slavic"),):
        made = replaced("PATIENT", name)
        assert made != name
        assert given[made] == (sex, origin)
    for name, origin in (("Etxaniz", "basque"), ("Puigdomènech", "catalan")):
        assert surnames[replaced("PATIENT", f"Ainhoa {name}").split()[-1]] == origin


def test_both_surnames_are_surnames() -> None:
    surnames = {line[0].lower() for line in surrogate_table("es", "surnames")}
    assert {word.lower() for word in replaced("PATIENT", "Rivera Bueno").split()} <= surnames


@pytest.mark.parametrize(
    ("name", "particles"),
    [("Jordi Puig i Cadafalch", ["i"]), ("José Ortega y Gasset", ["y"]), ("Ana de los Santos Ruiz", ["de", "los"])],
)
def test_particles_stay(name: str, particles: list[str]) -> None:
    assert [word.key for word in parse_name(name).words if word.role is Role.PARTICLE] == particles


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Calle Losada 23, 5 B", r"Calle \w+ \d\d, \d [A-Z]"),
        ("C/ Mayor 12, 3ºB", r"C/ Mayor \d\d, \dº[A-Z]"),
        ("Avda. de la Constitución s/n", r"Avda\. de la [\w' -]+ s/n"),
        ("c/ del Abedul 5-7, 2º dcha", r"c/ del [\w' -]+ \d-\d, \dº dcha"),
    ],
)
def test_streets_keep_their_words(text: str, kept: str) -> None:
    made = replaced("STREET", text)
    assert made != text
    assert re.fullmatch(kept, made), made


@pytest.mark.parametrize(
    ("type_", "text", "ending"),
    [
        ("PROFESSION", "camarera", "a"),
        ("PROFESSION", "minero", "o"),
        ("COUNTRY", "búlgara", "a"),
        ("COUNTRY", "ecuatorianos", "os"),
        ("KINSHIP", "hermana", "a"),
        ("KINSHIP", "hijos", "os"),
    ],
)
def test_words_agree(type_: str, text: str, ending: str) -> None:
    made = replaced(type_, text)
    assert made != text
    assert made.split()[0].endswith(ending), made


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        ("HOSPITAL", "Hospital Universitario de Getafe"),
        ("HOSPITAL", "Hospital Comarcal de Valdepinos"),
        ("HEALTHCENTRE", "Centro de Salud Barrio del Pilar"),
        ("CITY", "Talavera de la Reina"),
        ("STATE", "Vizcaya"),
        ("COUNTRY", "España"),
        ("ORGANIZATION", "Universidad de Valdepinos"),
        ("ENCOUNTER", "403785669"),
        ("PHONE", "917 55 70 00"),
    ],
)
def test_a_surrogate_is_another_one_and_the_same_again(type_: str, text: str) -> None:
    made = replaced(type_, text)
    assert made != text
    assert made == replaced(type_, text)


def test_a_spanish_number_keeps_its_kind() -> None:
    assert re.fullmatch(r"6\d\d 55 01 \d\d", replaced("PHONE", "606 40 90 21"))
    assert re.fullmatch(r"9\d5550[01]\d\d|9\d55501\d\d", replaced("PHONE", "917277336"))


def test_sex_has_no_surrogate() -> None:
    assert replaced("SEX", "varón") == "[SEX]"


def test_towns_have_their_region() -> None:
    subject_regions = {row[0]: row[1] for row in surrogate_table("es", "city_regions")}
    assert subject_regions["Móstoles"] == "Comunidad de Madrid"
    assert subject_regions["Arequipa"] == "Perú"


def test_a_language_without_a_vocabulary_has_that_of_english() -> None:
    assert vocabulary("xx").lists == vocabulary("en").lists
    assert "calle" in vocabulary("es").generic
    assert "clinico" in vocabulary("es").generic
