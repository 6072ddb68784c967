"""Cutting a long input into pieces that can be scrubbed one after another, in bounded memory.

Where a piece ends depends on the bytes alone and not on how they arrived, so that a pipe and a file give the same
output. The one exception is :meth:`Cutter.lines`, for an input that pauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scrubber.errors import NoteError
from scrubber.lazy_pattern import lazy_re

PIECE = 128 * 1024
"""Bytes: an input up to this size is one piece; a longer one is cut at the last paragraph end before, a longer
paragraph at its last line end, a longer line between two words. It bounds memory: detection takes some hundred times
as much."""
RECORD_LIMIT = 64 * 1024 * 1024
"""Bytes: the longest single record (a JSON line), which cannot be cut."""

_PARAGRAPH_END = lazy_re(rb"\n(?:[ \t\r]*+\n)++|\r(?:[ \t]*+\r)++")
_QUIET_SPOT = lazy_re(rb"[a-z]{2}[.,;:!?]*+ (?=[a-z]{2})")
"""Between two words in lower case: hardly ever inside a name, a number, a date or an address."""
_QUIET_WINDOW = 32 * 1024


class Cutter:
    """Takes bytes in any portions; gives pieces that end at paragraph ends wherever that is possible."""

    def __init__(self) -> None:
        self._buffer = bytearray()

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
        return piece

    def _piece_end(self) -> int:
        """Where the next piece ends; 0 while that is not decided."""
        buffer = self._buffer
        if len(buffer) <= PIECE:
            return 0
        return (
            self._last_end(_PARAGRAPH_END, 0)
            or buffer.rfind(b"\n", 0, PIECE) + 1
            or buffer.rfind(b"\r", 0, PIECE) + 1
            or self._last_end(_QUIET_SPOT, PIECE - _QUIET_WINDOW)
            or max(buffer.rfind(b" ", 0, PIECE), buffer.rfind(b"\t", 0, PIECE)) + 1
            or self._character_end()
        )

    def _last_end(self, pattern: re.Pattern[bytes], start: int) -> int:
        """The end of the pattern's last match in a piece; one that ends with the piece might go on: not it."""
        last = 0
        for found in pattern.finditer(self._buffer, start, PIECE):
            if found.end() < PIECE:
                last = found.end()
        return last

    def _character_end(self) -> int:
        """The last end of a UTF-8 character: so many bytes without any blank are no prose."""
        end = PIECE
        while end > PIECE - 3 and self._buffer[end] & 0xC0 == 0x80:
            end -= 1
        return end


class RecordCutter(Cutter):
    """Gives complete lines only, for inputs in which a line is a record that cannot be cut."""

    def __init__(self) -> None:
        super().__init__()
        self._searched = 0

    def _piece_end(self) -> int:
        end = self._buffer.rfind(b"\n", 0, PIECE) + 1 or self._buffer.find(b"\n", self._searched) + 1
        if not end and len(self._buffer) > RECORD_LIMIT:
            raise NoteError(f"a record longer than {RECORD_LIMIT // 2**20} MB")
        self._searched = 0 if end else len(self._buffer)
        return end


def pieces_of(text: str) -> Iterator[str]:
    """A text that is at hand whole, cut in the same way."""
    cutter = Cutter()
    for piece in (*cutter.feed(text.encode("utf-8", "surrogatepass")), cutter.rest()):
        if piece:
            yield piece.decode("utf-8", "surrogatepass")
