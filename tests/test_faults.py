"""The fault laboratory, in short: a few tries of each kind, of which none may break a promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

pytest.importorskip("benchmarks.faults", reason="a source distribution has no benchmarks")
pytest.importorskip("cryptography")
from benchmarks.faults import experiments
from benchmarks.faults.__main__ import updated
from benchmarks.fuzz import Fuzzer, Maker, Outcome, by_command_line, smallest, together
from scrubber.pipeline import Scrubber

pytestmark = pytest.mark.fuzz


@pytest.mark.parametrize(
    ("experiment", "every"),
    [
        (experiments.kills, 9),
        (experiments.power_cuts, 9),
        (experiments.failing_calls, 25),
        (experiments.corrupted_installations, 12),
        (experiments.diagnostics, 20),
    ],
)
def test_no_promise_is_broken(experiment: Callable[[int], Iterator[str]], every: int) -> None:
    outcomes = list(experiment(every))
    assert len(outcomes) > 3
    assert [outcome for outcome in outcomes if outcome] == []


def test_a_few_fuzzed_texts() -> None:
    fuzzer = Fuzzer(Scrubber("strict", unknown_language="mask", crf=False), Maker(1, ("en", "es")))
    fuzzer.batch(60)
    assert fuzzer.tried["read with others"] > 50
    assert fuzzer.findings == {}


def test_the_command_line_masks_fuzzed_texts_as_python_does() -> None:
    scrubber, maker = Scrubber("strict", unknown_language="mask"), Maker(2, ("en", "es"))
    outcomes = together(scrubber, [maker.text() for _ in range(30)])
    assert list(by_command_line(outcomes)) == []
    assert by_command_line({text: Outcome("") for text in outcomes})


class Dependent:
    """A scrubber that masks a text otherwise if one with an "x" is read ahead with it."""

    def __init__(self) -> None:
        self.detection = SimpleNamespace(found_before=None)
        self._ahead: tuple[object, list[str]] = (None, [])

    def read_ahead(self, texts: list[str]) -> None:
        self._ahead = self.detection.found_before, texts

    def note(self) -> SimpleNamespace:
        return SimpleNamespace(scrub=self._scrub)

    def _scrub(self, text: str) -> str:
        found_before, texts = self._ahead
        spoiled = found_before is self.detection.found_before and any("x" in one for one in texts if one != text)
        return f"{text}{'!' * spoiled}"


def test_what_depends_on_other_texts_is_found_with_the_one_it_depends_on() -> None:
    texts = iter(["abc", "fgh", "x", "klm"])
    fuzzer = Fuzzer(Dependent(), SimpleNamespace(text=lambda: next(texts)))  # type: ignore[arg-type]
    fuzzer.batch(4)
    assert fuzzer.findings == {"": "is masked otherwise when it is read with ['x']"}


def test_what_breaks_a_promise_is_made_small() -> None:
    assert smallest("the quick brown fox", lambda text: "b" in text and "x" in text) == "bx"


def test_texts_are_the_same_for_a_seed() -> None:
    assert Maker(3, ("en",)).text() == Maker(3, ("en",)).text()


def test_rows_of_the_table_are_replaced_by_name() -> None:
    assert updated("a\n| x | 1 |\n| y | 2 |\n", {"x": "| x | 3 |"}) == "a\n| x | 3 |\n| y | 2 |\n"
