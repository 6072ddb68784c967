"""Zip packages (DOCX, XLSX): limits are checked before anything is unpacked; written, they are the same every time."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import Writable
from scrubber.formats.spool import drain, spool

MEMBERS = 20_000
MEMBER_BYTES = 256 * 1024 * 1024
TOTAL_BYTES = 1024 * 1024 * 1024
RATIO = 250
"""How many times larger a member may be unpacked. Deflate itself ends at 1032."""
_RATIO_FROM = 8 * 1024 * 1024
"""Small members may be as empty as they like."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = 0x1
_EPOCH = (1980, 1, 1, 0, 0, 0)


def open_package(source: BinaryIO) -> zipfile.ZipFile:
    """Open a package.

    Raises:
        NoteError: it is broken or encrypted, or unpacks to more than the limits.
    """
    source.seek(0)
    if source.read(len(_OLE)) == _OLE:
        raise NoteError("encrypted, or an old Office file under a new name")
    source.seek(0)
    try:
        package = zipfile.ZipFile(source)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise NoteError("broken: not a whole zip file") from error
    _check(package.infolist())
    return package


def read_member(package: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """What a member holds: as much as was declared, or an error.

    Raises:
        NoteError: it is broken.
    """
    try:
        data = package.read(info)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, OSError) as error:
        raise NoteError("broken: a part of the zip file cannot be unpacked") from error
    except Exception as error:  # zlib.error, lzma.LZMAError
        raise NoteError("broken: a part of the zip file is damaged") from error
    if len(data) != info.file_size:
        raise NoteError("broken: a part of the zip file is cut off")
    return data


def write_package(target: Writable, members: Iterable[tuple[str, bytes]]) -> None:
    """Write a package: the members in their order, all compressed and with one date, which tells nothing."""
    with spool() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
            for name, data in members:
                info = zipfile.ZipInfo(name, _EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = 0o600 << 16
                package.writestr(info, data)
        drain(file, target.write)


def _check(infos: list[zipfile.ZipInfo]) -> None:
    names = {info.filename for info in infos}
    if len(infos) > MEMBERS or sum(info.file_size for info in infos) > TOTAL_BYTES:
        raise NoteError("unpacks to more than is allowed: a bomb?")
    if len(names) < len(infos):
        raise NoteError("broken: two parts of the zip file have one name")
    for info in infos:
        if info.flag_bits & _ENCRYPTED:
            raise NoteError("encrypted")
        check_size(info.file_size, info.compress_size, MEMBER_BYTES)


def check_size(unpacked: int, packed: int, limit: int) -> None:
    """Raises a NoteError if data unpack to more bytes than the limit, or to many times what they are packed."""
    if unpacked > limit or (unpacked > _RATIO_FROM and unpacked > packed * RATIO):
        raise NoteError("unpacks to more than is allowed: a bomb?")
