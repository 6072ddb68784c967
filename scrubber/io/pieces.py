"""From bytes to pieces of decoded text, each small enough to be scrubbed at once."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple

from scrubber.errors import NoteError
from scrubber.io.boundary import FORM_FEED, Boundary, JsonLines, Splitter
from scrubber.io.cut import Cutter, RecordCutter
from scrubber.io.encoding import CP1252, SNIFF_BYTES, UTF8, Encoding, check_cp1252, decode, sniff
from scrubber.io.source import PAUSE, file_chunks, pipe_chunks


class Piece(NamedTuple):
    """Some paragraphs of an input."""

    text: str
    start: int
    """Code points of the input that came before."""
    encoding: Encoding
    """How the piece goes out again; the BOM is the input's, to be written once before the first piece."""
    fresh: bool
    """A new note begins here."""


class Reading(NamedTuple):
    """How inputs are to be read."""

    encoding: Encoding | None = None
    """None: found out from the bytes."""
    boundary: Boundary = FORM_FEED

    def pieces(self, chunks: Iterable[bytes], encoding: Encoding | None = None) -> Iterator[Piece]:
        """The pieces of one input, with what follows each pause, as soon as they are complete.

        An input without text gives one empty piece if it has a BOM, so that the BOM goes out again.

        Raises:
            NoteError: the bytes are binary or not decodable; the pieces given before were right.
        """
        encoding, body = self._open(iter(chunks), encoding or self.encoding)
        cutter = RecordCutter() if isinstance(self.boundary, JsonLines) else Cutter()
        splitter = Splitter(self.boundary)
        start = 0
        if encoding.bom:
            yield Piece("", 0, encoding, False)
        for data, inner in _cut(body, cutter, encoding):
            text, found = decode(data, inner)
            outer = found if inner is encoding else encoding
            for part, fresh in splitter.split(text):
                yield Piece(part, start, outer, fresh)
                start += len(part)

    def of_file(self, file: BinaryIO) -> Iterator[Piece]:
        """The pieces of a file, in one encoding that was checked to the end before the first piece.

        Raises:
            NoteError: as :meth:`pieces`, but before anything is given.
        """
        if not file.seekable():  # a named pipe
            return self.pieces(pipe_chunks(file.fileno(), pauses=False))
        return self.pieces(file_chunks(file), file_encoding(file, self.encoding))

    def _open(self, chunks: Iterator[bytes], asked: Encoding | None) -> tuple[Encoding, Iterator[bytes]]:
        """The input's encoding, and its bytes without the BOM."""
        head = b""
        paused = False
        for data in chunks:
            head += data
            paused = not data
            if len(head) >= SNIFF_BYTES or (paused and head and head.isascii()):
                break
        announced = sniff(head)
        encoding = announced if asked is None or _same_family(asked, announced) else Encoding(asked.codec)
        body = head[len(encoding.bom) :]
        return encoding, chain([body, PAUSE] if paused else [body], chunks)


def _same_family(asked: Encoding, announced: Encoding) -> bool:
    """Whether the BOM found agrees with ``--encoding`` (which for ``utf-16`` leaves the byte order open)."""
    if not announced.bom:
        return False
    return asked.codec == announced.codec or (bool(asked.bom) and asked.codec[:6] == announced.codec[:6] == "utf-16")


def _cut(chunks: Iterator[bytes], cutter: Cutter, encoding: Encoding) -> Iterator[tuple[bytes, Encoding]]:
    """Pieces as bytes, and the encoding these bytes are in.

    The cutter knows ASCII's line ends only, so other encodings pass it as UTF-8.
    """
    ascii_like = encoding.codec in ("utf-8", "cp1252")
    inner = encoding if ascii_like else Encoding("utf-8")
    portions = chunks if ascii_like else _as_utf8(chunks, encoding)
    for portion in portions:
        if portion:
            for piece in cutter.feed(portion):
                yield piece, inner
        elif piece := cutter.lines():
            yield piece, inner
    if piece := cutter.rest():
        yield piece, inner


def _as_utf8(chunks: Iterator[bytes], encoding: Encoding) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding.codec)()
    try:
        for chunk in chunks:
            if text := decoder.decode(chunk):
                yield text.encode()
            if not chunk:
                yield PAUSE
        yield decoder.decode(b"", final=True).encode()
    except UnicodeError:
        raise NoteError(f"not valid {encoding.codec}") from None


def file_encoding(file: BinaryIO, asked: Encoding | None) -> Encoding:
    """The one encoding of a whole file, which is read through and rewound.

    Raises:
        NoteError: the file is binary or not decodable, so that nothing of it need be written before that is known.
    """
    encoding, chunks = Reading(asked)._open(file_chunks(file), asked)
    try:
        if not encoding.automatic:
            _check(chunks, encoding)
            return encoding
        try:
            _check(chunks, encoding)
            return UTF8
        except UnicodeError:
            file.seek(0)
            for chunk in file_chunks(file):
                check_cp1252(chunk)
            return CP1252
    except UnicodeError:
        raise NoteError(f"not valid {encoding.codec}") from None
    finally:
        file.seek(0)


def _check(chunks: Iterator[bytes], encoding: Encoding) -> None:
    decoder = codecs.getincrementaldecoder(encoding.codec)()
    for chunk in chain(chunks, [b""]):
        text = decoder.decode(chunk, final=not chunk)
        if "\0" in text:
            raise NoteError("binary data (a NUL)")
