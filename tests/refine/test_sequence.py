"""Spans where a model reads every line: its own, the rules' beside them, and names found again."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import regex

from scrubber.detect.sequence import Tagged
from scrubber.detect.tagger import Vote
from scrubber.document import Document
from scrubber.lexicon import Lexicon
from scrubber.pack_data import PackData, SequenceData
from scrubber.reading import Reading
from scrubber.refine.sequence import SequenceRefiner
from scrubber.span import Span

HOW = SequenceData(
    threshold=0.5,
    veto=0.1,
    repeat_types=frozenset({"PATIENT"}),
    rules_first=frozenset({"EMAIL"}),
    trim={
        "PHONE": regex.compile(r"^\+\s*|x$"),
        "HOSPITAL": regex.compile(
            r"[\s,]+(?P<STREET>Avda\s.+)$|\s(?P<CITY>Lugo)$|^Servicio\s(?=Hospital)|\sy\s(?P<HOSPITAL>Hospital\s.+)$"
        ),
    },
    listed={"ORGANIZATION": 0.1},
)


def lexicon() -> Lexicon:
    made = Lexicon()
    made.add("STATE", {"sure": ["galicia", "castilla la mancha", "barcelona"], "ambiguous": ["madrid"]})
    made.add("CITY", {"sure": ["barcelona"], "ambiguous": ["madrid", "galicia"]})
    made.add("TITLE", {"sure": ["doctor"]})
    made.add("ORGANIZATION", {"sure": ["roche", "alcon cusí"], "ambiguous": ["avon"]})
    return made


def spans(
    text: str, tagged: dict[str, tuple[str, float]], rules: Sequence[Span] = (), again: tuple[str, ...] = ()
) -> dict[str, tuple[str, int]]:
    """What comes of a text whose stretches the model tags as given, by the text found."""
    words = lexicon()
    reading = Reading(Document(text), words, list(rules))
    tokens = reading.tokens
    votes, runs = {}, []
    for stretch, (type_, probability) in tagged.items():
        inside = reading.inside(Span(text.index(stretch), text.index(stretch) + len(stretch), type_, "x", 50))
        votes.update({i: Vote(probability, type_) for i in inside})
        runs.append(inside)
    repeated = {**votes, **{i: Vote(0.9, "PATIENT") for i, low in enumerate(tokens.lows) if low in again}}
    told = {"CITY": {"ZIP": "digits", "STATE": "STATE"}}
    refiner = SequenceRefiner(PackData(sequence=HOW, told_apart=told), words, "crf")
    found = refiner.spans(reading, Tagged(votes, runs), repeated)
    return {text[s.start : s.end]: (s.type, s.weight) for s in sorted(found, key=lambda s: s.weight)}


def test_the_models_spans_with_their_signs_and_their_weight() -> None:
    found = spans("en Calle Sol, 3-5 de Lugo", {"Calle Sol, 3-5": ("STREET", 1.0), "Lugo": ("CITY", 0.3)})
    assert found == {"Calle Sol, 3-5": ("STREET", 96), "Lugo": ("CITY", 29)}


def test_finer_types_are_told_by_lists() -> None:
    places = ("27001", "Lugo", "Galicia", "Castilla La Mancha", "Barcelona", "Madrid")
    found = spans("27001 Lugo, Galicia. Castilla La Mancha; Barcelona; Madrid", dict.fromkeys(places, ("CITY", 1.0)))
    assert {text: type_ for text, (type_, _) in found.items()} == {
        "27001": "ZIP",
        "Lugo": "CITY",
        "Galicia": "STATE",
        "Castilla La Mancha": "STATE",
        "Barcelona": "CITY",
        "Madrid": "CITY",
    }


@pytest.mark.parametrize(
    ("rule", "probability", "weight"),
    [(80, 0.05, 49), (80, 0.2, 74), (60, 0.2, 49), (60, 0.49, 49), (90, 0.01, 74)],
    ids=["vetoed", "firm", "weak", "weaker", "sure"],
)
def test_rules_beside_the_model(rule: int, probability: float, weight: int) -> None:
    found = spans("NHC 48291", {"48291": ("IDNUM", probability)}, [Span(4, 9, "MEDICALRECORD", "nhc", rule)])
    assert found["48291"] == ("MEDICALRECORD", weight)


def test_rules_yield_to_the_model_but_for_some_types() -> None:
    text = "Ana Sol ana@sol.example"
    rules = [Span(0, 7, "DOCTOR", "doctor", 90), Span(8, 23, "EMAIL", "email", 90)]
    found = spans(text, {"Ana Sol": ("PATIENT", 0.9), "ana@sol": ("PATIENT", 0.9)}, rules)
    assert found == {"Ana Sol": ("PATIENT", 92), "ana@sol": ("PATIENT", 92), "ana@sol.example": ("EMAIL", 97)}


def test_words_found_again_join_and_leave_alone_what_is_found() -> None:
    found = spans("Ana Sol. Vive Ana Sol; Ana y Sol", {"Ana Sol": ("PATIENT", 1.0)}, again=("ana", "sol"))
    assert found == {"Ana Sol": ("PATIENT", 96), "Ana": ("PATIENT", 60), "Sol": ("PATIENT", 60)}


def test_what_a_type_is_written_without() -> None:
    assert spans("Tel +34 555", {"+34 555": ("PHONE", 1.0)}) == {"34 555": ("PHONE", 96)}
    assert spans("Tel 555x", {"555x": ("PHONE", 1.0)}) == {"555": ("PHONE", 96)}
    assert spans("Tel +", {"+": ("PHONE", 1.0)}) == {}


def test_what_is_cut_off_is_of_the_type_that_its_group_names() -> None:
    whole = "Servicio Hospital Sur y Hospital Norte Lugo, Avda Sol 3"
    assert spans(whole, {whole: ("HOSPITAL", 1.0)}) == {
        "Hospital Sur": ("HOSPITAL", 96),
        "Hospital Norte": ("HOSPITAL", 96),
        "Lugo": ("CITY", 96),
        "Avda Sol 3": ("STREET", 96),
    }


def test_of_a_listed_name_a_small_probability_is_enough() -> None:
    text = "Roche, Alcon Cusí, Avon, roche"
    some = dict.fromkeys(("Roche", "Alcon Cusí", "Avon", "roche"), ("CITY", 0.2))
    assert {t: v for t, v in spans(text, some).items() if v[1] >= 50} == {
        "Roche": ("ORGANIZATION", 75),
        "Alcon Cusí": ("ORGANIZATION", 75),
    }
    none = dict.fromkeys(some, ("CITY", 0.05))
    assert all(weight < 50 for _, weight in spans(text, none).values())
    assert spans("Roche", {"Roche": ("CITY", 1.0)})["Roche"] == ("CITY", 96)


def test_a_firm_rule_completes_what_the_model_found_a_part_of() -> None:
    rule = [Span(3, 18, "DATE", "day-month", 90)]
    assert spans("el 12 de mayo 2002", {"mayo 2002": ("DATE", 1.0)}, rule)["12 de mayo 2002"] == ("DATE", 97)
    other = spans("el 12 de mayo 2002", {"12": ("AGE", 1.0), "mayo 2002": ("DATE", 1.0)}, rule)
    assert other["12 de mayo 2002"] == ("DATE", 49)


def test_ordinary_words_are_names_again_where_the_model_half_believes_it() -> None:
    text = "Vive Doctor con Sol"
    assert "Doctor" not in spans(text, {}, again=("doctor", "sol"))
    assert spans(text, {"Doctor": ("PATIENT", 0.4)}, again=("doctor",))["Doctor"] == ("PATIENT", 60)
