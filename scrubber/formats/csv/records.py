"""Records of delimited text (CSV): found without loss, so that what is not masked goes out byte for byte.

The rules are those of RFC 4180, with any delimiter and any line ends. A field that begins with a quote ends with one;
inside it a quote is doubled or, as Spark and MySQL write it, stands behind a backslash. What does not keep to the rules
is an error: text in a column that is not its own would be masked by the wrong rule, or kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scrubber.errors import NoteError
from scrubber.formats.context import Mark
from scrubber.io.cut import RECORD_LIMIT


class Field(NamedTuple):
    """Where a field's content lies in its record (code points), without quotes."""

    start: int
    end: int
    quoted: bool


class Record(NamedTuple):
    """One record of a file."""

    text: str
    """As it stands in the file, with its line end."""
    fields: list[Field]
    """None for an empty line."""


@dataclass(frozen=True)
class Dialect:
    """How a file is written. Small, so that it can be sent to a process."""

    delimiter: str = ","
    backslash: bool = False
    """A quote inside a quoted field stands behind a backslash."""
    spaced: bool = False
    """Blanks may stand before and behind quotes."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """A field and what ends it."""
        sign = re.escape(self.delimiter)
        inner = r'(?:[^"\\]++|\\.|"")*+' if self.backslash else r'(?:[^"]++|"")*+'
        blank = " *+" if self.spaced else ""
        quoted = rf'{blank}"(?P<quoted>{inner})(?P<close>"?+){blank}'
        return re.compile(rf"(?:{quoted}|(?P<bare>[^{sign}\r\n]*+))(?P<end>{sign}|\r\n?|\n|\Z)?", re.DOTALL)

    @cached_property
    def _escapes(self) -> re.Pattern[str]:
        return re.compile(r'\\.|""' if self.backslash else '""', re.DOTALL)

    def shown(self, content: str, quoted: bool) -> str:
        """A field's content as it is to be read: as long as it is, with blanks in the place of escapes."""
        if not quoted or ('"' not in content and "\\" not in content):
            return content
        return self._escapes.sub(lambda found: " " + _MEANT.get(found[0][1], found[0][1]), content)

    def unsplit(self, content: str, marks: Sequence[Mark]) -> list[Mark]:
        """The marks on a quoted field, none of which begins or ends within an escape."""
        if not self._escapes.search(content):
            return list(marks)
        inside = {found.start() + 1 for found in self._escapes.finditer(content)}
        return [m._replace(start=m.start - (m.start in inside), end=m.end + (m.end in inside)) for m in marks]

    def written(self, text: str) -> str:
        """Text for inside quotes."""
        if self.backslash:
            return text.replace("\\", "\\\\").replace('"', '\\"')
        return text.replace('"', '""')

    def needs_quotes(self, text: str) -> bool:
        """Whether a field without quotes cannot hold this."""
        return any(sign in text for sign in (self.delimiter, "\n", "\r")) or text.lstrip(" ").startswith('"')


_MEANT = {"n": "\n", "r": "\r", "t": "\t", "0": " "}


def records(chunks: Iterable[str], dialect: Dialect) -> Iterator[Record]:
    """The records of a text that comes in any portions.

    Raises:
        NoteError: one is not written as the dialect says, or too long.
    """
    source = iter(chunks)
    number, buffer, at, last = 0, "", 0, False
    while True:
        record = _record(buffer, at, dialect, last, number + 1) if at < len(buffer) else None
        if record is not None:
            number += 1
            at += len(record.text)
            yield record
        elif last:
            return
        else:
            buffer, at = buffer[at:], 0
            if len(buffer) > RECORD_LIMIT:
                raise NoteError(f"row {number + 1}: longer than {RECORD_LIMIT // 2**20} MB, or a quote is never closed")
            more = _at_least(source, len(buffer))  # as much again, so that a long record is not read many times over
            buffer, last = buffer + more, not more


def complete_records(text: str, dialect: Dialect, whole: bool) -> Iterator[Record]:
    """The records at the beginning of a text that end in it; with ``whole`` the text's end ends one too.

    Raises:
        NoteError: one is not written as the dialect says.
    """
    at = number = 0
    while at < len(text) and (record := _record(text, at, dialect, whole, number := number + 1)):
        at += len(record.text)
        yield record


def _at_least(source: Iterator[str], size: int) -> str:
    pieces: list[str] = []
    have = 0
    for chunk in source:
        pieces.append(chunk)
        have += len(chunk)
        if have > size:
            break
    return "".join(pieces)


def _record(text: str, start: int, dialect: Dialect, last: bool, number: int) -> Record | None:
    """The record at ``start``; None if its end is not yet there (there is more to come unless ``last``)."""
    fields: list[Field] = []
    match = dialect.pattern.match
    at, end = start, len(text)
    while True:
        found = match(text, at)
        assert found is not None
        at = found.end()
        if at == end and not last:
            return None
        quoted = found["quoted"] is not None
        if found["end"] is None or (quoted and not found["close"]):
            if at < end and not found["close"] and not last:
                return None  # a backslash at the very end
            raise NoteError(f"row {number}: its quotes are not those of a CSV file")
        name = "quoted" if quoted else "bare"
        fields.append(Field(found.start(name) - start, found.end(name) - start, quoted))
        if found["end"] != dialect.delimiter:
            break
    empty = len(fields) == 1 and not fields[0].quoted and fields[0].start == fields[0].end
    return Record(text[start:at], [] if empty else fields)
