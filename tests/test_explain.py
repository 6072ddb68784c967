"""Explanations and candidates: what the pipeline can tell of its way."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber.explain import Explanation, explain
from scrubber.pipeline import Scrubber
from scrubber.policy import phi_types
from scrubber.refine.site import Allow, Site

TEXT = "Mr. Ekwueme, seen 3/14/2021, MRN 0048-2913. Age 67. Ekwueme agrees. Sats 3/14 on 5/10."

LIGHT = dict.fromkeys((name for name in phi_types() if name != "PATIENT"), 40)
"""Weights at which nothing but patients' names is masked."""


@pytest.fixture(scope="module")
def scrubber() -> Scrubber:
    return Scrubber(crf=False)


def told(scrubber: Scrubber, text: str, word: str, **about: object) -> list[Explanation]:
    explained = explain(scrubber.note(**about), text)  # type: ignore[arg-type]
    return [e for e in explained if text[e.span.start : e.span.end] == word]


def test_what_is_masked_is_what_find_finds(scrubber: Scrubber) -> None:
    found = {(s.start, s.end, s.type, s.source) for s in scrubber.find(TEXT)}
    masked = {
        (e.span.start, e.span.end, e.span.type, e.span.source)
        for e in explain(scrubber.note(), TEXT)
        if e.verdict == "masked"
    }
    assert found
    assert found == masked


def test_it_is_told_where_a_year_is_read_as_another(scrubber: Scrubber) -> None:
    text = "Record date: 2087-02-14. Mr. Ekwueme agrees."
    assert all("of our own time" in one.steps[0] for one in told(scrubber, text, "2087-02-14"))
    assert not any("of our own time" in step for one in told(scrubber, text, "Ekwueme") for step in one.steps)


def test_the_crf_tells_its_reasons() -> None:
    name = told(Scrubber(), TEXT, "Ekwueme")[0]
    assert (name.verdict, name.span.source) == ("masked", "crf-PATIENT")
    assert name.steps[0].startswith("the mean of CRF and network gives"), "which had a doubt"
    assert name.reasons[0].points > 0, "the strongest first"
    assert any("title" in reason.said and reason.points > 0 for reason in name.reasons)
    assert "Ekwueme" not in " ".join((name.why, *name.steps, *(reason.said for reason in name.reasons)))


def test_rules_tell_their_weight_and_who_won(scrubber: Scrubber) -> None:
    rules = [e for e in told(scrubber, TEXT, "0048-2913") if e.span.source == "mrn-label"]
    assert rules[0].steps[0] == "rule mrn-label"
    assert rules[0].verdict == "masked" or rules[0].lost_to is not None


def test_the_profile_lets_it_stand(scrubber: Scrubber) -> None:
    age = [e for e in told(scrubber, TEXT, "67") if e.verdict == "kept"]
    assert age
    assert "safe-harbor" in age[0].why


def test_known_and_allowed_and_off() -> None:
    site = Site(allow=(Allow("the founder", text="Ekwueme"),), type_weights=LIGHT)
    scrubber = Scrubber(crf=False, site=site)
    assert {(e.verdict, e.why) for e in told(scrubber, TEXT, "Ekwueme")} == {("rejected", "allowed: the founder")}
    dates = told(scrubber, TEXT, "3/14/2021")
    assert dates
    assert all("below the least weight" in e.why for e in dates)
    known = told(Scrubber(crf=False), TEXT, "Ekwueme", known={"PATIENT": ("Ada Ekwueme",)})
    assert [e for e in known if e.steps[0] == "known beforehand" and e.verdict == "masked"]


def test_candidates_hold_what_was_found_and_what_was_almost_found() -> None:
    note = Scrubber(crf=False, site=Site(type_weights=LIGHT)).note()
    found = note.find(TEXT)
    before = {word: dict(counts) for word, counts in note.memory.types.items()}
    candidates = note.candidates(TEXT)
    assert set(found) <= {s for s in candidates if s.weight >= 50}
    assert {word: dict(counts) for word, counts in note.memory.types.items()} == before
    assert "3/14/2021" in [TEXT[s.start : s.end] for s in candidates if s.weight < 50]


def test_protected_terms_of_a_site(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "manifest.toml").write_text('flag = "PROTECT"\n')
    (folder / "items.txt").write_text("Ekwueme\n", "utf-8")
    scrubber = Scrubber(crf=False, lexicons=[tmp_path])
    assert "Ekwueme" in scrubber.scrub(TEXT)
    assert "protects" in told(scrubber, TEXT, "Ekwueme")[0].why
    assert "Ekwueme" not in scrubber.note(known={"PATIENT": ("Ekwueme",)}).scrub(TEXT)


def test_it_is_told_whether_the_network_was_asked() -> None:
    text = "Seen by Dr. Wexthorp on 3/4/2021.\njory wants her pills"
    said = {step for e in explain(Scrubber("strict").note(), text) for step in e.steps if "that it is PHI" in step}
    assert {step.partition(" gives ")[0] for step in said} == {"the CRF", "the mean of CRF and network"}
