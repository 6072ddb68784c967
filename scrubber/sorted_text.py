"""A table as sorted text: lines of a key, a tab and a value, which are searched and never all read.

Hundreds of thousands of entries take a tenth of a second and tens of megabytes to put into a dictionary, and a note
needs a few hundred of them. Here they stay what they are in a compiled file: bytes, in blocks of some sixty lines. To
load it is to cut it into blocks; a line is searched when its key is first asked for. (What asks again and again
remembers the answer: see :class:`~scrubber.words.Memo`.)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from zlib import crc32

BLOCK = 64
"""Lines of a block."""
_BETWEEN = b"\0"


class SortedText:
    """Values by key, as text. A key holds no tab, line end or NUL; a value no line end or NUL.

    Args:
        data: what :func:`sorted_text` made.
    """

    def __init__(self, data: bytes = b"") -> None:
        # every block begins and ends with a line end, so that blocks sort as their first lines do
        self._blocks = data.split(_BETWEEN) if data else []

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def find(self, key: str) -> str | None:
        """The value of a key."""
        line = b"\n%b\t" % _bytes(key)
        at = bisect_right(self._blocks, line + b"\xff") - 1  # behind any value, before the next key
        if at < 0:
            return None
        block = self._blocks[at]
        start = block.find(line)
        if start < 0:
            return None
        start += len(line)
        return block[start : block.index(b"\n", start)].decode()

    def beginning(self, prefix: str) -> list[str]:
        """The lines, key TAB value, of every key that begins so (with a letter at least), in the order of bytes."""
        begin, blocks = b"\n" + _bytes(prefix), self._blocks
        found: list[str] = []
        at = bisect_right(blocks, begin)
        if at:
            found += _beginning(blocks[at - 1], begin)  # it begins before, and may go on into such lines
        while at < len(blocks) and blocks[at].startswith(begin):
            found += _beginning(blocks[at], begin)
            at += 1
        return found

    def keys(self) -> Iterator[str]:
        """All keys, in the order of their bytes."""
        for block in self._blocks:
            yield from (line.partition("\t")[0] for line in _lines(block[1:-1]))


def _beginning(block: bytes, begin: bytes) -> list[str]:
    """The lines of a block that begin so."""
    first = block.find(begin)
    return [] if first < 0 else _lines(block[first + 1 : block.index(b"\n", block.rfind(begin) + 1)])


def _lines(stretch: bytes) -> list[str]:
    return stretch.decode(errors="surrogatepass").split("\n")


def sorted_text(table: Mapping[str, object]) -> bytes:
    """A table as bytes for :class:`SortedText`; values by their ``str``."""
    lines = sorted(_bytes(f"{key}\t{value}\n") for key, value in table.items())
    return _BETWEEN.join(b"\n" + b"".join(lines[at : at + BLOCK]) for at in range(0, len(lines), BLOCK))


def checksum(*parts: bytes) -> str:
    """What tells whether files are those that something was compiled of: their CRC-32, and how long each is.

    It guards against data that somebody has edited. Against people who want to deceive no digest would do: who can
    write here can change scrub itself.
    """
    found = 0
    for part in parts:
        found = crc32(part, found)
    return " ".join([f"{found:08x}", *(str(len(part)) for part in parts)])


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")
