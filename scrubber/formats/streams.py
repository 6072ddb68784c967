"""Text files of any size: decoded as they are read, cut into portions, and read again where another process works."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from scrubber.formats.portions import Portion
from scrubber.io.encoding import Encoding
from scrubber.io.source import file_chunks

PORTION = 65_536
"""Code points of records that are worked on at once; more where one record is longer."""


def decoded_chunks(source: BinaryIO, encoding: Encoding) -> Iterator[str]:
    """The text from where the file stands, in an encoding that was checked before."""
    decoder = codecs.getincrementaldecoder(encoding.codec)()
    for chunk in file_chunks(source):
        if text := decoder.decode(chunk):
            yield text
    yield decoder.decode(b"", final=True)


def cut(records: Iterable[tuple[str, str]], start: int, row: int, encoding: Encoding) -> Iterator[Portion]:
    """Records in portions, between which a note never goes on.

    Args:
        records: each with the id of its note, or nothing; start: how many bytes of the file stand before the first one;
            row: its number.
    """
    texts: list[str] = []
    size, first, id_ = 0, row, ""
    for number, (text, own) in enumerate(records, row):
        if size >= PORTION and not (own and own == id_):
            yield (portion := _portion(texts, start, first, encoding))
            start, first, size, texts = portion.end, number, 0, []
        id_ = own
        texts.append(text)
        size += len(text)
    if texts:
        yield _portion(texts, start, first, encoding)


def _portion(texts: Sequence[str], start: int, row: int, encoding: Encoding) -> Portion:
    text = "".join(texts)
    return Portion(start, start + len(encoding.encode(text)), row, text)


def portion_text(portion: Portion, source: BinaryIO, encoding: Encoding) -> str:
    """A portion's text, read from the file if it does not come with it."""
    if portion.text:
        return portion.text
    data = os.pread(source.fileno(), portion.end - portion.start, portion.start)
    return data.decode(encoding.codec)
