"""Reading ahead: the texts of the next small files, so that detection sees some 128 KB of notes at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from scrubber.errors import ScrubError
from scrubber.formats.registry import format_of
from scrubber.io.pieces import Reading
from scrubber.runs.task import Task
from scrubber.text.groups import SIZE, grouped

MOST = 256
"""Files that are read together."""


def groups(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    """The tasks in their order, as many at a time as are read together."""
    return grouped(tasks, lambda task: task.size, MOST)


def small_texts(tasks: Iterable[Task], reading: Reading, input_format: str) -> Iterator[str]:
    """The texts of those files that are one piece of plain text."""
    for task in tasks:
        if task.size > SIZE:
            continue
        try:
            with task.open() as file:
                if format_of(file, task.path.name, input_format) is not None:
                    continue
                pieces = list(islice(reading.of_file(file), 2))
        except (ScrubError, OSError):
            continue
        if len(pieces) == 1:
            yield pieces[0].text
