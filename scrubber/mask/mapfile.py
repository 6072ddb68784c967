"""The map of a run: what it takes to turn masked notes back into the very input bytes, encrypted with the key.

A map is a file of lines: a header with a random salt, then one AES-256-GCM message a note and one that closes the
list. The key is derived from the run's key and the salt; the number of the line is authenticated with each message, so
that nothing can be left out, exchanged or added unnoticed. Encryption is that of the package ``cryptography``.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrubber.errors import UsageError
from scrubber.io.atomic import sync_folder
from scrubber.io.differences import Edit
from scrubber.mask.keys import Key

_MAGIC = "scrub-map 1 "
_NONCE = 12


@dataclass(frozen=True, slots=True)
class MappedFile:
    """How one masked file is turned back."""

    out: str
    """Its path below the output folder, with slashes."""
    original: str
    """The path that the note had below the input folder."""
    sha256: str
    """Of the masked file."""
    edits: Sequence[Edit]
    """Start and end in the masked file's bytes, and what stood there."""

    def restore(self, masked: bytes) -> bytes:
        """The note as it was."""
        pieces: list[bytes] = []
        at = 0
        for start, end, original in self.edits:
            pieces += (masked[at:start], original)
            at = end
        return b"".join((*pieces, masked[at:]))


def _aead(key: Key, salt: str) -> Any:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError:
        raise UsageError("maps need the package cryptography: pip install 'scrub-phi[map]'") from None
    return AESGCM(key.digest("map", salt))


class MapWriter:
    """Writes a map, mode 0600. What was added is on the disk when :meth:`add` returns, whatever happens then.

    Raises:
        UsageError: there is a file already, or none can be written.
    """

    def __init__(self, path: Path, key: Key) -> None:
        self._path = path
        self._salt = secrets.token_hex(16)
        self._aead = _aead(key, self._salt)
        self._descriptor = -1
        self._count = 0
        self._good = 0
        """Bytes that hold whole lines."""

    def __enter__(self) -> MapWriter:
        try:
            self._descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise UsageError(f"the map {self._path}: {(error.strerror or 'cannot be written').lower()}") from None
        self._append(f"{_MAGIC}{self._salt}\n".encode())
        sync_folder(self._path.parent)
        return self

    def add(self, file: MappedFile) -> None:
        """One more note.

        Raises:
            OSError: it cannot be written; the map is as it was.
        """
        edits = [[start, end, base64.b64encode(old).decode()] for start, end, old in file.edits]
        self._write({"out": file.out, "original": file.original, "sha256": file.sha256, "edits": edits})

    def _write(self, record: Any) -> None:
        nonce = os.urandom(_NONCE)
        sealed = self._aead.encrypt(nonce, json.dumps(record).encode(), b"%d" % self._count)
        self._append(base64.b64encode(nonce + sealed) + b"\n")
        self._count += 1

    def _append(self, line: bytes) -> None:
        view = memoryview(line)
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
            os.fsync(self._descriptor)
        except BaseException:
            os.ftruncate(self._descriptor, self._good)
            os.lseek(self._descriptor, self._good, os.SEEK_SET)
            raise
        self._good += len(line)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            if kind is not None and not self._count:
                self._path.unlink()  # nothing to turn back
            else:
                self._write({"end": self._count})
        finally:
            os.close(self._descriptor)


def read_map(path: Path, key: Key) -> Iterator[MappedFile]:
    """The notes of a map.

    Raises:
        UsageError: it cannot be read, is no map, was made with another key, or was changed.
    """
    try:
        with path.open("rb") as file:
            header = file.readline().decode("ascii", "replace").rstrip("\n")
            if not header.startswith(_MAGIC):
                raise UsageError(f"{path} is no map of scrub")
            yield from _records(path, file, _aead(key, header.removeprefix(_MAGIC)))
    except OSError as error:
        raise UsageError(f"the map {path}: {(error.strerror or 'unreadable').lower()}") from None


def _records(path: Path, lines: Iterator[bytes], aead: Any) -> Iterator[MappedFile]:
    from cryptography.exceptions import InvalidTag

    for number, line in enumerate(lines):
        if not line.endswith(b"\n"):
            break
        try:
            sealed = base64.b64decode(line, validate=False)
            record = json.loads(aead.decrypt(sealed[:_NONCE], sealed[_NONCE:], b"%d" % number))
        except (InvalidTag, ValueError):
            raise UsageError(f"the map {path} was made with another key, or was changed") from None
        if "end" in record:
            return
        edits = [(start, end, base64.b64decode(old)) for start, end, old in record["edits"]]
        yield MappedFile(record["out"], record["original"], record["sha256"], edits)
    raise UsageError(f"the map {path} is cut off: its run was killed, or somebody took from it")
