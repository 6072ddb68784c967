"""Which files a check looks at. A file that it cannot look at is an error: silence must mean clean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from scrubber.check.findings import versioned
from scrubber.check.path_patterns import IgnoreFile, covered, relative
from scrubber.io.git import Version
from scrubber.io.walk import OWN_FILES, walk
from scrubber.runs.task import Task

_NEVER = frozenset({".git", ".hg", ".svn", *OWN_FILES})
"""Names of files and folders that hold no text of anybody's."""


class Selected(NamedTuple):
    """What a check looks at."""

    tasks: Sequence[Task] = ()
    """The files to check, each once, sorted by path."""
    refused: Sequence[tuple[str, str]] = ()
    """Files that cannot be checked, and why."""
    left_out: int = 0
    """Files that patterns leave out."""


@dataclass(frozen=True)
class Selection:
    """What is looked at, and what is left out."""

    include: Sequence[str] = ()
    """File names looked at in folders; empty: every file, whatever its name."""
    exclude: tuple[str, ...] = ()
    ignore: IgnoreFile | None = None
    force_exclude: bool = False
    """Leave out excluded files even if they are named themselves, as pre-commit does."""
    root: Path = Path()
    """The folder that the patterns of ``exclude`` count from."""

    def files(self, paths: Iterable[Path]) -> Selected:
        """The files that lie at or below some paths."""
        tasks: dict[Path, Task] = {}
        refused: list[tuple[str, str]] = []
        left_out: set[Path] = set()
        for path in sorted(set(paths)):
            for found in walk([path], self.include or ("*",)):
                if _NEVER.intersection(Path(relative(str(found.path), self.root)).parts):
                    continue
                if self._leaves_out(found.path, named=found.path == path):
                    left_out.add(found.path)
                elif not found.skipped:
                    tasks.setdefault(found.path, Task(found.path, found.path.as_posix()))
                elif found.skipped != "not included":
                    refused.append((found.path.as_posix(), found.skipped))
        return Selected(list(tasks.values()), refused, len(left_out))

    def versions(self, versions: Iterable[Version]) -> Selected:
        """The versions of files that git holds."""
        tasks, left_out = [], 0
        for path, blob in versions:
            if _NEVER.intersection(path.parts) or not self._includes(path):
                continue
            if self._leaves_out(path, named=False):
                left_out += 1
            else:
                tasks.append(Task(path, versioned(path.as_posix(), blob.commit), blob=blob))
        return Selected(tasks, left_out=left_out)

    def _includes(self, path: Path) -> bool:
        return not self.include or any(fnmatchcase(path.name, pattern) for pattern in self.include)

    def _leaves_out(self, path: Path, *, named: bool) -> bool:
        if named and not self.force_exclude:
            return False
        place = relative(str(path), self.root)
        return covered(place, self.exclude) or (self.ignore is not None and self.ignore.covers(str(path)))
