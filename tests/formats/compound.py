"""Writes old Office files' container, which no library at hand writes: a header, one FAT, a directory, big streams."""

from __future__ import annotations

import struct

_SECTOR = 512
_FREE, _END, _FAT, _NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
_LEAST = 4096
"""Streams that are shorter would lie in the mini stream, which we do not write."""


def compound(streams: dict[str, bytes], storages: dict[str, dict[str, bytes]] | None = None) -> bytes:
    """A compound file with streams, and with storages that hold streams."""
    tree = _Directory()
    tree.add_all(0, streams, storages or {})
    chains: list[tuple[_Entry, bytes]] = [(e, e.data.ljust(_LEAST, b"\0")) for e in tree.entries if e.kind == 2]
    directory_sectors = -(-len(tree.entries) * 128 // _SECTOR)
    fat = [_FAT, *range(2, directory_sectors + 1), _END]
    body = b""
    for entry, data in chains:
        padded = data + bytes(-len(data) % _SECTOR)
        entry.start, entry.size = len(fat), len(data)
        count = len(padded) // _SECTOR
        fat += [*range(len(fat) + 1, len(fat) + count), _END]
        body += padded
    assert len(fat) <= _SECTOR // 4, "one FAT sector is all we write"
    fat += [_FREE] * (_SECTOR // 4 - len(fat))
    directory = b"".join(entry.packed() for entry in tree.entries)
    directory += _Entry("", 0).packed() * ((-len(directory) % _SECTOR) // 128)
    return _header() + struct.pack("<128I", *fat) + directory + body


class _Entry:
    def __init__(self, name: str, kind: int, data: bytes = b"") -> None:
        self.name, self.kind, self.data = name, kind, data
        self.right = self.child = _NONE
        self.start, self.size = (_END, 0) if kind == 5 else (0, 0)

    def packed(self) -> bytes:
        name = (self.name + "\0").encode("utf-16-le") if self.name else b""
        head = name.ljust(64, b"\0") + struct.pack("<HBB", len(name), self.kind, 1)
        links = struct.pack("<III", _NONE, self.right, self.child)
        return head + links + bytes(36) + struct.pack("<IQ", self.start, self.size)


class _Directory:
    def __init__(self) -> None:
        self.entries = [_Entry("Root Entry", 5)]

    def add_all(self, parent: int, streams: dict[str, bytes], storages: dict[str, dict[str, bytes]]) -> None:
        last = None
        for name, content in {**streams, **storages}.items():
            number = len(self.entries)
            is_storage = isinstance(content, dict)
            self.entries.append(_Entry(name, 1 if is_storage else 2, b"" if isinstance(content, dict) else content))
            if last is None:
                self.entries[parent].child = number
            else:
                self.entries[last].right = number
            last = number
            if isinstance(content, dict):
                self.add_all(number, content, {})


def _header() -> bytes:
    magic = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    shape = struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    tables = struct.pack("<IIIIIIIII", 0, 1, 1, 0, _LEAST, _END, 0, _END, 0)
    return magic + shape + tables + struct.pack("<109I", 0, *[_FREE] * 108)
