"""A table as sorted text: lines of a key, a tab and a value, which are searched and never all read.

Hundreds of thousands of entries take a tenth of a second and tens of megabytes to put into a dictionary, and a note
needs a few hundred of them. Here they stay what they are in a compiled file: bytes, with an index of every
:data:`BLOCK`-th line before them. To load it is to read the index; a line is searched when its key is first asked for.
(What asks again and again remembers the answer: see :class:`~scrubber.text.words.Memo`.)
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final
from zlib import crc32

BLOCK = 64
"""Lines of a block, the first of which is in the index."""
_OFFSET: Final = "I"
"""Of an array of offsets: four bytes, in the file the lowest first."""


class SortedText:
    """Values by key, as text. A key holds no tab or line end; a value no line end.

    Args:
        data: what :func:`sorted_text` made.
    """

    def __init__(self, data: bytes = b"") -> None:
        self._data = data
        self._firsts: list[bytes] = []
        """The first line of each block, up to its tab."""
        self._starts = array(_OFFSET)
        """Offset of the line end before each block, and of the last one."""
        if data:
            sizes = data[: data.index(b"\n")]
            offsets, firsts = map(int, sizes.split())
            at = len(sizes) + 1
            self._starts.frombytes(data[at : at + offsets])
            lowest_first(self._starts)
            at += offsets
            self._firsts = data[at : at + firsts].split(b"\n")

    def __bool__(self) -> bool:
        return bool(self._firsts)

    def find(self, key: str) -> str | None:
        """The value of a key."""
        start = b"%b\t" % _bytes(key)
        block = bisect_right(self._firsts, start) - 1
        if block < 0:
            return None
        at = self._data.find(b"\n" + start, self._starts[block], self._starts[block + 1])
        if at < 0:
            return None
        at += 1 + len(start)
        return self._data[at : self._data.index(b"\n", at)].decode()

    def beginning(self, prefix: str) -> list[str]:
        """The lines, key TAB value, of every key that begins so (with a letter at least), in the order of bytes."""
        start = _bytes(prefix)
        stretch = self._stretch(start)
        return _lines(self._data[stretch]) if stretch else []

    def any_beginning(self, prefix: str) -> bool:
        """Whether any key begins so."""
        return self._stretch(_bytes(prefix)) is not None

    def keys(self) -> Iterator[str]:
        """All keys, in the order of their bytes."""
        for start, end in zip(self._starts, self._starts[1:], strict=False):
            yield from (line.partition("\t")[0] for line in _lines(self._data[start + 1 : end]))

    def items(self) -> Iterator[tuple[str, str]]:
        """All keys and values, in the order of the keys' bytes."""
        for start, end in zip(self._starts, self._starts[1:], strict=False):
            for line in _lines(self._data[start + 1 : end]):
                key, _, value = line.partition("\t")
                yield key, value

    def _stretch(self, prefix: bytes) -> slice | None:
        """Where the lines stand that begin so."""
        firsts, starts, begin = self._firsts, self._starts, b"\n" + prefix
        block = bisect_left(firsts, prefix)
        last = block
        while last < len(firsts) and firsts[last].startswith(prefix):
            last += 1
        # they may begin in the block before, behind its first line
        at = self._data.find(begin, starts[max(0, block - 1)], starts[last] + 1) if firsts else -1
        if at < 0:
            return None
        end = self._data.index(b"\n", self._data.rfind(begin, at, starts[last]) + 1)
        return slice(at + 1, end)


def _lines(stretch: bytes) -> list[str]:
    return stretch.decode(errors="surrogatepass").split("\n")


def sorted_text(table: Mapping[str, object]) -> bytes:
    """A table as bytes for :class:`SortedText`; values by their ``str``.

    First a line that tells the sizes of what follows: the offsets of blocks, their first keys, and all the lines.
    """
    lines = sorted(_bytes(f"{key}\t{value}\n") for key, value in table.items())
    if not lines:
        return b""
    blocks = [b"".join(lines[at : at + BLOCK]) for at in range(0, len(lines), BLOCK)]
    firsts = b"\n".join([block[: block.index(b"\t") + 1] for block in blocks])
    sizes = b"%d %d\n" % ((len(blocks) + 1) * array(_OFFSET).itemsize, len(firsts))
    before = len(sizes) + (len(blocks) + 1) * array(_OFFSET).itemsize + len(firsts)
    starts = array(_OFFSET, accumulate(map(len, blocks), initial=before))
    return b"".join((sizes, lowest_first(starts).tobytes(), firsts, b"\n", *blocks))


def lowest_first(numbers: array[int]) -> array[int]:
    """Turns offsets from or to this machine's order of bytes."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


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
