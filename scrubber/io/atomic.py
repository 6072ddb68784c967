"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
from contextlib import suppress
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


class Held(NamedTuple):
    """A file that is whole and waits for its name."""

    temporary: str
    path: Path

    def commit(self) -> None:
        """Give it its name.

        Raises:
            OSError: it is gone, or cannot get it.
        """
        os.replace(self.temporary, self.path)

    def discard(self) -> None:
        """Remove it."""
        Path(self.temporary).unlink(missing_ok=True)


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
    a kill -9 or a power cut may leave a ``.scrub-*.tmp``, which no later step takes for a note. Its content is on the
    disk before it gets its name; that the name is there too is for :func:`sync_folder`.

    Args:
        mode: its rights; like: the file whose rights it gets; hold: it gets its name by :attr:`held` alone.

    Raises:
        OSError: the folder cannot be written, or the disk is full.
    """

    def __init__(self, path: Path, *, mode: int | None = None, like: Like | None = None, hold: bool = False) -> None:
        self.held: Held | None = None
        """The file, where it was to be held back, once it is whole."""
        self._path = path
        self._hold = hold
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
            if kind is None:
                self._file.flush()  # may meet a full disk
                _sync(self._file.fileno())
            self._file.close()
            if kind is None:
                if self._like is not None:
                    self._like.apply(self._temporary)
                else:
                    os.chmod(self._temporary, _usual_mode() if self._mode is None else self._mode)
                if self._hold:
                    self.held = Held(self._temporary, self._path)
                else:
                    os.replace(self._temporary, self._path)
                self._temporary = ""
        finally:
            if self._temporary:
                os.unlink(self._temporary)


def _sync(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):  # what some network disks say
            raise


def sync_folder(folder: Path) -> None:
    """Let the names that files got in a folder be on the disk, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


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
    folders = [folder]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
                elif is_temporary(entry.name):
                    os.unlink(entry.path)


def make_folders(folder: Path) -> None:
    """Make a folder and those above it, however many.

    Raises:
        OSError: one cannot be made.
    """
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        path.mkdir(exist_ok=True)
