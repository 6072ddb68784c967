"""What a veto covers is masked only if something heavier says so."""

from __future__ import annotations

import pytest

from scrubber.explain import explain
from scrubber.pipeline import Scrubber
from scrubber.refine.site import Site
from scrubber.refine.vetoes import UNMASKED, vetoing, without_vetoed
from scrubber.text.document import Document
from scrubber.text.span import Span

TEXT = "VS 97.8-74-20-138/66"


def span(start: int, end: int, weight: int, type_: str = "IDNUM") -> Span:
    return Span(start, end, type_, "test", weight)


def veto(start: int, end: int, weight: int) -> Span:
    return Span(start, end, "NOT-PHI", "veto-test", weight)


@pytest.mark.parametrize(("weight", "left"), [(60, UNMASKED), (30, 30), (90, 90), (95, 95)])
def test_the_heavier_one_has_its_way(weight: int, left: int) -> None:
    assert [s.weight for s in without_vetoed(TEXT, [span(3, 7, weight)], [veto(3, 20, 90)])] == [left]


def test_half_of_the_letters_and_digits_must_be_vetoed() -> None:
    assert vetoing("COVID-19 Ward 3", span(0, 15, 60), [veto(0, 8, 90)])
    assert not vetoing("COVID-19 Ward Seven", span(0, 19, 60), [veto(0, 8, 90)])


def test_what_no_veto_covers_stays() -> None:
    left = list(without_vetoed("Yi Wu, M.B.B.S.", [span(0, 15, 70)], [veto(7, 15, 76)]))
    assert [(s.start, s.end, s.weight) for s in left] == [(0, 15, UNMASKED), (0, 5, 70)]


def test_two_vetoes_hold_together_and_lighter_ones_do_not_help() -> None:
    held = span(0, 10, 60)
    assert len(vetoing("12345 6789", held, [veto(0, 3, 90), veto(2, 5, 80)])) == 2
    assert not vetoing("12345 6789", held, [veto(0, 3, 90), veto(2, 10, 50)])


def test_what_is_not_vetoed_stays_as_it_is() -> None:
    spans = [span(0, 2, 70), span(18, 20, 70)]
    assert list(without_vetoed(TEXT, spans, [])) == spans
    assert list(without_vetoed(TEXT, spans, [veto(3, 10, 90)])) == spans


@pytest.fixture(scope="module")
def strict() -> Scrubber:
    return Scrubber("strict", crf=False, language="en")


@pytest.mark.parametrize(
    "text",
    [
        "VS 97.8-74-20-138/66-93% 2L",
        "NDC 54092-0387-01, LOINC 2823-3",
        "ICD-10: E11.9",
        "version 3.14.159",
        "GCS 15",
    ],
)
def test_medicine_is_left_alone(strict: Scrubber, text: str) -> None:
    assert strict.find(text) == []


def test_known_identifiers_outweigh_every_veto(strict: Scrubber) -> None:
    spans = strict.note(known={"IDNUM": ("97.8-74-20",)}).find("VS 97.8-74-20-138/66")
    assert [(s.start, s.end) for s in spans] == [(3, 13)]


def test_a_site_sets_the_weight_of_a_veto(strict: Scrubber) -> None:
    light = Scrubber("strict", crf=False, language="en", site=Site(rule_weights={"veto-vitals": 1}))
    for scrubber, weight in ((strict, 90), (light, 1)):
        trace = scrubber.detection.trace([Document("VS 97.8-74-20-138/66-93% 2L")])
        assert [(v.source, v.weight) for v in trace.reading.vetoes[0]] == [("veto-vitals", weight)]


def test_explain_names_the_veto(strict: Scrubber) -> None:
    told = explain(strict.note(), "HR in the 80s")
    assert {explanation.verdict for explanation in told} == {"rejected"}
    assert any("veto-vital-band gives 90 against it" in step for told_of in told for step in told_of.steps)
