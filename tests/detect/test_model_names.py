"""Names that are searched are those that the model knows, before and after all of them are read."""

from __future__ import annotations

import pytest

from scrubber.detect import model_names
from scrubber.detect.model_names import ModelNames, arranged

WHOLE = ["b", "plain", "w=doctor", "w=|", "w=\u00e9tage", "lab=", "ck=\nAa", "up=|||Aa"]
PAIRS = ["w-w=saw|doctor", "w-w=saw||", "w-w=|||", "w-w=||x", "n-+=on|m|/", "s5=^|^|Aa|.|A1", "w--s=saw|a|Aa"]
STRANGE = ["w=doc", "w=doctors", "w=", "lab", "ck=Aa", "ck=\n", "", "b=", "w=\0", "w=\ud800"]


@pytest.mark.parametrize("enough", [0, 3, 10_000])
def test_names_are_known_as_the_model_has_them(enough: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_names, "ENOUGH", enough)
    names = ModelNames(*arranged([*WHOLE, *PAIRS]))
    for _ in range(3):
        assert names.known([*STRANGE, *WHOLE]) == tuple(WHOLE)
        assert [names.known((name,)) for name in STRANGE] == [()] * len(STRANGE)


def test_pairs_stand_under_what_comes_first() -> None:
    names = ModelNames(*arranged([*WHOLE, *PAIRS]))
    assert names.under("saw") == {
        "w-w": {"doctor": "w-w=saw|doctor", "|": "w-w=saw||"},
        "w--s": {"a|Aa": "w--s=saw|a|Aa"},
    }
    assert names.under("|") == {"w-w": {"|": "w-w=|||", "x": "w-w=||x"}}
    assert names.under("^") == {"s5": {"^|Aa|.|A1": "s5=^|^|Aa|.|A1"}}
    assert names.under("sa") == names.under("doctor") == {}


def test_a_model_may_know_nothing() -> None:
    names = ModelNames(*arranged([]))
    assert names.known(["b"]) == ()
    assert names.under("saw") == {}
