"""Looks into an old Office file before LibreOffice does: encryption, macros and embedded objects are refused."""

from __future__ import annotations

import struct
from io import BytesIO

import olefile

from scrubber.errors import NoteError

MAGIC = olefile.MAGIC
_ENCRYPTED_WORD = 0x0100
_FLAGS_AT = 10
_FILEPASS, _SHEET, _SHEET_MACRO = 0x2F, 0x85, 1
_RECORDS = 1_000_000
_MACROS = frozenset(("macros", "vba", "_vba_project_cur", "_vba_project"))


def check_compound(data: bytes) -> str:
    """What an old Office file is: a "doc" or an "xls".

    Raises:
        NoteError: it is neither, is broken or encrypted, or holds macros or embedded objects.
    """
    try:
        with olefile.OleFileIO(BytesIO(data)) as file:
            names = [[part.lower() for part in path] for path in file.listdir(streams=True, storages=True)]
            _check_names(names)
            if ["worddocument"] in names:
                _check_word(file.openstream("WordDocument").read(32))
                return "doc"
            for book in ("workbook", "book"):
                if [book] in names:
                    _check_book(file.openstream(book).read())
                    return "xls"
    except NoteError:
        raise
    except Exception as error:  # olefile meets broken files with errors of any kind
        raise NoteError("broken: no Office file that can be read") from error
    raise NoteError("neither a Word document nor an Excel workbook: not handled")


def _check_names(names: list[list[str]]) -> None:
    first = {path[0] for path in names}
    if first & {"encryptedpackage", "encryptioninfo"}:
        raise NoteError("encrypted")
    if any(part in _MACROS for path in names for part in path):
        raise NoteError("holds macros: refused")
    inside = any(path[0] == "objectpool" and len(path) > 1 for path in names)
    if inside or any(name.startswith("mbd") for name in first):
        raise NoteError("holds an embedded object: refused")


def _check_word(head: bytes) -> None:
    flags = struct.unpack_from("<H", head, _FLAGS_AT)[0]
    if flags & _ENCRYPTED_WORD:
        raise NoteError("encrypted")


def _check_book(data: bytes) -> None:
    """Walk over an Excel book's records."""
    at = 0
    for _ in range(_RECORDS):
        if at + 4 > len(data):
            return
        kind, size = struct.unpack_from("<HH", data, at)
        if kind == _FILEPASS:
            raise NoteError("encrypted")
        if kind == _SHEET and size > 5 and data[at + 9] == _SHEET_MACRO:
            raise NoteError("holds macros: refused")
        at += 4 + size
