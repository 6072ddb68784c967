"""Cutting a long input into pieces that can be scrubbed one after another, in bounded memory.

Where a piece ends depends on the bytes alone and not on how they arrived, so that a pipe and a file give the same
output. The one exception is :meth:`Cutter.lines`, for an input that pauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scrubber.errors import NoteError

PIECE = 256 * 1024
"""Bytes: an input up to this size is one piece; a longer one is cut at the last paragraph end before."""
LIMIT = 1024 * 1024
"""Bytes: a paragraph longer than this is cut at a line end, a line longer than this between two words."""
RECORD_LIMIT = 64 * 1024 * 1024
"""Bytes: the longest single record (a JSON line), which cannot be cut."""

_PARAGRAPH_END = re.compile(rb"\n(?:[ \t\r]*+\n)++|\r(?:[ \t]*+\r)++")
_QUIET_SPOT = re.compile(rb"[a-z]{2}[.,;:!?]*+ (?=[a-z]{2})")
"""Between two words in lower case: hardly ever inside a name, a number, a date or an address."""
_QUIET_WINDOW = 64 * 1024


class Cutter:
    """Takes bytes in any portions; gives pieces that end at paragraph ends wherever that is possible."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._searched = PIECE

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Add ``data`` and give every piece that is complete by now."""
        self._buffer += data
        while end := self._piece_end():
            yield self._take(end)

    def lines(self) -> bytes:
        """The complete lines at hand, for an input that pauses (``tail -f``); may be empty."""
        return self._take(self._buffer.rfind(b"\n") + 1)

    def rest(self) -> bytes:
        """What is left at the end of the input; may be empty."""
        return self._take(len(self._buffer))

    def _take(self, end: int) -> bytes:
        piece = bytes(self._buffer[:end])
        del self._buffer[:end]
        self._searched = PIECE
        return piece

    def _piece_end(self) -> int:
        """Where the next piece ends; 0 while that is not decided."""
        buffer = self._buffer
        if len(buffer) <= PIECE:
            return 0
        if self._searched == PIECE:
            last = 0
            for found in _PARAGRAPH_END.finditer(buffer, 0, PIECE):
                if found.end() < PIECE:  # the run of blank lines ends here for sure
                    last = found.end()
            if last:
                return last
        for found in _PARAGRAPH_END.finditer(buffer, self._searched - 1, LIMIT):
            if found.end() < min(len(buffer), LIMIT):
                return found.end()
        if len(buffer) > LIMIT:
            return self._forced_end()
        self._searched = max(PIECE, len(buffer.rstrip()))  # blank lines at the end may yet go on
        return 0

    def _forced_end(self) -> int:
        buffer = self._buffer
        if (line := buffer.rfind(b"\n", 0, LIMIT)) > 0:
            return line + 1
        if (line := buffer.rfind(b"\r", 0, LIMIT)) > 0:
            return line + 1
        quiet = 0
        for found in _QUIET_SPOT.finditer(buffer, LIMIT - _QUIET_WINDOW, LIMIT):
            quiet = found.end()
        return quiet or max(buffer.rfind(b" ", 0, LIMIT), buffer.rfind(b"\t", 0, LIMIT)) + 1 or self._character_end()

    def _character_end(self) -> int:
        """The last end of a UTF-8 character before the limit: a megabyte without any blank is no prose."""
        end = LIMIT
        while end > LIMIT - 3 and self._buffer[end] & 0xC0 == 0x80:
            end -= 1
        return end


class RecordCutter(Cutter):
    """Gives complete lines only, for inputs in which a line is a record that cannot be cut."""

    def _piece_end(self) -> int:
        end = self._buffer.rfind(b"\n", 0, PIECE) + 1 or self._buffer.find(b"\n", self._searched - 1) + 1
        if not end:
            if len(self._buffer) > RECORD_LIMIT:
                raise NoteError(f"a record longer than {RECORD_LIMIT // 2**20} MB")
            self._searched = max(PIECE, len(self._buffer))
        return end
