"""The lines of calls: the names of samples in ID, FILTER and INFO, and texts in INFO."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from scrubber.formats.context import applied
from scrubber.formats.leaves import reads_as_text
from scrubber.text.remembered import remembered
from scrubber.text.span import Span

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, FileNote, Writable
    from scrubber.io.encoding import Encoding

_ID, _FILTER, _INFO = 2, 6, 7
_COLUMNS = 8
"""Up to INFO; what follows is genotypes."""
_WORD = re.compile(r"[^\s,;:=<>\"'|]+")
_PART = re.compile(r"[^\W_]+")
_VALUE = re.compile(r"(?<==)[^=;|,&\t]+|(?<=[|,&])[^=;|,&\t]+")
_BLANKS = str.maketrans("_+", "  ")
_REMEMBERED = 10_000
"""Values of INFO whose masked form is kept: the same ones come again and again."""


class Calls:
    """Copies lines, masked.

    Args:
        samples: the new names of samples by their old ones.
    """

    def __init__(self, samples: Mapping[str, str], note: FileNote, context: FileContext, encoding: Encoding) -> None:
        self._named = {old: new for old, new in samples.items() if old != new and is_telling(old)}
        self._note = note
        self._context = context
        self._codec = encoding.codec
        self._remembered = remembered(_REMEMBERED)(self._masked)

    def copy(self, lines: Iterator[bytes], target: Writable) -> None:
        """All of them; genotypes pass as they are."""
        for line in lines:
            head, tab, rest = _divided(line)
            columns = head.decode(self._codec, "surrogateescape").split("\t")
            new = "\t".join(self._column(at, column) for at, column in enumerate(columns))
            target.write(new.encode(self._codec, "surrogateescape") + tab + rest)

    def _column(self, at: int, column: str) -> str:
        if at in (_ID, _FILTER, _INFO) and self._named:
            column = _WORD.sub(self._sample, column)
        return _VALUE.sub(self._value, column) if at == _INFO else column

    def _sample(self, match: re.Match[str]) -> str:
        """A word that is a sample's name, or of which a part is."""
        if match[0] in self._named:
            return self._renamed(match[0])
        return _PART.sub(lambda part: self._renamed(part[0]) if part[0] in self._named else part[0], match[0])

    def _renamed(self, old: str) -> str:
        new = self._named[old]
        self._context.done("INFO", old, [Span(0, len(old), "IDNUM", "field", 100)], [new])
        return old if self._context.keeps else new

    def _value(self, match: re.Match[str]) -> str:
        """A value of INFO; words in it stand between underscores, since no blank may."""
        value = match[0]
        if not reads_as_text(text := value.translate(_BLANKS)):
            return value
        return (self._masked if self._context.keeps else self._remembered)(value, text)

    def _masked(self, value: str, text: str) -> str:
        return applied(value, self._note.marks(text, "INFO")).replace(" ", "_")


def is_telling(name: str) -> bool:
    """Whether a sample's name is looked for elsewhere: "NORMAL" and "1" would be found everywhere."""
    return (len(name) > 3 and any(map(str.isdigit, name))) or len(name) > 8


def _divided(line: bytes) -> tuple[bytes, bytes, bytes]:
    """A line up to INFO, and the rest of it with the tab between."""
    at = -1
    for _ in range(_COLUMNS):
        at = line.find(b"\t", at + 1)
        if at < 0:
            return line, b"", b""
    return line[:at], b"\t", line[at + 1 :]
