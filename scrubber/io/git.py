"""What git holds: files as they are staged, and as commits brought them, read from its objects."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from scrubber.errors import NoteError, UsageError

_LFS = b"version https://git-lfs.github.com/spec/"
_DIFF = ("--raw", "-z", "--no-renames", "--no-ext-diff", "--no-abbrev")


class Blob(NamedTuple):
    """One version of a file."""

    id: str
    size: int
    """In bytes; -1 if git does not have it."""
    commit: str = ""
    """The first commit that has it; empty for what is staged."""


class Version(NamedTuple):
    """A blob, and where it lies."""

    path: Path
    """From the working folder."""
    blob: Blob


def staged(paths: Sequence[str] = ()) -> list[Version]:
    """The files that the next commit adds or changes, as they are staged.

    Args:
        paths: files and folders to look at; none: all.

    Raises:
        UsageError: this is no working tree of git, or there is no git.
    """
    top = _top()
    return _versions(_git("diff", "--cached", *_DIFF, "--", *paths), top)


def history(revisions: str, paths: Sequence[str] = ()) -> list[Version]:
    """Every version of a file that these commits brought, each once, with the oldest of them that has it.

    Args:
        revisions: as git names them: ``HEAD``, ``main..HEAD``. paths: as for :func:`staged`.

    Raises:
        UsageError: there are no such revisions, the clone is shallow, or as for :func:`staged`.
    """
    if revisions.startswith("-") or not revisions.strip():
        raise UsageError(f"--history takes revisions of git (HEAD, main..HEAD), not '{revisions}'")
    top = _top()
    if _git("rev-parse", "--is-shallow-repository").strip() == b"true":
        raise UsageError("--history needs the whole history, and this clone is shallow: git fetch --unshallow")
    commits = _git("rev-list", "--reverse", revisions, "--")
    return _versions(_git("diff-tree", "--stdin", "-r", "-m", "--root", *_DIFF, "--", *paths, input=commits), top)


def open_blob(blob: Blob) -> BinaryIO:
    """A version's bytes.

    Raises:
        NoteError: git does not have them, or they lie elsewhere.
    """
    try:
        data = _git("cat-file", "blob", blob.id)
    except UsageError:
        raise NoteError("git does not have its content (a partial clone?)") from None
    if data.startswith(_LFS):
        raise NoteError("its content lies in Git LFS, where it is not looked at")
    return io.BytesIO(data)


def _top() -> Path:
    """The folder of the working tree."""
    return Path(os.fsdecode(_git("rev-parse", "--show-toplevel").rstrip(b"\n")))


def _versions(raw: bytes, top: Path) -> list[Version]:
    """What git's raw output names: regular files, each version once."""
    found = {(path, id_): commit for commit, path, id_ in reversed(list(_entries(raw)))}
    sizes = _sizes({id_ for _, id_ in found})
    here = Path.cwd()
    return [
        Version(Path(os.path.relpath(top / os.fsdecode(path), here)), Blob(id_, sizes.get(id_, -1), commit))
        for (path, id_), commit in sorted(found.items())
    ]


def _entries(raw: bytes) -> Iterator[tuple[str, bytes, str]]:
    """Commit, path and blob of each file that is there afterwards: no link, no submodule."""
    commit = ""
    parts = iter(raw.split(b"\0"))
    for part in parts:
        if not part.startswith(b":"):
            commit = part.decode()
            continue
        path, (_, mode, _, id_, _) = next(parts), part.split(b" ")
        if mode.startswith(b"100"):
            yield commit, path, id_.decode()


def _sizes(ids: set[str]) -> dict[str, int]:
    asked = "".join(f"{id_}\n" for id_ in sorted(ids)).encode()
    told = _git("cat-file", "--batch-check=%(objectname) %(objectsize)", input=asked).decode().splitlines()
    rows = (line.split(" ") for line in told)
    return {id_: int(size) for id_, size in rows if size.isdecimal()}


def _git(*words: str, input: bytes = b"") -> bytes:
    """What git prints. It runs nothing that the repository's configuration names, and fetches nothing.

    Raises:
        UsageError: it fails, or is not there.
    """
    environment = {**os.environ, "GIT_LITERAL_PATHSPECS": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}
    command = ["git", "-c", "core.fsmonitor=false", *words]
    try:
        run = subprocess.run(command, input=input, capture_output=True, env=environment, check=False)
    except FileNotFoundError:
        raise UsageError("git is not installed, or not on the PATH") from None
    if run.returncode:
        told = run.stderr.decode("utf-8", "backslashreplace").strip().splitlines() or ["it failed"]
        raise UsageError(f"git {words[0]}: {told[0].removeprefix('fatal: ')}")
    return run.stdout
