"""Many tasks over several processes: bounded work in flight, outcomes in order, a crash costs one task.

Not a ``ProcessPoolExecutor``: there the death of one worker breaks the whole pool, and nobody knows whose note it was.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any

from scrubber.faults import ENDING, Terminated, leave_on_sigterm, stop_on_sigterm
from scrubber.io.atomic import remove_leftovers_of
from scrubber.runs.ahead import groups
from scrubber.runs.task import Outcome, Task, guarded

Work = Callable[[Task], Outcome]

AHEAD = 128
"""Tasks that wait in a worker's pipe, so that it never waits for the parent and can read some together."""
WINDOW = 512
"""Outcomes per worker that may wait for an earlier one to finish."""


def run_tasks(make_work: Callable[[], Work], tasks: Iterable[Task], jobs: int) -> Iterator[tuple[Task, Outcome]]:
    """Do the tasks in ``jobs`` processes (1: in this one); the outcomes come in the tasks' order."""
    if jobs > 1:
        yield from _Pool(make_work, tasks, jobs).run()
        return
    work = make_work()
    for group in _told(work, tasks):
        for task in group:
            yield task, guarded(partial(work, task))


def _told(work: Work, tasks: Iterable[Task]) -> Iterator[Sequence[Task]]:
    """The tasks in groups, of which work that gains from knowing what comes next has been told."""
    ahead = getattr(work, "ahead", None)
    for group in groups(tasks) if ahead is not None else ([task] for task in tasks):
        if ahead is not None and len(group) > 1:
            ahead(group)
        yield group


class _Worker:
    """One process and the tasks it has been given."""

    def __init__(self, context: Any, make_work: Callable[[], Work], careful: bool = False) -> None:
        self.connection, theirs = context.Pipe()
        ours = self.connection if context.get_start_method() == "fork" else None
        self.given: deque[tuple[int, Task]] = deque()
        self.process = context.Process(target=_serve, args=(theirs, ours, make_work, careful), daemon=True)
        with _signals_held():  # until the new process has handlers of its own
            self.process.start()
        theirs.close()

    def give(self, number: int, task: Task) -> None:
        self.given.append((number, task))
        with suppress(ConnectionError):  # it has died: seen when its pipe is read
            self.connection.send(task)


def _serve(connection: Connection, parents: Connection | None, make_work: Callable[[], Work], careful: bool) -> None:
    """A worker's life: tasks in, outcomes out, until the parent hangs up; its end was forked with us.

    A careful one, in the place of one that died, takes a task at a time: reading ahead, it would die of a later one.
    """
    if parents is not None:
        parents.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; it ends us with SIGTERM
    leave_on_sigterm()
    _release_signals()
    with suppress(EOFError, ConnectionError, Terminated):
        work = make_work()
        while True:
            tasks = [connection.recv()]
            while not careful and len(tasks) < AHEAD and connection.poll():
                tasks.append(connection.recv())
            stop_on_sigterm()  # open files are cleaned up
            for group in _told(work, tasks):
                for task in group:
                    outcome = guarded(partial(work, task))
                    leave_on_sigterm()
                    connection.send(outcome)
                    stop_on_sigterm()
            leave_on_sigterm()


@contextmanager
def _signals_held() -> Iterator[None]:
    """Let SIGTERM and SIGHUP wait, here and in a process that is forked meanwhile, where the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _release_signals() -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


class _Pool:
    def __init__(self, make_work: Callable[[], Work], tasks: Iterable[Task], jobs: int) -> None:
        forks = "fork" in multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("fork" if forks else "spawn")
        if forks:
            make_work = _Ready(make_work())  # loaded once, and shared with every process by the fork
            gc.freeze()  # else a collection in a worker would copy every page it looks at
        self._make_work = make_work
        self._jobs = jobs
        self._tasks = enumerate(tasks)
        self._again: deque[tuple[int, Task]] = deque()
        self._handed_out = 0
        self._given_back = 0

    def run(self) -> Iterator[tuple[Task, Outcome]]:
        if (first := self._next()) is None:
            return
        self._again.append(first)  # the output folder's lock is taken now: the processes forked here keep it too
        workers = [_Worker(self._context, self._make_work) for _ in range(self._jobs)]
        done: dict[int, tuple[Task, Outcome]] = {}
        try:
            while True:
                self._hand_out(workers)
                busy = [w for w in workers if w.given]
                if not busy:
                    return
                for connection in wait([w.connection for w in busy]):
                    at = next(i for i, w in enumerate(workers) if w.connection is connection)
                    number, task = workers[at].given.popleft()
                    done[number] = task, self._receive(workers, at, task)
                while self._given_back in done:
                    yield done.pop(self._given_back)
                    self._given_back += 1
        finally:
            for worker in workers:
                worker.connection.close()  # ends one that was forked just now too, whose SIGTERM the fork lost
            for worker in workers:
                worker.process.terminate()
            for worker in workers:
                worker.process.join()
            _discard_held([outcome for _, outcome in done.values()], workers)

    def _receive(self, workers: list[_Worker], at: int, task: Task) -> Outcome:
        """A worker's next outcome; a dead worker is replaced, and what it had not begun is done again."""
        try:
            outcome: Outcome = workers[at].connection.recv()
        except (EOFError, ConnectionError):
            self._again.extend(workers[at].given)
            workers[at].connection.close()
            if task.out is not None and workers[at].process.pid is not None:
                remove_leftovers_of(workers[at].process.pid, task.out.parent)
            workers[at] = _Worker(self._context, self._make_work, careful=True)
            return Outcome(error="the process that worked on it died; nothing was written")
        return outcome

    def _hand_out(self, workers: list[_Worker]) -> None:
        """Fill the workers up, evenly."""
        for depth in range(AHEAD):
            for worker in workers:
                if len(worker.given) == depth and (task := self._next()):
                    worker.give(*task)

    def _next(self) -> tuple[int, Task] | None:
        if self._again:
            return self._again.popleft()
        if self._handed_out - self._given_back >= WINDOW * self._jobs:
            return None
        task = next(self._tasks, None)
        self._handed_out += task is not None
        return task


def _discard_held(outcomes: Iterable[Outcome], workers: Iterable[_Worker]) -> None:
    """Remove the files that wait for their names and will not get them: of outcomes seen here, and of those not."""
    for outcome in outcomes:
        if outcome.held is not None:
            outcome.held.discard()
    for worker in workers:
        folders = {task.out.parent for _, task in worker.given if task.out is not None}
        for folder in folders if worker.process.pid is not None else ():
            remove_leftovers_of(worker.process.pid, folder)


@dataclass(frozen=True)
class _Ready:
    """Hands out what is already made."""

    work: Work

    def __call__(self) -> Work:
        return self.work
