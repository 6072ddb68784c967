"""The journal of a run, in its output folder: what was read, what was written, under which settings. And its lock.

A file of JSON lines, mode 0600. The first line names the version and a digest of the settings, with the contents of
every file that they name. Each further one is about an output: its path below the folder, its status (``done``,
``failed`` or ``unread``: not searched as a note should be), its SHA-256, and size, time and HMAC-SHA256 of the note it
was made from. The HMAC's key derives from the run's key; without one it is empty, and whoever reads the journal of an
unfinished run could try out notes until one fits. A run that ends well removes it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple

from scrubber.errors import UsageError
from scrubber.io.walk import JOURNAL_NAME, printable
from scrubber.version import __version__

try:
    import fcntl
except ImportError:  # Windows: two runs into one folder are not told apart there
    fcntl = None  # type: ignore[assignment]

VERSION = 1
DONE, FAILED, UNREAD = "done", "failed", "unread"


class Stamp(NamedTuple):
    """What a note was when it was read."""

    size: int
    mtime_ns: int
    hmac: str


class Entry(NamedTuple):
    """What became of a note."""

    status: str
    source: Stamp | None = None
    sha256: str = ""
    """Of the output."""


def stamp(file: BinaryIO, seal: bytes) -> Stamp:
    """The stamp of an open regular file, which is left at its beginning."""
    about = os.fstat(file.fileno())
    sealed = hmac.new(seal, digestmod="sha256")
    _feed(file, sealed.update)
    file.seek(0)
    return Stamp(about.st_size, about.st_mtime_ns, sealed.hexdigest())


def settings_digest(said: str, named: Iterable[Path]) -> str:
    """A digest of settings as they print, and of the contents of the files and folders that they name.

    Raises:
        OSError: one cannot be read.
    """
    digest = hashlib.sha256(f"{__version__} {said}".encode("utf-8", "surrogatepass"))
    for path in named:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                content = file.read_bytes()
                digest.update(f"\0{os.fsencode(file)!r} {len(content)}\0".encode() + content)
    return digest.hexdigest()


def paths_in(settings: object) -> Iterator[Path]:
    """The paths among the values of settings."""
    if isinstance(settings, Path):
        yield settings
    elif isinstance(settings, Mapping):
        yield from paths_in(list(settings.values()))
    elif isinstance(settings, list | tuple):
        for value in settings:
            yield from paths_in(value)


class Journal:
    """The journal of the run that now writes into ``folder``; no other run can have it open.

    Args:
        settings: their digest; seal: the key of the notes' HMAC; resume: go on with the journal that lies there.

    Raises:
        UsageError: another run has it, or it cannot be gone on with: other settings, another owner, no journal.
        OSError: it cannot be written.
    """

    def __init__(self, folder: Path, settings: str, seal: bytes = b"", *, resume: bool = False) -> None:
        self._folder = folder
        self._path = folder / JOURNAL_NAME
        self._seal = seal
        self._entries: dict[str, Entry] = {}
        self._file = self._locked()
        head = {"scrub journal": VERSION, "scrub": __version__, "settings": settings}
        try:
            if resume and self._read(head):
                return
            self._file.truncate(0)
            self._write(head)
        except BaseException:
            self._file.close()
            raise

    def _locked(self) -> IO[bytes]:
        while True:
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
            file = os.fdopen(os.open(self._path, flags, 0o600), "a+b")
            if not _lock(file):
                file.close()
                raise UsageError(f"another run writes into {printable(self._folder)}: wait until it ends")
            if self._path.exists() and os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
                return file
            file.close()  # the run that had it ended well meanwhile, and removed it

    def _read(self, head: Mapping[str, Any]) -> bool:
        """Take over what the journal says; whether there is one."""
        self._file.seek(0)
        first = self._file.readline()
        if not first:
            return False
        where = printable(self._folder)
        about = os.fstat(self._file.fileno())
        if hasattr(os, "geteuid") and about.st_uid != os.geteuid():
            raise UsageError(f"the journal in {where} is another user's: use --force")
        if _parsed(first) != head:
            raise UsageError(f"{where} was begun with other settings or another version: use --force")
        line = first
        for line in self._file:
            record = _parsed(line)
            if isinstance(record.get("out"), str):
                self._entries[record["out"]] = _entry(record)
        if not line.endswith(b"\n"):  # a power cut tore it
            self._file.write(b"\n")
        return True

    def is_done(self, place: str, source: Path, target: Path) -> bool:
        """Whether the output at ``place`` was made by this run, of the note as it is now, and is still as it was."""
        entry = self._entries.get(place)
        if entry is None or entry.status != DONE or entry.source is None:
            return False
        try:
            about = source.stat()
            if (about.st_size, about.st_mtime_ns) != entry.source[:2] or not stat.S_ISREG(target.lstat().st_mode):
                return False
            with source.open("rb") as file:
                if stamp(file, self._seal) != entry.source:
                    return False
            digest = hashlib.sha256()
            with target.open("rb") as file:
                _feed(file, digest.update)
            return digest.hexdigest() == entry.sha256
        except OSError:
            return False

    def add(self, place: str, entry: Entry) -> None:
        """Note what became of the note whose output is at ``place``."""
        source = entry.source._asdict() if entry.source is not None else None
        self._write({"out": place, "status": entry.status, "sha256": entry.sha256, "source": source})

    def _write(self, record: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(record).encode() + b"\n")
        self._file.flush()

    def close(self, *, finished: bool = False) -> None:
        """Let go of the folder; when the run has ``finished``, nothing is left to resume."""
        if self._file.closed:
            return
        if finished:
            self._path.unlink(missing_ok=True)
        else:
            os.fsync(self._file.fileno())
        self._file.close()


def _lock(file: IO[bytes]) -> bool:
    """Lock the file for as long as it is open; whether nobody else has it. Some network disks know no locks."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            pass
    return True


def _parsed(line: bytes) -> dict[str, Any]:
    """A line's record; an empty one where the line is torn."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _entry(record: Mapping[str, Any]) -> Entry:
    """The entry of a record; one that proves nothing where the record is not whole."""
    try:
        return Entry(str(record["status"]), Stamp(**record["source"]), str(record["sha256"]))
    except (KeyError, TypeError):
        return Entry(FAILED)


def _feed(file: BinaryIO, take: Callable[[bytes], object]) -> None:
    while data := file.read(1 << 20):
        take(data)
