"""What the CRF's marginal probabilities become as votes."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("pycrfsuite")

from scrubber.detect.crf_chain import CrfChain
from scrubber.detect.tagger import Vote


class Model:
    """Stands for CRFsuite's tagger on one token."""

    def __init__(self, **chances: float) -> None:
        self._chances = chances

    def tag(self, rows: list[list[str]]) -> list[str]:
        return [max(self._chances, key=self._chances.__getitem__)]

    def marginal(self, label: str, at: int) -> float:
        return self._chances[label]


def vote(first: Vote | None, **chances: float) -> Vote | None:
    """The vote on a token of these chances, by its first vote."""
    tagger = object.__new__(CrfChain)
    tagger._taggers, tagger._names = SimpleNamespace(members=[Model(**chances)]), sorted({*chances} - {"O"})
    tagger._labels = {"ID": ("IDNUM", "ACCOUNT"), "NAME": ("PATIENT", "DOCTOR")}
    return tagger._line(range(1), [[]], {} if first is None else {0: first}).get(0)


@pytest.mark.parametrize(
    ("first", "chances", "type_"),
    [
        (Vote(0.5, "DOCTOR"), {"O": 0.1, "NAME": 0.8, "ID": 0.1}, "DOCTOR"),
        (Vote(0.5, "ACCOUNT"), {"O": 0.1, "NAME": 0.8, "ID": 0.1}, "PATIENT"),
        (None, {"O": 0.1, "NAME": 0.8, "ID": 0.1}, "PATIENT"),
        (Vote(0.5, "ACCOUNT"), {"O": 0.1, "NAME": 0.1, "ID": 0.8}, "ACCOUNT"),
        (Vote(0.05, "ACCOUNT"), {"O": 0.1, "NAME": 0.1, "ID": 0.8}, "IDNUM"),  # too low a vote tells no type
        (Vote(0.05, "ACCOUNT"), {"O": 0.6, "NAME": 0.3, "ID": 0.1}, "PATIENT"),
        (Vote(0.3, "DOCTOR"), {"O": 0.6, "NAME": 0.3, "ID": 0.1}, "DOCTOR"),
    ],
)
def test_a_vote_has_the_likeliest_type(first: Vote | None, chances: dict[str, float], type_: str) -> None:
    found = vote(first, **chances)
    assert found is not None
    assert (found.type, found.probability) == (type_, pytest.approx(1 - chances["O"]))


def test_that_it_is_no_phi_is_a_vote_where_there_was_one() -> None:
    assert vote(None, O=0.99, NAME=0.006, ID=0.004) is None
    assert vote(Vote(0.4, "DOCTOR"), O=0.99, NAME=0.006, ID=0.004) == Vote(pytest.approx(0.01), "DOCTOR")  # type: ignore[arg-type]


def test_a_little_doubt_is_a_vote_for_the_second_look() -> None:
    assert vote(None, O=0.95, NAME=0.03, ID=0.02) == Vote(pytest.approx(0.05), "PATIENT")  # type: ignore[arg-type]
