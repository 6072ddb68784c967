"""Past its budget a note or a file is an error that says where the time went, and what comes next has a budget anew."""

from __future__ import annotations

import io
import threading
from collections import Counter, deque

import pytest
import regex

from scrubber import budget
from scrubber.budget import NoteBudget, file_budget
from scrubber.errors import BudgetExceeded
from scrubber.formats import registry
from scrubber.pipeline import Scrubber


def test_a_note_that_is_over_its_time_names_what_had_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "NOTE_SECONDS", -1.0)
    with pytest.raises(BudgetExceeded, match="that its length allows: stopped in"):
        Scrubber(crf=False).scrub("Seen by Dr. Okonkwo on 3 May 2021.")


class Clock:
    """Goes on by a second with each look at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(budget, "_computed", self)
        monkeypatch.setattr(budget, "_now", self)

    def __call__(self) -> float:
        self.now += 1
        return self.now


def match_for_ever(one: NoteBudget) -> None:
    while True:
        one.match("greedy", regex.compile("a"), "a", 0)


def test_matches_together_have_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with pytest.raises(BudgetExceeded, match="rule greedy"):
        match_for_ever(NoteBudget(0))
    assert clock.now < 20


class Endless:
    """A pattern whose match never ends."""

    def match(self, text: str, at: int, timeout: float) -> None:
        raise TimeoutError


def test_a_match_that_never_ends_is_stopped_and_named() -> None:
    with pytest.raises(BudgetExceeded, match="rule endless"):
        NoteBudget(0).match("endless", Endless(), "", 0)  # type: ignore[arg-type]


def test_a_stage_is_stopped_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a note of two thousand names and dates the clock is looked at several times in whatever goes over them."""
    looks: Counter[str] = Counter()
    look = NoteBudget.look

    def counting(self: NoteBudget, rule: str = "") -> float:
        looks["a rule" if rule else self.stage] += 1
        return look(self, rule)

    monkeypatch.setattr(NoteBudget, "look", counting)
    Scrubber("strict", language="en").scrub("Seen by Dr. Jane Okafor on 3 May 2021.\n" * 1000)
    stages = {"a rule", "detector mean", "overlaps", "masking"}
    refiners = {f"refiner {name}" for name in ("Forms", "Confirm", "Whole", "Roles", "Repeats")}
    assert {stage for stage in stages | refiners if looks[stage] < 3} == set()


def test_who_is_over_within_a_stage_is_told_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with budget.note_budget(0):
        budget.look("refiner Whole")
        with pytest.raises(BudgetExceeded, match=r"stopped in refiner Whole$"):
            deque(budget.watched(range(1_000_000)))
    assert clock.now < 20


def spin() -> None:
    while True:
        pass


def test_a_file_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "FILE_SECONDS", 0.05)
    with pytest.raises(BudgetExceeded, match="longer"), file_budget(0):
        spin()
    with file_budget(0):
        pass


def nest_for_ever() -> None:
    while True:
        with file_budget(10**9):
            pass


def test_a_file_within_a_file_has_no_time_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "FILE_SECONDS", 0.05)
    with pytest.raises(BudgetExceeded), file_budget(0):
        nest_for_ever()


def test_a_files_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "FILE_MEMORY", 1 << 28)
    with pytest.raises(BudgetExceeded, match="larger inside"), file_budget(0):
        bytearray(1 << 29)
    bytearray(1 << 29)


def test_in_other_threads_nothing_is_bounded() -> None:
    done = []
    thread = threading.Thread(target=lambda: done.append(file_budget(0).__enter__()))
    thread.start()
    thread.join()
    assert done == [None]


def test_every_format_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "FILE_SECONDS", 0.05)

    class Module:
        @staticmethod
        def rewrite(*_: object) -> None:
            spin()

    monkeypatch.setattr(registry, "import_module", lambda _: Module)
    format_ = registry.named("csv")
    assert format_ is not None
    with pytest.raises(BudgetExceeded, match="that its size allows"):
        format_.rewrite(io.BytesIO(b"a,b\n"), io.BytesIO(), None)  # type: ignore[arg-type]
