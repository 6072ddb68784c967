"""What columns hold, by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.errors import DataError, NoteError
from scrubber.formats.columns import column_names, make_plan, words_of
from scrubber.formats.settings import FormatSettings


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("PatientLastName", "patient last name"),
        ("PAT_MRN_ID", "pat mrn id"),
        ("date-of birth", "date of birth"),
        ("phone1", "phone 1"),
        ("HL7Id", "hl 7 id"),
        ("", ""),
    ],
)
def test_names_in_words(name: str, words: str) -> None:
    assert " ".join(words_of(name)) == words


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("mrn", "MEDICALRECORD"),
        ("PAT_MRN_ID", "MEDICALRECORD"),
        ("PatientLastName", "PATIENT"),
        ("nok_last_name", "PATIENT"),
        ("attending", "DOCTOR"),
        ("ordering_provider", "DOCTOR"),
        ("provider_last_name", "DOCTOR"),
        ("attending_phone", "PHONE"),
        ("admit_date", "DATE"),
        ("date_of_birth", "DATE"),
        ("Postal Code", "ZIP"),
        ("address_line_2", "STREET"),
        ("e-mail", "EMAIL"),
        ("encounter_id", "IDNUM"),
        ("age", "AGE"),
        ("drug_name", ""),
        ("provider_specialty", ""),
        ("updated", ""),
        ("cell_count", ""),
        ("children", ""),
        ("note_text", ""),
        ("FIRST", "PATIENT"),
        ("LAST", "PATIENT"),
        ("MAIDEN", "PATIENT"),
        ("LAT", "LOCATION-OTHER"),
        ("LON", "LOCATION-OTHER"),
        ("first_value", ""),
        ("last_careunit", ""),
        ("year_of_birth", "DATE"),
        ("person_source_value", "MEDICALRECORD"),
        ("visit_occurrence_id", "IDNUM"),
        ("admittime", "DATE"),
        ("anchor_age", "AGE"),
        ("PAT_ENC_CSN_ID", "IDNUM"),
        ("ADD_LINE_1", "STREET"),
        ("NAME_FULL_FORMATTED", "PATIENT"),
        ("BIRTH_DT_TM", "DATE"),
        ("ID Patient", "MEDICALRECORD"),
        ("Nom", "PATIENT"),
        ("Prénom", "PATIENT"),
        ("Pre\u0301nom", "PATIENT"),
        ("Adresse", "STREET"),
        ("Adresse e-mail", "EMAIL"),
        ("Date d'entrée", "DATE"),
        ("Téléphone 2", "PHONE"),
        ("Médecin traitant", "DOCTOR"),
        ("Nombre de comprimés", ""),
        ("Primer Apellido", "PATIENT"),
        ("Dirección", "STREET"),
        ("Fecha de alta", "DATE"),
        ("Código postal", "ZIP"),
        ("NHC", "MEDICALRECORD"),
        ("gender", "SEX"),
        ("County Name", "CITY"),
        ("patient_num", "MEDICALRECORD"),
        ("USUBJID", "MEDICALRECORD"),
        ("BRTHDTC", "DATE"),
    ],
)
def test_types(name: str, type_: str) -> None:
    assert column_names(()).type_of(name) == type_


def test_a_site_lays_its_own_names_over_ours(tmp_path: Path) -> None:
    own = tmp_path / "columns.toml"
    own.write_text('[columns]\nVEHICLE = ["ambulance"]\n')
    names = column_names((own,))
    assert names.type_of("ambulance_no") == "VEHICLE"
    assert names.type_of("mrn") == "MEDICALRECORD"
    own.write_text('[columns]\nNOPE = ["x"]\n')
    column_names.cache_clear()
    from scrubber.formats.maps import load_map

    load_map.cache_clear()
    with pytest.raises(DataError, match="NOPE"):
        column_names((own,))


def test_what_goes_before_what() -> None:
    settings = FormatSettings(
        columns=("note",),
        patient_column="MRN",
        column_actions={"enc*": "drop", "enc_1": "keep", "note": "CITY"},
    )
    plan = make_plan(["mrn", "note", "enc_1", "enc_2", "dob", "ward"], settings)
    assert [c.action for c in plan.columns] == ["hash", "CITY", "keep", "drop", "DATE", "keep"]
    assert plan.patient == 0
    assert plan.kept == [0, 1, 2, 4, 5]
    assert [c.action for c in make_plan(["ward", "dob"], FormatSettings()).columns] == ["text", "DATE"]
    with pytest.raises(NoteError):
        make_plan(["a"], settings)


def test_codes_are_kept_where_they_are_codes() -> None:
    def kept(*names: str) -> list[str]:
        return [c.name for c in make_plan(names, FormatSettings()).columns if c.action == "keep"]

    assert kept("PATIENT", "CODE", "DESCRIPTION") == ["CODE"]
    assert kept("name", "code") == []
    assert kept("person_id", "condition_concept_id", "icd_code") == ["condition_concept_id", "icd_code"]


def test_names_that_say_something_only_beside_others() -> None:
    def types(*names: str) -> list[str]:
        return [c.type or c.action for c in make_plan(names, FormatSettings()).columns]

    assert types("age", "cp", "chol") == ["AGE", "text", "text"]
    assert types("Ville", "CP") == ["CITY", "ZIP"]
    assert types("Lat", "Long") == ["LOCATION-OTHER", "LOCATION-OTHER"]
    assert types("chrom", "start", "stop") == ["text", "keep", "keep"]
    assert types("start", "stop") == ["text", "text"]


@pytest.mark.parametrize(
    "name",
    [
        *("EVENT_CD", "DX_ID", "concept_id", "vocabulary_id"),
        *("drug_id", "ID Médicament", "Product No.", "codigo del producto", "Clave del fármaco", "vaccine code"),
        *("Procedure Code", "diagnosis_cd", "Code de l'acte", "route code"),
    ],
)
def test_numbers_of_things_are_codes(name: str) -> None:
    assert column_names(()).is_code(name, [])


@pytest.mark.parametrize(
    "name", ["procedure_id", "test no", "device id", "patient code", "access code", "drug", "code"]
)
def test_numbers_of_what_was_done_and_of_people_are_none(name: str) -> None:
    assert not column_names(()).is_code(name, [])


def test_a_name_beside_the_number_of_a_thing_is_searched() -> None:
    def of_name(*names: str) -> str:
        return next(c.action for c in make_plan(names, FormatSettings()).columns if c.name in ("name", "Nom"))

    assert of_name("ID Médicament", "Nom", "Dosage") == "text"
    assert of_name("drug id", "name", "birth date") == "PATIENT"
    assert of_name("test code", "name") == "PATIENT"
    assert of_name("name", "dose") == "PATIENT"
