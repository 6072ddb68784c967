"""Files that appear whole or not at all."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple

TEMPORARY_PREFIX = ".scrub-"
TEMPORARY_SUFFIX = ".tmp"


class Like(NamedTuple):
    """The file that a new one is made of, for its rights."""

    about: os.stat_result
    exactly: bool = False
    """It takes the other's place, so owner and group are the same as well, and no umask counts."""

    def apply(self, path: str) -> None:
        """Give a file what the other has; where its group cannot be had, nothing to groups and others.

        Raises:
            OSError: this is not allowed.
        """
        mode = self.about.st_mode & 0o7777
        if not self.exactly:
            mode &= _usual_mode()
        elif not _owned_as(path, self.about):
            mode &= 0o700
        os.chmod(path, mode)


def _owned_as(path: str, about: os.stat_result) -> bool:
    now = os.stat(path)
    if (now.st_uid, now.st_gid) == (about.st_uid, about.st_gid) or not hasattr(os, "chown"):
        return True
    try:
        os.chown(path, about.st_uid if os.geteuid() == 0 else -1, about.st_gid)
    except PermissionError:
        return False
    return True


class WholeFile:
    """A context in which a file is written; it gets its name when the context ends well.

    Whatever goes wrong before, a signal that raises included, leaves nothing behind and an older file untouched. Only
    a kill -9 or a power cut may leave a ``.scrub-*.tmp``, which no later step takes for a note.
    There is no fsync: after a power cut a folder is run again.

    Raises:
        OSError: the folder cannot be written, or the disk is full.
    """

    def __init__(self, path: Path, *, mode: int | None = None, like: Like | None = None) -> None:
        self._path = path
        self._like = like
        self._mode = mode
        self._temporary = ""
        self._file: BinaryIO | None = None
        self._digest = hashlib.sha256()

    def __enter__(self) -> WholeFile:
        import tempfile

        descriptor, self._temporary = tempfile.mkstemp(TEMPORARY_SUFFIX, _prefix(os.getpid()), self._path.parent)
        self._file = os.fdopen(descriptor, "wb")
        return self

    def write(self, data: bytes) -> None:
        """Add to the file."""
        assert self._file is not None, "outside its context"
        self._file.write(data)
        self._digest.update(data)

    @property
    def sha256(self) -> str:
        """Of what was written until now, in hexadecimal digits."""
        return self._digest.hexdigest()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._file is not None, "outside its context"
        try:
            self._file.close()  # writes what is buffered: may meet a full disk
            if kind is None:
                if self._like is not None:
                    self._like.apply(self._temporary)
                else:
                    os.chmod(self._temporary, _usual_mode() if self._mode is None else self._mode)
                os.replace(self._temporary, self._path)
                self._temporary = ""
        finally:
            if self._temporary:
                os.unlink(self._temporary)


def _usual_mode() -> int:
    """The mode a new file gets here (mkstemp's own is 0600)."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def _prefix(process: int) -> str:
    return f"{TEMPORARY_PREFIX}{process}-"


def is_temporary(name: str) -> bool:
    """Whether a file's name is that of one that is being written, or was when its run was killed."""
    return name.startswith(TEMPORARY_PREFIX) and name.endswith(TEMPORARY_SUFFIX)


def remove_leftovers_of(process: int, folder: Path) -> None:
    """Remove the temporary files that a process which died was writing in ``folder``."""
    for path in folder.glob(f"{_prefix(process)}*{TEMPORARY_SUFFIX}"):
        path.unlink(missing_ok=True)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files that a killed run left anywhere under ``folder``."""
    for place, _, names in os.walk(folder):
        for name in names:
            if is_temporary(name):
                (Path(place) / name).unlink(missing_ok=True)
