"""Old Office files (DOC, XLS), through LibreOffice: into a new format, scrubbed there, and back."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.old_office.compound import MAGIC, check_compound
from scrubber.formats.old_office.office import converted
from scrubber.formats.registry import HEAD_BYTES, Format, named, recognise
from scrubber.formats.whole import read_whole

MOST = 256 * 1024 * 1024


@dataclass(frozen=True)
class _Way:
    """From an old format to a new one and back, by LibreOffice's names."""

    old: str
    new: str
    writer: str
    back: str


_WAYS = {
    "doc": _Way("doc", "docx", "MS Word 2007 XML", "MS Word 97"),
    "xls": _Way("xls", "xlsx", "Calc MS Excel 2007 XML", "MS Excel 97"),
}


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy an old Office file with all PHI masked.

    What has the old suffix and is no old file (RTF, HTML, a new file under the old name) is treated as what it is.

    Raises:
        NoteError: it is broken or encrypted, holds macros or embedded objects, or LibreOffice is not installed.
    """
    data = read_whole(source, "an Office file", MOST)
    if not data.startswith(MAGIC):
        _other(data).rewrite(BytesIO(data), target, context)
        return
    way = _WAYS[check_compound(data)]
    format_ = named(way.new)
    if format_ is None:
        raise NoteError(f"{way.old} files are not handled")
    whole = BytesIO()
    format_.rewrite(BytesIO(converted(data, way.old, way.new, way.writer)), whole, context)
    if not context.keeps:
        target.write(converted(whole.getvalue(), way.new, way.old, way.back))


def _other(data: bytes) -> Format:
    found = recognise("", data[:HEAD_BYTES])
    if found is None:
        raise NoteError("no Office file: it does not begin like one")
    return found
