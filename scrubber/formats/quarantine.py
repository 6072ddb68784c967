"""Parts of files that could not be read, kept as they were for who may see them."""

from __future__ import annotations

import os
import re
from pathlib import Path

from scrubber.errors import ScrubError
from scrubber.io.source import reason

_OTHER = re.compile(r"[^\w.,-]+")


def keep_aside(folder: Path, name: str, data: bytes) -> None:
    """Write a part into the folder, for its owner alone, over what an earlier run wrote there.

    Args:
        name: the file's place and the part's; signs that are no letters or digits become underscores.

    Raises:
        ScrubError: it cannot be written.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / _OTHER.sub("_", name)
        with open(path, "wb", opener=_for_the_owner) as file:
            file.write(data)
    except OSError as error:
        raise ScrubError(f"cannot write into the quarantine: {reason(error)}") from None


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)
