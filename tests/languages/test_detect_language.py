"""The language of a note: told on two hundred characters, on forms of names and numbers, and left open where it is."""

from __future__ import annotations

import pytest

from scrubber.languages.identification import detect_language, languages_of

PACKED = ("en", "es")
NOTES = {
    "en": "Pt seen today for follow-up of her diabetes. She denies chest pain and has taken metformin as prescribed.",
    "es": "Paciente de 54 años que acude a la consulta por dolor en la rodilla derecha de tres semanas de evolución.",
    "fr": "La patiente a été hospitalisée dans le service pour une douleur thoracique depuis trois jours, sans fièvre. "
    "Son mari est présent. Elle est née le 3 avril 1962 et habite avec ses enfants.",
    "de": "Der Patient wurde am 3. April mit Schmerzen in der linken Schulter aufgenommen und nach drei Tagen in gutem "
    "Zustand entlassen. Die Ehefrau ist bei der Untersuchung dabei gewesen.",
    "pt": "Doente de 54 anos, do sexo feminino, que recorre à consulta por dor no joelho direito com três semanas de "
    "evolução. Não tem febre nem outros sintomas. Vive com o marido e os filhos.",
    "ca": "Pacient de 54 anys que acudeix a la consulta amb dolor al genoll dret des de fa tres setmanes. Viu amb la "
    "seva dona i els seus fills, i no té febre ni altres símptomes aquests dies.",
    "it": "Paziente di 54 anni che si presenta al pronto soccorso per dolore al ginocchio destro da tre settimane. Non "
    "ha febbre. Vive con la moglie e i figli, ed è stata visitata dal medico della sua città.",
    "nl": "De patiënt is een man van 54 jaar die wordt opgenomen met pijn in de rechter knie sinds drie weken. Hij "
    "heeft geen koorts en woont met zijn vrouw en kinderen in de stad.",
}


@pytest.mark.parametrize("language", NOTES)
def test_running_text(language: str) -> None:
    assert detect_language(NOTES[language], PACKED).language == language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Nombre: Iria\nApellidos: Soler Maroto\nNHC: 794612\nDomicilio: Calle Sol 3, 2B\nCP: 38003"),
        (
            "es",
            "Médico: Lucio Arbeloa Ruiz   NºCol: 38 38 65472\nFecha de nacimiento: 26/01/2000  Edad: 11 años Sexo: M",
        ),
        ("en", "Name: Amara Osei  MRN 0048291  DOB 3/14/1962\nAddress: 12 Larkspur Rd, Ohio\nPhone 555-0119"),
        ("en", "Dr. Joaquín Rolón, Medical 2B\nPatient: José Ñancupil  Admit 2024-Jan-06  Discharge 2024-Jan-15"),
        (
            "en",
            "Dialysis: TTS 2nd shift chair 9, EDW 74.5 Kt/V 1.4, URR 71. Travel: Ana de la Torre needs 3 tx in La Paz",
        ),
    ],
)
def test_names_and_numbers(language: str, text: str) -> None:
    assert (detect_language(text, PACKED).language or "en") == language


@pytest.mark.parametrize("text", ["", "\n", "12/03/2014", "Osei", "Kt/V 1.4", "José", "La Paz", "K 6.9 Na 140"])
def test_what_does_not_tell_is_left_open(text: str) -> None:
    assert detect_language(text, PACKED).language in (None, "en")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Пациент 54 лет поступил с жалобами на боль в колене", "Cyrillic script"),
        ("المريض يعاني من ألم في الركبة", "Arabic script"),
        ("患者因膝关节疼痛三周入院。", "Cjk script"),
    ],
)
def test_other_letters(text: str, name: str) -> None:
    assert detect_language(text, PACKED).name == name


def test_a_few_foreign_words_do_not_make_a_foreign_note() -> None:
    text = "Pt speaks French; brought by son. « Ça va mieux depuis hier ». Seen at Centre de santé, rue Nord."
    assert detect_language(text, PACKED).language in (None, "en")
    mixed = NOTES["en"] + " Discharge letter of Klinikum, Germany: Befund und Therapie siehe Anlage."
    assert detect_language(mixed, PACKED).language == "en"


def test_a_heading_in_one_language_does_not_outweigh_the_note() -> None:
    assert detect_language("SUMMARY\n\n" + NOTES["es"], PACKED).language == "es"
    assert detect_language("Hospital Universitario de la Paz\n\n" + NOTES["en"], PACKED).language == "en"


FOREIGN = sorted(set(NOTES) - set(PACKED))


@pytest.mark.parametrize("own", PACKED)
@pytest.mark.parametrize("language", FOREIGN)
def test_a_paragraph_in_another_language_is_told_and_the_note_read_in_its_own(own: str, language: str) -> None:
    rest = "\n\n".join([NOTES[own]] * 6)
    for text in (f"{NOTES[language]}\n\n{rest}", f"{rest}\n\n{NOTES[language]}", f"{rest}\n{NOTES[language]}\n{rest}"):
        read_in, foreign = languages_of(text, PACKED)
        assert (read_in.language, foreign.language) == (own, language)


@pytest.mark.parametrize("own", PACKED)
def test_a_note_of_one_language_has_no_foreign_paragraph(own: str) -> None:
    assert languages_of("\n\n".join([NOTES[own]] * 6), PACKED)[1].language is None


@pytest.mark.parametrize("language", FOREIGN)
def test_a_note_in_another_language_alone_is_read_in_none(language: str) -> None:
    read_in, foreign = languages_of("\n\n".join([NOTES[language]] * 6), PACKED)
    assert read_in.language == foreign.language == language
