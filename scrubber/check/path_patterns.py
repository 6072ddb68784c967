"""Patterns of paths as ``.gitignore`` has them: in options, in the configuration, and in ``.scrubignore``."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scrubber.errors import UsageError
from scrubber.io.walk import IGNORE_NAME

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class IgnoreFile(NamedTuple):
    """A ``.scrubignore``: what a check leaves out below its folder."""

    path: Path
    patterns: tuple[str, ...]

    def covers(self, path: str) -> bool:
        """Whether it leaves out a file."""
        place = relative(path, self.path.parent)
        return not place.startswith("../") and covered(place, self.patterns)


def read_ignore_file(start: Path) -> IgnoreFile | None:
    """The nearest ``.scrubignore``, searched for as the configuration is; none if there is none.

    Raises:
        UsageError: it belongs to somebody else, cannot be read, or holds a pattern that is none.
    """
    from scrubber.config import nearest_file

    path = nearest_file(start, (IGNORE_NAME,))
    if path is None:
        return None
    try:
        patterns = tuple(path.read_text("utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{path}: cannot be read as UTF-8 text") from None
    check_patterns(patterns)
    return IgnoreFile(path, patterns)


def relative(path: str, root: Path) -> str:
    """The path from the root, with forward slashes, so that ``./a``, ``a`` and its full path are one."""
    return os.path.relpath(path, root).replace(os.sep, "/")


def covered(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether patterns cover a path: a name in any folder (``*.log``), a path (``a/*.txt``), not what ``!`` excepts.

    A pattern that covers a folder covers all in it.
    """
    return bool(patterns) and _compiled(patterns).match_file(path)


def check_patterns(patterns: tuple[str, ...]) -> None:
    """Raises a UsageError if one of the patterns is none."""
    for pattern in patterns:
        try:
            _compiled((pattern,))
        except (ValueError, re.error):
            raise UsageError(f"no pattern of paths: '{pattern}'") from None


@lru_cache(maxsize=256)
def _compiled(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(pattern.removeprefix("./") for pattern in patterns)
