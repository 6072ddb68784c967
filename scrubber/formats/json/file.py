"""JSON: a file with an array is read item by item, each a note; any other document is read whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.json.nodes import Array, Node, Object, parse_json
from scrubber.formats.json.record import Leaf, Record, RecordMasker, keys, leaves, meet, record_of
from scrubber.formats.slices import edited
from scrubber.formats.streams import decoded_chunks
from scrubber.io.pieces import file_encoding
from scrubber.text.groups import grouped

WHOLE = 64 * 1024 * 1024
"""Code points of the longest item, or document without an array around it: it is read at once."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?P<close>"?+)|(?P<open>[{\[])|(?P<shut>[}\]])|(?P<comma>,)', re.DOTALL)


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a document, masked; everything but what is masked stays byte for byte.

    Raises:
        NoteError: it is not JSON, or too long to be read at once.
    """
    encoding = file_encoding(source, context.settings.encoding)
    source.seek(len(encoding.bom))
    target.write(encoding.bom)
    chunks = decoded_chunks(source, encoding)
    intro = _intro(chunks)
    masker = RecordMasker(context, ascii_only=False)
    if not intro.lstrip().startswith("["):
        text = intro + _rest(chunks, len(intro))
        target.write(encoding.encode(_document(text, context)))
        context.refuse_unmet()
        return
    at = intro.index("[") + 1
    target.write(encoding.encode(intro[:at]))
    done = len(encoding.bom)
    before, end = "", ""
    for part in grouped(enumerate(_items(intro[at:], chunks), 1), lambda item: len(item[1][0])):
        read = [(item[0], record) for number, item in part for record in _record(*item, number, context)]
        for new in masker.masked(read):
            target.write(encoding.encode(before + new))
            before = ","
        done += sum(len(encoding.encode(text + ends)) for _, (text, ends) in part)
        end = part[-1][1][1]
        context.progress(done)
    target.write(encoding.encode(end))
    context.refuse_unmet()


def _record(text: str, ends: str, number: int, context: FileContext) -> Iterator[Record | None]:
    """What an item holds, None for an empty array's; nothing at all where it is left out."""
    try:
        yield record_of(parse_json(text), number, context) if number > 1 or ends == "," or text.strip() else None
    except NoteError as error:
        context.leave_out(f"record {number}", error, text.encode("utf-8", "surrogatepass"))


def _intro(chunks: Iterator[str]) -> str:
    """The beginning of the text, up to and beyond its first sign."""
    text = ""
    for chunk in chunks:
        text += chunk
        if text.strip():
            break
    return text


def _rest(chunks: Iterator[str], have: int) -> str:
    pieces: list[str] = []
    for chunk in chunks:
        pieces.append(chunk)
        have += len(chunk)
        if have > WHOLE:
            raise NoteError(f"a JSON document of more than {WHOLE // 2**20} MB that is no array: make JSON lines of it")
    return "".join(pieces)


def _items(text: str, chunks: Iterator[str]) -> Iterator[tuple[str, str]]:
    """The items of an array whose first bracket has been read, each with what ends it.

    Raises:
        NoteError: the array does not end, or something follows it.
    """
    start = at = depth = 0
    while True:
        found = _TOKEN.search(text, at)
        if found is None or found["close"] == "":  # nothing more here, or a string that goes on
            at = (found.start() if found else len(text)) - start
            text, start = text[start:] + _more(chunks, len(text) - start), 0
            continue
        at = found.end()
        depth += bool(found["open"]) - bool(found["shut"])
        if depth < 0:
            tail = text[at:] + "".join(chunks)
            if found[0] != "]" or tail.strip():
                raise NoteError("broken: no valid JSON")
            yield text[start : found.start()], "]" + tail
            return
        if found["comma"] and not depth:
            yield text[start : found.start()], ","
            start = at


def _more(chunks: Iterator[str], have: int) -> str:
    """As much again as is at hand, so that a long item is not searched many times over."""
    if have > WHOLE:
        raise NoteError(f"an item longer than {WHOLE // 2**20} MB")
    pieces: list[str] = []
    size = 0
    for chunk in chunks:
        pieces.append(chunk)
        size += len(chunk)
        if size > have:
            break
    if not size:
        raise NoteError("broken: the array does not end")
    return "".join(pieces)


def _document(text: str, context: FileContext) -> str:
    """A document that is no array. Each object of an array in it is a note; all the rest is one."""
    if not text.strip():
        return text
    root = parse_json(text)
    meet(root, context)
    outer, records = _records(root, context)
    masker = RecordMasker(context, ascii_only=text.isascii())
    parts = grouped([Record(outer, list(keys(root)), 1), *records], lambda record: record.size)
    return edited(text, (edit for part in parts for edits in masker.edits(part) for edit in edits))


def _records(root: Node, context: FileContext) -> tuple[list[Leaf], list[Record]]:
    """The leaves of the document itself, and the objects in its members' arrays."""
    outer: list[Leaf] = []
    records: list[Record] = []
    for name, value in root.members if isinstance(root, Object) else [("", root)]:
        path = (name,) if name else ()
        if isinstance(value, Array) and len(value.items) > 1 and all(isinstance(item, Object) for item in value.items):
            for item in value.items:
                number = len(records) + 1
                found = leaves(item, (*path, "*"), f"record {number}", context.settings)
                records.append(Record(list(found), (), number))
        else:
            outer += leaves(value, path, "document", context.settings)
    return outer, records
