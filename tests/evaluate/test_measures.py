"""The figures: by hand on a small sample, and against the reference definition."""

from __future__ import annotations

import importlib.util
import os
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
import token_reference as reference

from scrubber.errors import UsageError
from scrubber.evaluate.entity_measures import score_entities
from scrubber.evaluate.evaluation import as_json, as_table, evaluate, parse_limit
from scrubber.evaluate.gold import read_gold
from scrubber.evaluate.inline import read_inline
from scrubber.evaluate.marks import Mark, MarkedNote, mark
from scrubber.evaluate.schemes import load_scheme
from scrubber.evaluate.token_measures import TOKEN, score_tokens

SAMPLE = [
    "Mr. [[PATIENT|Amara O'Osei]] is [[AGE|91]], seen [[DATE|3/14/2021]] by Dr. [[DOCTOR|Yair]] at [[HOSPITAL|TGH]].",
    "[[AGE|67]]yo from [[CITY|Duluth]], [[STATE|MN]]. Tel [[PHONE|(416) 555-0199]]. [[IGNORE|unclear 12]] Parkinson's.",
    "No PHI in this note at all.",
]


def notes() -> list[MarkedNote]:
    return [read_inline(str(number), text) for number, text in enumerate(SAMPLE)]


def noisy(gold: list[MarkedNote], seed: int = 7) -> dict[str, tuple[Mark, ...]]:
    """Predictions that lose some marks, cut some, retype some and add some."""
    rng = random.Random(seed)
    result = {}
    for note in gold:
        marks = [m for m in note.marks if rng.random() < 0.8]
        marks = [mark(m.type, m.start, max(m.start + 1, m.end - rng.choice([0, 0, 3]))) for m in marks]
        marks = [m.retyped("PATIENT") if rng.random() < 0.2 else m for m in marks]
        words = [w for w in TOKEN.finditer(note.text) if rng.random() < 0.03]
        result[note.name] = tuple(marks) + tuple(mark("CITY", w.start(), w.end()) for w in words)
    return result


def as_reference(gold: list[MarkedNote]) -> dict[str, tuple[str, reference.Spans]]:
    return {n.name: (n.text, [(m.start, m.end, m.type) for m in n.marks]) for n in gold}


def flat(predictions: dict[str, tuple[Mark, ...]]) -> dict[str, reference.Spans]:
    return {name: [(m.start, m.end, m.type) for m in marks] for name, marks in predictions.items()}


@pytest.mark.parametrize("seed", range(5))
def test_token_figures_agree_with_the_reference(seed: int) -> None:
    gold = notes()
    predictions = noisy(gold, seed)
    score, _ = score_tokens(gold, predictions)
    expected = reference.figures(as_reference(gold), flat(predictions))
    assert {k: v for k, v in score.figures().items() if k in expected} == pytest.approx(expected)


def test_token_figures_agree_with_the_projects_script_on_the_development_gold() -> None:
    """Where SCRUB_GOLD names a folder with dev/ in it, and the script lies beside it."""
    folder = Path(os.environ.get("SCRUB_GOLD", Path(__file__).parents[3] / "shared" / "gold"))
    script = folder.parent / "score.py"
    if not (folder / "dev").is_dir() or not script.is_file():
        pytest.skip("no development gold beside this checkout (SCRUB_GOLD)")
    spec = importlib.util.spec_from_file_location("score", script)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    gold = read_gold(folder / "dev")
    predictions = noisy(gold)
    result = evaluate(gold, predictions).figures()
    theirs = module.score(module.load(str(folder / "dev")), {f"dev-{n}": s for n, s in flat(predictions).items()})
    for name in ("R_all", "R_hipaa", "P", "F1", "over_1k", "clean", "negatives_flagged"):
        assert result[name] == pytest.approx(theirs[name]), name


def test_token_counts_by_hand() -> None:
    gold = notes()
    score, mistakes = score_tokens(gold, {"0": (mark("PATIENT", 4, 9),), "2": (mark("CITY", 0, 2),)})
    assert score.phi["PATIENT"] == 3
    assert score.hit["PATIENT"] == 1
    assert (score.clean_notes, score.flagged, score.negatives) == (1, 1, 1)
    assert score.hipaa_phi == 3 + 1 + 3 + 1 + 3
    assert next((m.kind, m.type, m.tokens) for m in mistakes if m.note == "0") == ("miss", "PATIENT", 2)
    assert [(m.kind, m.note, m.start, m.end, m.type) for m in mistakes][-1] == ("alarm", "2", 0, 2, "CITY")


def test_perfect_predictions_have_no_mistakes() -> None:
    gold = notes()
    result = evaluate(gold, {n.name: n.marks for n in gold})
    assert result.mistakes == []
    assert all(result.figures()[k] == 1 for k in ("R_all", "P", "clean", "strict_F1", "relaxed_F1", "merged_F1"))


def test_a_note_without_prediction_counts_as_unmasked() -> None:
    assert score_tokens(notes(), {})[0].recall == 0


def test_strict_relaxed_spans_and_merged() -> None:
    note = MarkedNote("n", "Amara Osei of Duluth", (mark("PATIENT", 0, 10), mark("CITY", 14, 20)))
    predicted = (mark("PATIENT", 0, 5), mark("PATIENT", 6, 10), mark("STATE", 14, 20))
    scores = score_entities([note], {"n": predicted})
    assert scores["strict"].figures() == (0, 0, 0)
    precision, recall, _ = scores["relaxed"].figures()
    assert (precision, recall) == (pytest.approx(2 / 3), 0.5)
    assert scores["spans"].figures()[:2] == (pytest.approx(1 / 3), 0.5)
    assert scores["merged"].figures() == (1, 1, 1)


def merged(text: str, gold: Sequence[tuple[int, int]], predicted: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    note = MarkedNote("n", text, tuple(mark("DATE", *stretch) for stretch in gold))
    score = score_entities([note], {"n": [mark("CITY", *stretch) for stretch in predicted]})["merged"]
    hits = score.found["SPAN"]
    assert hits == score.right["SPAN"]
    return hits, score.predicted["SPAN"] - hits, score.gold["SPAN"] - hits


def test_merged_counts_hits_as_written_and_joined_as_meddocan_does() -> None:
    text = "28016 Madrid, Spain, of 12 May"
    # All three are hits, and what they make joined is one more.
    assert merged(text, [(0, 5), (6, 12), (14, 19)], [(0, 5), (6, 12), (14, 19)]) == (4, 0, 0)
    # Cut otherwise, the whole is one hit, and no part of it is missed or false.
    assert merged(text, [(0, 5), (6, 19)], [(0, 12), (14, 19)]) == (1, 0, 0)
    # Of a whole that is not the same, parts that are the same are hits.
    assert merged(text, [(0, 5), (6, 12), (14, 19)], [(0, 5), (6, 12)]) == (2, 0, 1)
    assert merged(text, [(0, 5)], [(0, 5), (24, 30)]) == (1, 1, 0)
    # "of" is a word: nothing is joined over it.
    assert merged(text, [(14, 19), (24, 30)], [(14, 30)]) == (0, 1, 2)
    assert merged(text, [], []) == (0, 0, 0)


def test_discontinuous_entities_match_only_whole() -> None:
    gold = MarkedNote("n", "Amara and Osei", (Mark("PATIENT", ((0, 5), (10, 14))),))
    assert score_entities([gold], {"n": gold.marks})["strict"].figures()[2] == 1
    assert score_entities([gold], {"n": (mark("PATIENT", 0, 14),)})["strict"].figures()[2] == 0


def test_figures_are_grouped_by_category() -> None:
    gold = notes()
    score = score_entities(gold, {n.name: n.marks for n in gold})["strict"]
    assert score.categories()["NAME"] == ["DOCTOR", "PATIENT"]


def test_ignored_marks_count_for_nothing() -> None:
    gold = [read_inline("n", "[[IGNORE|Amara]] is [[AGE|67]]")]
    result = evaluate(gold, {"n": (mark("PATIENT", 0, 5), mark("AGE", 9, 11))})
    assert result.figures()["P"] == 1
    assert result.figures()["strict_P"] == 1


@pytest.mark.parametrize(
    ("text", "fails"),
    [("R_all=0.9", True), ("R_all=0.5", False), ("0.99", True), ("over_1k=1", True), ("over_1k=900", False)],
)
def test_limits(text: str, fails: bool) -> None:
    figures = {"R_all": 0.8, "F1": 0.8, "over_1k": 20.0}
    assert parse_limit(text, list(figures)).fails(figures) is fails


@pytest.mark.parametrize("text", ["recall=0.9", "R_all=high", ""])
def test_a_senseless_limit_is_a_usage_error(text: str) -> None:
    with pytest.raises(UsageError):
        parse_limit(text, ["R_all", "F1"])


def test_reports_hold_note_text_only_on_request() -> None:
    gold = notes()
    by_name = {n.name: n for n in gold}
    result = evaluate(gold, {})
    for show, found in ((False, False), (True, True)):
        table = "\n".join(as_table(result, by_name, mistakes=True, show_text=show))
        data = str(as_json(result, by_name, mistakes=True, show_text=show))
        assert ("»" in table) is found
        assert ("»" in data) is found
        assert ("Osei" in table + data) is found


def test_a_scheme_with_types_of_its_own_counts_by_them() -> None:
    note = MarkedNote("n", "Nació en Lugo. Vive en 27001 Lugo.\nEdad: 40", (mark("CITY", 9, 13), mark("CITY", 23, 28)))
    found = {"n": (mark("STATE", 9, 13), mark("ZIP", 23, 28), mark("AGE", 41, 43))}
    assert evaluate([note], found).figures()["strict_R"] == 0
    result = evaluate([note], found, load_scheme("meddocan"))
    figures = result.figures()
    assert (figures["strict_R"], figures["strict_P"]) == (1, pytest.approx(2 / 3))
    assert result.entities["strict"].types() == ["EDAD_SUJETO_ASISTENCIA", "TERRITORIO"]
    assert set(result.entities["strict"].categories()) == {"AGE", "LOCATION"}
    assert figures["leak"] == 0
    missed = evaluate([note], {"n": ()}, load_scheme("meddocan"))
    assert missed.figures()["leak"] == pytest.approx(2 / 3)  # marks by sentences
    assert "leak" not in evaluate([note], {"n": ()}).figures()
