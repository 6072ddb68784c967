"""What has to be known of a note beside its spans: said where it is found out, collected by whoever runs the work.

There are many ways into a note (text, tables, messages, archives); this one is common to them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

UNLISTED = "no row of the file of known identifiers is about it"
"""Said of every note whose patient, name and folder stand in no row; told once for a run."""
_OPEN: ContextVar[list[str] | None] = ContextVar("notices", default=None)


@contextmanager
def collected() -> Iterator[list[str]]:
    """Collect what is said while this lasts: each thing once, in order."""
    notices: list[str] = []
    token = _OPEN.set(notices)
    try:
        yield notices
    finally:
        _OPEN.reset(token)


def say(notice: str) -> None:
    """Say something of the note at hand; no text of it."""
    notices = _OPEN.get()
    if notices is not None and notice not in notices:
        notices.append(notice)
