"""Past its budget a note or a file is an error that says where the time went, and what comes next has a budget anew."""

from __future__ import annotations

import io
import threading

import pytest

from scrubber import budget
from scrubber.budget import NoteBudget, file_budget
from scrubber.errors import BudgetExceeded
from scrubber.formats import registry
from scrubber.pipeline import Scrubber


def test_a_note_that_is_over_its_time_names_what_had_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "NOTE_SECONDS", -1.0)
    with pytest.raises(BudgetExceeded, match="that its length allows: stopped in"):
        Scrubber(crf=False).scrub("Seen by Dr. Okonkwo on 3 May 2021.")


def match_for_ever(one: NoteBudget) -> None:
    while True:
        one.match("rule greedy")


def test_matches_together_have_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(1000))
    monkeypatch.setattr(budget.time, "thread_time", lambda: float(next(now)))
    one = NoteBudget(0)
    with pytest.raises(BudgetExceeded, match="rule greedy"):
        match_for_ever(one)
    assert next(now) == 11  # ten seconds, a look at the clock each


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
