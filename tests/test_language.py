"""A language pack: what it loads with and without the library that the CRF needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrubber import language
from scrubber.data import data_folder
from scrubber.errors import UsageError
from scrubber.language import LanguagePack
from scrubber.policy import direct_types


@pytest.fixture
def _no_crfsuite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "find_spec", lambda _: None)


@pytest.mark.usefixtures("_no_crfsuite")
def test_without_crfsuite_the_cues_vote_alone() -> None:
    pack = LanguagePack()
    assert (pack.crf, pack.source) == (None, "cues")
    assert pack.second_look is not None


@pytest.mark.usefixtures("_no_crfsuite")
def test_who_asks_for_a_crf_that_cannot_be_had_is_told() -> None:
    model: Path = data_folder("patterns") / "en" / "model.crf"
    with pytest.raises(UsageError, match="needs python-crfsuite"):
        LanguagePack(crf=True)
    with pytest.raises(UsageError, match="needs python-crfsuite"):
        LanguagePack(model=model)
    assert LanguagePack(model=model, crf=False).crf is None


def test_what_waits_for_the_first_doubt_can_be_loaded_before() -> None:
    for pack in (LanguagePack("en"), LanguagePack("en", crf=False), LanguagePack("any")):
        pack.load()
        assert pack.second_look is None or "_judge" in vars(pack.second_look)
        assert pack.crf is None or "_chain" in vars(pack.crf)


@pytest.mark.parametrize("crf", [False, True])
def test_what_names_or_reaches_a_person_is_masked_at_less(crf: bool) -> None:
    least = LanguagePack("en", crf=crf).thresholds
    direct = {least[name] for name in direct_types()}
    others = {value for name, value in least.items() if name not in direct_types()}
    assert len(direct) == len(others) == 1
    assert max(direct) < min(others)


def test_a_threshold_that_is_asked_for_holds_for_its_type_alone_and_the_default_for_all() -> None:
    shipped = LanguagePack("en").thresholds
    one = LanguagePack("en", crf_threshold={"PATIENT": 0.7}).thresholds
    assert {name for name in shipped if one[name] != shipped[name]} == {"PATIENT"}
    assert set(LanguagePack("en", crf_threshold={"default": 0.6}).thresholds.values()) == {0.6}
