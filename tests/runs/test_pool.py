"""Tasks over processes: in order, whatever happens to a worker."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from scrubber.runs.pool import AHEAD, Work, run_tasks
from scrubber.runs.task import Outcome, Task


def work(task: Task) -> Outcome:
    kind, _, rest = task.name.partition(" ")
    if kind == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "boom":
        raise ValueError("Hildegard was here")
    if kind == "nap":
        time.sleep(0.05)
    return Outcome(spans=int(rest or 0), findings=str(os.getpid()))


def make_work() -> Work:
    return work


def tasks(*names: str) -> list[Task]:
    return [Task(Path(name), name) for name in names]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_outcomes_come_in_order(jobs: int) -> None:
    given = tasks(*(f"{'nap' if n % 7 == 0 else 'do'} {n}" for n in range(200)))
    outcomes = list(run_tasks(make_work, given, jobs))
    assert [task for task, _ in outcomes] == given
    assert [outcome.spans for _, outcome in outcomes] == list(range(200))
    assert len({outcome.findings for _, outcome in outcomes}) == jobs


@pytest.mark.parametrize("jobs", [2, 3])
def test_a_death_costs_one_note(jobs: int) -> None:
    given = tasks(*("die" if n in (3, 4, 50) else f"do {n}" for n in range(100)))
    outcomes = list(run_tasks(make_work, given, jobs))
    assert [task for task, _ in outcomes] == given
    assert [n for n, (_, outcome) in enumerate(outcomes) if outcome.error] == [3, 4, 50]
    assert "died" in outcomes[3][1].error


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_told_without_its_message(jobs: int) -> None:
    [(_, outcome)] = run_tasks(make_work, tasks("boom"), jobs)
    assert "ValueError" in outcome.error
    assert "Hildegard" not in outcome.error


def test_only_so_many_tasks_are_taken_ahead() -> None:
    taken: list[int] = []

    def endless() -> object:
        for n in count():
            taken.append(n)
            yield Task(Path(), f"do {n}")

    run = run_tasks(make_work, endless(), 2)  # type: ignore[arg-type]
    for _ in range(500):
        next(run)
    run.close()  # type: ignore[attr-defined]
    assert len(taken) < 500 + 3 * AHEAD


def test_workers_end_with_the_run() -> None:
    run = run_tasks(make_work, tasks(*("do 1" for _ in range(9))), 2)
    pids = {int(outcome.findings) for _, outcome in run}
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_what_is_made_once_is_shared() -> None:
    made: list[int] = []

    def make() -> Work:
        made.append(os.getpid())
        return partial(work)

    list(run_tasks(make, tasks("do 1", "do 2"), 2))
    assert made == [os.getpid()]
