"""Spanish from end to end: training on brat notes of MEDDOCAN's scheme, finding, writing and measuring them again."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numba")

from conftest import Run

from scrubber.evaluate.brat import write_brat
from scrubber.evaluate.evaluation import evaluate
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.inline import read_inline
from scrubber.evaluate.marks import mark
from scrubber.evaluate.schemes import load_scheme
from scrubber.explain import explain
from scrubber.pipeline import Scrubber

MEDDOCAN = load_scheme("meddocan")
PEOPLE = [
    ("Iria", "Soler Maroto", "Lucio Arbeloa Ruiz", "Lugo", "27001"),
    ("Unai", "Navarro Otxoa", "Berta Quiroga Pinto", "Bilbao", "48011"),
    ("Valeria", "Roca Caballero", "Tomás Anglada Vives", "Girona", "17002"),
    ("Gonzalo", "Castro Umbral", "Elvira Sandoval Haro", "Toledo", "45003"),
    ("Alicia", "Marquina Ferrer", "Bruno Escalante Mora", "Soria", "42004"),
]


def form(first: str, last: str, doctor: str, town: str, code: str, number: int) -> str:
    return (
        "Datos del paciente.\n"
        f"Nombre: [[PATIENT|{first}]].\nApellidos: [[PATIENT|{last}]].\nNHC: [[MEDICALRECORD|79{number}612]].\n"
        f"Localidad/ Provincia: [[CITY|{town}]].\nCP: [[CITY|{code}]].\n"
        f"Edad: [[AGE|{30 + number} años]] Sexo: [[SEX|M]].\n"
        f"Médico: [[DOCTOR|{doctor}]].\nInforme clínico: paciente con fiebre y dolor de tres días de evolución.\n"
        f"Remitido por: Dr. [[DOCTOR|{doctor}]]. [[CITY|{code}]] [[CITY|{town}]].\n"
    )


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    for number in range(24):
        person = PEOPLE[number % 4]
        note = MEDDOCAN.write_note(read_inline("n", form(*person, number)))
        (folder / f"{number:02}.txt").write_text(note.text, "utf-8")
        (folder / f"{number:02}.ann").write_text(write_brat(note), "utf-8")
    return folder


@pytest.fixture(scope="module")
def trained(real_scrub: Run, corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    model = tmp_path_factory.mktemp("model") / "es.crf"
    done = real_scrub("train", "--language", "es", "--scheme", "meddocan", corpus, "-o", model)
    assert done.returncode == 0, done.stderr
    return model


def test_what_was_learned_is_found(trained: Path) -> None:
    gold = read_inline("n", form(*PEOPLE[4], 9))
    scrubber = Scrubber("meddocan", language="es", model=trained)
    found = {"n": tuple(mark(s.type, s.start, s.end) for s in scrubber.find(gold.text))}
    figures = evaluate([gold], found, MEDDOCAN).figures()
    assert figures["strict_F1"] >= 0.9
    assert figures["R_all"] == 1
    types = {gold.text[s.start : s.end]: s.type for s in scrubber.find(gold.text)}
    assert types["42004"] == "ZIP"
    assert types["Soria"] in ("CITY", "STATE")
    assert types["M"] == "SEX"


def test_safe_harbor_leaves_sex_and_age(trained: Path) -> None:
    masked = Scrubber(language="es", model=trained).scrub(read_inline("n", form(*PEOPLE[4], 9)).text)
    assert "Sexo: M." in masked
    assert "39 años" in masked
    assert "Marquina" not in masked
    assert "42004" not in masked


@pytest.mark.parametrize("crf", [False, None])
def test_a_note_tells_that_it_is_spanish(crf: bool | None) -> None:
    text = read_inline("n", form(*PEOPLE[4], 9)).text
    scrubber = Scrubber(crf=crf)
    masked = scrubber.scrub(text)
    assert not any(word in masked for word in ("Alicia", "Marquina", "Escalante", "799612", "42004"))
    assert "paciente con fiebre y dolor de tres días de evolución" in masked
    note = scrubber.note()
    note.scrub(text)
    assert note.language() == "es"


def test_names_are_found_again_in_later_pieces(trained: Path) -> None:
    note = Scrubber("meddocan", language="es", model=trained).note()
    note.scrub(form(*PEOPLE[4], 9).replace("[[PATIENT|Alicia]]", "Alicia"))
    assert "Escalante" not in note.scrub(read_inline("n", form(*PEOPLE[4], 9)).text)
    assert "Escalante" not in note.scrub("Se comenta el caso con Escalante, que está de acuerdo.\n")


def test_the_task_from_end_to_end(real_scrub: Run, corpus: Path, tmp_path: Path) -> None:
    """Texts in, ``.ann`` out under the task's types, and the task's figures of them."""
    (tmp_path / "in").mkdir()
    for path in sorted(corpus.glob("*.txt"))[:3]:
        (tmp_path / "in" / path.name).write_bytes(path.read_bytes())
    done = real_scrub("find", "in", "--format", "brat", "--scheme", "meddocan", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    notes = read_gold(tmp_path / "out")
    assert [note.text for note in notes] == [note.text for note in read_gold(corpus)[:3]]
    types = {m.type for note in notes for m in note.marks}
    assert {"NOMBRE_SUJETO_ASISTENCIA", "TERRITORIO", "SEXO_SUJETO_ASISTENCIA"} <= types <= set(MEDDOCAN.write.values())
    done = real_scrub("eval", tmp_path / "out", "--scheme", "meddocan")
    assert done.returncode == 0, done.stderr
    assert "TERRITORIO        1.000  1.000  1.000" in done.stdout.decode()
    assert "leak               0.0000" in done.stdout.decode()


def test_the_shipped_model_is_small() -> None:
    from scrubber.data import data_folder

    model = data_folder("patterns") / "es" / "model.crf"
    assert not model.exists() or model.stat().st_size <= 1_000_000


def test_explained(trained: Path) -> None:
    scrubber = Scrubber("meddocan", language="es", model=trained)
    told = explain(scrubber.note(), read_inline("n", form(*PEOPLE[4], 9)).text)
    reasons = " ".join(step for one in told for step in one.steps)
    assert "the CRF gives" in reasons
    assert {one.verdict for one in told} == {"masked", "rejected"}


def test_a_relatives_name_is_masked_though_the_model_takes_both_words_for_the_relative() -> None:
    text = "Informe de alta.\nAntecedentes: HTA, DM2. Su hija Carmen refiere fiebre de 38,5 ºC.\n"
    for crf in (True, False):
        scrubbed = Scrubber("strict", language="es", crf=crf).scrub(text)
        assert "Carmen" not in scrubbed
        assert "hija" in scrubbed


@pytest.mark.parametrize(
    ("text", "masked"),
    [("Madrid", "[CITY-1]"), ("Hermano Unai", "Hermano [PATIENT-1]"), ("Ibuprofeno 600 mg", "Ibuprofeno 600 mg")],
)
def test_short_texts_are_read_by_what_words_say_too(text: str, masked: str) -> None:
    assert Scrubber(language="es", operator="tag").scrub(text) == masked


@pytest.mark.parametrize("language", ["en", "es"])
def test_half_a_surrogate_pair_stops_nobody(language: str) -> None:
    text = "\ud800 visto por la Dra. Arantxa Olmedo; seen by Dr. Arantxa Olmedo \udfff"
    masked = Scrubber("strict", language=language).scrub(text)
    assert "Olmedo" not in masked
    assert masked[0] == "\ud800"
    assert masked[-1] == "\udfff"
