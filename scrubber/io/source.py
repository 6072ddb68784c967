"""Where a note's bytes come from: a file, or a pipe that may pause."""

from __future__ import annotations

import errno
import os
import select
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.io.cut import PIECE

PAUSE_SECONDS = 0.2
"""An input that gives nothing for so long pauses: its complete lines are scrubbed without waiting for more."""
PAUSE = b""
"""Stands in a stream of byte portions for such a pause."""


def file_chunks(file: BinaryIO) -> Iterator[bytes]:
    """A file's bytes in portions.

    Raises:
        NoteError: they cannot be read.
    """
    try:
        while data := file.read(PIECE):
            yield data
    except OSError as error:
        raise NoteError(f"cannot be read: {reason(error)}") from None


def pipe_chunks(descriptor: int, *, pauses: bool = True) -> Iterator[bytes]:
    """What comes through a pipe, in portions as they arrive, with :data:`PAUSE` once whenever nothing comes.

    Raises:
        NoteError: it cannot be read.
    """
    paused = False
    while True:
        if pauses and not paused and not _readable(descriptor):
            paused = True
            yield PAUSE
        try:
            data = os.read(descriptor, PIECE)
        except BlockingIOError:  # whoever shares this pipe with us does not want to wait; we do
            select.select([descriptor], [], [])
            continue
        except OSError as error:
            raise NoteError(f"cannot be read: {reason(error)}") from None
        if not data:
            return
        paused = False
        yield data


def _readable(descriptor: int) -> bool:
    try:
        return bool(select.select([descriptor], [], [], PAUSE_SECONDS)[0])
    except (OSError, ValueError):  # not a thing that can be waited for: plain blocking reads then
        return True


def open_note(path: Path, *, follow: bool = True) -> BinaryIO:
    """The file at ``path``, open for reading.

    Raises:
        NoteError: it cannot be opened, is a folder, or is a symbolic link and ``follow`` is false.
    """
    flags = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    if not follow:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        link = not follow and error.errno == errno.ELOOP
        raise NoteError("a symbolic link, which --in-place does not replace" if link else reason(error)) from None
    if stat.S_ISDIR(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NoteError("is a folder")
    return os.fdopen(descriptor, "rb")


def reason(error: OSError) -> str:
    """Why the system refused, without the path (which the caller names)."""
    return (os.strerror(error.errno) if error.errno else type(error).__name__).lower()
