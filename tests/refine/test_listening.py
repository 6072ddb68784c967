"""Whom types listen to, and how the words of CRF and network are put together."""

from __future__ import annotations

import pytest

from scrubber.errors import UsageError
from scrubber.evaluate.ways import DETECTORS, way
from scrubber.refine.listening import Listening
from scrubber.refine.votes import OUTVOTED, Votes
from scrubber.stages import MEAN, MODELS
from scrubber.text.span import Span


def span(source: str, start: int = 0, end: int = 5, weight: int = 70) -> Span:
    return Span(start, end, "CITY", source, weight)


def heard(listening: Listening) -> set[str]:
    """Of those that found one city each, who is heard."""
    detectors = ("rules", *MODELS, MEAN, "ours")
    return {name for name in detectors if listening.heard(name, [[span(f"{name}-CITY")]])[0]}


def test_without_a_word_all_of_scrubs_own_are_heard() -> None:
    assert {"rules", "crf"} <= heard(Listening())
    assert heard(Listening(beside=("ours",))) == {"rules", "crf", "ours"}


@pytest.mark.parametrize(
    ("name", "whom"),
    [
        ("rules", {"rules"}),
        ("crf", {"rules", "crf"}),
        ("neural", {"rules", "neural"}),
        ("mean", {"rules", "mean"}),
        ("union", {"rules", "crf", "neural"}),
        ("vote", {"rules", "crf", "neural"}),
    ],
)
def test_every_way_hears_whom_it_says(name: str, whom: set[str]) -> None:
    assert heard(way(name)) == whom


def test_a_network_beside_the_crf_is_put_together_with_it_as_is_said_by_type_or_for_all() -> None:
    beside = Listening(beside=("neural",))
    assert heard(beside) == {"rules", "mean"}
    assert heard(Listening(beside=("neural",), combine={"default": "union"})) == {"rules", "crf", "neural"}
    assert heard(Listening(beside=("neural",), combine={"default": "union", "CITY": "mean"})) == {"rules", "mean"}
    assert heard(Listening({"CITY": {"neural": 100}}, ("neural",))) == {"neural"}


def test_in_a_language_without_a_network_the_crf_speaks_in_its_place() -> None:
    beside = Listening(beside=("neural", "ours"), combine={"default": "vote"})
    assert heard(beside.without_network()) == {"rules", "crf", "ours"}
    assert heard(Listening({"CITY": {"rules": 100, "neural": 100}}).without_network()) == {"rules", "crf"}
    for name in DETECTORS:
        assert heard(way(name).without_network()) == ({"rules"} if name == "rules" else {"rules", "crf"})


def test_a_detector_is_heard_as_loudly_as_is_said() -> None:
    listening = Listening({"CITY": {"rules": 50, "crf": 0}})
    assert listening.heard("rules", [[span("city-x")]]) == [[span("city-x", weight=35)]]
    assert listening.heard("crf", [[span("crf-CITY")]]) == [[]]
    assert listening.heard("known", [[span("known")]]) == [[span("known")]]


def test_a_combination_without_a_network_is_refused() -> None:
    with pytest.raises(UsageError, match=r"types\.CITY\.combine would do nothing"):
        Listening({"CITY": {"rules": 100}}, combine={"CITY": "mean"}).refuse_idle()
    with pytest.raises(UsageError, match=r"^combine would do nothing"):
        Listening(combine={"default": "vote"}).refuse_idle()
    with pytest.raises(UsageError, match="no way 'crff' to find; did you mean 'crf'"):
        way("crff")
    for name in DETECTORS:
        way(name).refuse_idle()


def test_of_types_that_vote_what_one_model_alone_finds_does_not_count() -> None:
    alone, seconded, second = span("crf-CITY"), span("crf-CITY", 10, 20), span("neural-CITY", 15, 30)
    rule = span("city-x", 40, 50)
    weak, doubted = span("crf-CITY", 60, 70), span("neural-CITY", 60, 70, weight=40)
    spans = [alone, seconded, second, rule, weak, doubted]
    votes = Votes("CITY".__eq__)
    weights = [one.weight for one in votes.refine(None, [spans])[0]]  # type: ignore[arg-type]
    assert weights == [OUTVOTED, 70, 70, 70, OUTVOTED, 40]
    assert Votes("DATE".__eq__).refine(None, [spans]) == [spans]  # type: ignore[arg-type]
