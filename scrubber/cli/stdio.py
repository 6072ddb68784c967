"""Standard output, as bytes."""

from __future__ import annotations

import os
import select
import stat
import sys
from contextlib import suppress

from scrubber.errors import NoteError, ScrubError
from scrubber.faults import ReaderGone
from scrubber.io.source import reason


def write_stdout(data: bytes) -> None:
    """Write and flush at once, so that what is done is seen.

    Raises:
        ReaderGone: the other end of the pipe is closed.
        ScrubError: the output cannot be written (a full disk).
    """
    view = memoryview(data)
    try:
        while view:
            try:
                view = view[os.write(1, view) :]
            except BlockingIOError:  # a pipe that is full, and whose other users do not want to wait
                select.select([], [1], [])
    except BrokenPipeError:
        _hush()
        raise ReaderGone from None
    except OSError as error:
        _hush()
        raise ScrubError(f"cannot write standard output: {reason(error)}") from None


def refuse_own_output(descriptor: int) -> None:
    """Refuse a file that is standard output too: what is written there would be read again, and never end.

    Raises:
        NoteError: it is.
    """
    with suppress(OSError):  # closed: that is told when it is written to
        about = os.fstat(descriptor)
        if stat.S_ISREG(about.st_mode) and os.path.samestat(about, os.fstat(1)):
            raise NoteError("is the output as well: write to another file, or see --in-place")


def _hush() -> None:
    """Keep Python from writing to the broken output once more on its way out."""
    try:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        os.close(devnull)
    except OSError:
        sys.stdout = None
