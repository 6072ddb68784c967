"""Zip archives: each file in them is masked by its own format; comments and times are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO
from zipfile import ZipFile

from scrubber.errors import NoteError
from scrubber.formats.archive.members import scrub_member
from scrubber.formats.context import FileContext, FileNote, Writable
from scrubber.formats.packages import open_package, read_member, write_package

_SIGNS = re.compile(r"[\s_.\-]+")
_SUFFIX = re.compile(r"(?:\.[A-Za-z0-9]{1,5}){1,2}$")
_OF_MACS = "__MACOSX/"


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy an archive, masked.

    Raises:
        NoteError: it is broken, encrypted or a bomb, or a file in it cannot be handled.
    """
    with open_package(source) as package:
        write_package(target, _members(package, context))


def _members(package: ZipFile, context: FileContext) -> Iterator[tuple[str, bytes]]:
    names = _Names(context.uncounted_note(patient=f"{context.place}#names", part="names"))
    for number, info in enumerate(package.infolist(), 1):
        if info.is_dir() or info.filename.startswith(_OF_MACS):
            continue
        data = read_member(package, info)
        masked = BytesIO()
        try:
            scrub_member(BytesIO(data), info.filename, masked, context)
        except NoteError as error:
            context.leave_out(f"file {number}", error, data)
            continue
        yield names.masked(info.filename), masked.getvalue()


class _Names:
    """Names of files and folders: one that tells something is made anew, the same wherever it stands."""

    def __init__(self, note: FileNote) -> None:
        self._note = note
        self._made: dict[str, str] = {}

    def masked(self, path: str) -> str:
        return "/".join(self._made.get(part) or self._name(part) for part in path.split("/"))

    def _name(self, part: str) -> str:
        suffix = _SUFFIX.search(part)
        stem = part[: suffix.start()] if suffix else part
        tells = self._note.marks(_SIGNS.sub(" ", stem), "name of a file")
        self._made[part] = f"name{len(self._made) + 1}{suffix[0] if suffix else ''}" if tells else part
        return self._made[part]
