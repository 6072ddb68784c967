"""JSON lines: a record a line, each a note. Streamed; several processes may work on one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.json.nodes import parse_json
from scrubber.formats.json.record import Record, RecordMasker, leaves, record_of, value_at
from scrubber.formats.portions import Portion, in_order
from scrubber.formats.settings import FormatSettings
from scrubber.formats.streams import cut, decoded_chunks, portion_text
from scrubber.io.cut import RECORD_LIMIT
from scrubber.io.encoding import Encoding
from scrubber.io.pieces import file_encoding


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy the records, masked; everything but what is masked stays byte for byte.

    Raises:
        NoteError: a line is not JSON.
    """
    encoding = file_encoding(source, context.settings.encoding)
    source.seek(len(encoding.bom))
    target.write(encoding.bom)
    lines = ((line, _id(line, context.settings)) for line in _lines(decoded_chunks(source, encoding)))
    for data in in_order(context, _Job(source, encoding).work, cut(lines, len(encoding.bom), 1, encoding)):
        target.write(data)
    context.refuse_unmet()


@dataclass(frozen=True)
class _Job:
    source: BinaryIO
    encoding: Encoding

    def work(self, context: FileContext, portion: Portion) -> bytes:
        """The bytes of a portion, masked."""
        text = portion_text(portion, self.source, self.encoding)
        masker = RecordMasker(context, ascii_only=text.isascii())
        lines = [
            (line, record)
            for number, line in enumerate(_split(text), portion.row)
            for record in self._read(line, number, context)
        ]
        return self.encoding.encode("".join(masker.masked(lines)))

    def _read(self, line: str, number: int, context: FileContext) -> Iterator[Record | None]:
        """What a line holds, None if it is blank; nothing at all where it is left out."""
        try:
            yield record_of(parse_json(line), number, context) if line.strip() else None
        except NoteError as error:
            context.leave_out(f"record {number}", error, self.encoding.encode(line))


def _split(text: str) -> Iterator[str]:
    """Lines with their ends. Only a line feed ends one: JSON may hold other breaks."""
    at = 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield text[at:end]
        at = end


def _lines(chunks: Iterator[str]) -> Iterator[str]:
    parts: list[str] = []
    size = 0
    for chunk in chunks:
        for line in _split(chunk):
            parts.append(line)
            size += len(line)
            if line.endswith("\n"):
                yield "".join(parts)
                parts, size = [], 0
        if size > RECORD_LIMIT:
            raise NoteError(f"a record longer than {RECORD_LIMIT // 2**20} MB")
    if parts:
        yield "".join(parts)


def _id(line: str, settings: FormatSettings) -> str:
    """The id of the note that a line belongs to; empty where there is none."""
    if not settings.id_column:
        return ""
    try:
        return value_at(leaves(parse_json(line), (), "", settings), settings.id_column)
    except NoteError:
        return ""  # told of when the line is read
