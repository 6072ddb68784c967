"""What to do when something goes wrong that nobody foresaw: say where, never what the note said."""

from __future__ import annotations

import os
import signal
import traceback
from pathlib import Path
from types import FrameType

_PACKAGE = Path(__file__).resolve().parent

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a process to end."""


class Terminated(BaseException):
    """SIGTERM or SIGHUP came; raised so that open files are cleaned up on the way out."""


class ReaderGone(BaseException):
    """Nobody reads our output any more (``scrub | head``): the end of the run, which is no success."""


def describe(error: BaseException) -> str:
    """An unexpected error without its message, which may quote a note: its type and where it was raised."""
    here = there = ""
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        there = f"{path.name}:{frame.lineno}"
        if path.is_relative_to(_PACKAGE):
            here = f"{path.relative_to(_PACKAGE.parent)}:{frame.lineno}"
    return f"internal error: {type(error).__name__} at {here or there or 'an unknown place'}"


def stop_on_sigterm() -> None:
    """Let SIGTERM and SIGHUP raise :class:`Terminated`, once."""
    for number in ENDING:
        signal.signal(number, _raise)


def leave_on_sigterm() -> None:
    """Let SIGTERM and SIGHUP end this process at once: nothing is open, and an exception could come too late."""
    for number in ENDING:
        signal.signal(number, _leave)


def _raise(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise Terminated


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(0)
