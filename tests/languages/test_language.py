"""A language pack: what it loads with and without the CRF, and in which order its stages stand."""

from __future__ import annotations

import pytest

from scrubber.languages.pack import LanguagePack
from scrubber.policy import direct_types
from scrubber.text.document import Document


def test_without_the_chain_lists_and_neighbours_decide() -> None:
    pack = LanguagePack(crf=False)
    assert pack.source == "context"
    assert [detector.name for detector in pack.detectors] == ["known", "rules", "rules", "gazetteer", "context"]
    assert [detector.name for detector in LanguagePack().detectors][-1] == "mean"


def test_what_names_or_reaches_a_person_is_masked_at_less() -> None:
    least = LanguagePack("en").models["mean"].thresholds
    (direct,) = {least[name] for name in direct_types()}
    apart = {*direct_types(), "DOCTOR", "DATE", "AGE", "ORGANIZATION", "CITY", "USERNAME"}
    (other,) = {value for name, value in least.items() if name not in apart}
    assert direct < least["DOCTOR"] <= least["DATE"] < least["CITY"] == least["ORGANIZATION"] < least["USERNAME"]
    assert least["USERNAME"] < least["AGE"] < other


def test_without_the_chain_names_need_less_than_numbers_whose_form_rules_know() -> None:
    least = LanguagePack("en", crf=False).models["context"].thresholds
    assert least["PATIENT"] < least["CITY"] < least["STREET"] < least["SSN"] == least["FAX"] == least["ZIP"]


def test_a_threshold_that_is_asked_for_holds_for_its_type_alone_and_the_default_for_all() -> None:
    shipped = LanguagePack("en").models["mean"].thresholds
    one = LanguagePack("en", crf_threshold={"PATIENT": 0.7}).models["mean"].thresholds
    assert one["PATIENT"] == 0.7
    assert {name for name in shipped if one[name] != shipped[name]} == {"PATIENT"}
    assert set(LanguagePack("en", crf_threshold={"default": 0.6}).models["mean"].thresholds.values()) == {0.6}


@pytest.mark.parametrize("language", ["en", "es", "any"])
def test_a_batch_holds_every_note_at_its_own_offsets(language: str) -> None:
    pack = LanguagePack(language)
    texts = ["", "\n", "a", "Call 613-555-0119 today.\n", " \n\n", "on 2021-03-14"]
    reading = pack.read([Document(text) for text in texts])
    for detector in pack.detectors:
        for text, spans in zip(texts, detector.find(reading), strict=True):
            assert all(span.end <= len(text) for span in spans)
    assert [text[s.start : s.end] for text, spans in zip(texts, reading.rules, strict=True) for s in spans][-1]
