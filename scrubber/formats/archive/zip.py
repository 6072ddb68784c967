"""Zip archives: each file in them is masked by its own format; comments and times are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO
from zipfile import ZipFile

from scrubber.errors import NoteError
from scrubber.formats.archive.members import scrub_member
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.links import Anchors
from scrubber.formats.packages import open_package, read_member, write_package

_PART = re.compile(r"(.*?)((?:\.[A-Za-z0-9]{1,5}){0,2})", re.DOTALL)
"""A file's or folder's name, and its suffix."""
_OF_MACS = "__MACOSX/"


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy an archive, masked.

    Raises:
        NoteError: it is broken, encrypted or a bomb, or a file in it cannot be handled.
    """
    with open_package(source) as package:
        write_package(target, _members(package, context))


def _members(package: ZipFile, context: FileContext) -> Iterator[tuple[str, bytes]]:
    names = Anchors(context.uncounted_note(patient=f"{context.place}#names", part="names"), "name")
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
        yield _renamed(info.filename, names), masked.getvalue()


def _renamed(path: str, names: Anchors) -> str:
    """A path in which files and folders whose names tell something have others; suffixes stay."""
    parts = (_PART.fullmatch(part) for part in path.split("/"))
    return "/".join(names.name(part[1], "name of a file") + part[2] for part in parts if part)
