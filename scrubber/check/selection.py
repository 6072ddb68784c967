"""Which files a check looks at. A file that it cannot look at is an error: silence must mean clean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scrubber.check.filters import excluded, relative
from scrubber.io.walk import OWN_FILES, Found, walk
from scrubber.runs.input import Task

DEFAULT_EXCLUDE = (".git", ".hg", ".svn", *sorted(OWN_FILES))


@dataclass(frozen=True)
class Selection:
    """The paths asked for, and what to leave out of folders."""

    paths: Sequence[Path]
    include: Sequence[str] = ()
    """File names looked at in folders; empty: every file, whatever its name."""
    exclude: Sequence[str] = ()
    force_exclude: bool = False
    """Leave out excluded files even if they are named themselves, as pre-commit does."""
    root: Path = Path()
    """The folder that patterns count from."""

    def tasks(self) -> tuple[list[Task], list[tuple[str, str]]]:
        """The files to check, each once, sorted by path; and the files that cannot be checked, with the reason."""
        tasks: dict[Path, Task] = {}
        refused: list[tuple[str, str]] = []
        for path in sorted(set(self.paths)):
            for found in walk([path], self.include or ("*",)):
                if self._left_out(found, named=found.path == path):
                    continue
                if not found.skipped:
                    tasks.setdefault(found.path, Task(found.path, found.path.as_posix()))
                elif found.skipped != "not included":
                    refused.append((found.path.as_posix(), found.skipped))
        return list(tasks.values()), refused

    def _left_out(self, found: Found, *, named: bool) -> bool:
        if named and not self.force_exclude:
            return False
        return excluded(relative(str(found.path), self.root), (*DEFAULT_EXCLUDE, *self.exclude))
