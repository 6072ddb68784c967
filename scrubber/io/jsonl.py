"""JSON lines as notes: the string values of a line are scrubbed, every other byte of it stays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from scrubber.errors import NoteError
from scrubber.lazy_pattern import lazy_re

_STRING = lazy_re(r'"(?:[^"\\]|\\.)*+"(\s*:)?')


def scrub_line(line: str, scrub: Callable[[str], str]) -> str:
    """``line`` with its string values scrubbed. Keys, numbers and the layout stay as they are.

    Raises:
        NoteError: the line is not JSON.
    """
    if not line.strip():
        return line
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        raise NoteError("a line is not JSON (--note-boundary jsonl)") from None

    def value(found: re.Match[str]) -> str:
        if found[1]:
            return found[0]
        before = json.loads(found[0], strict=False)
        after = scrub(before)
        return found[0] if after == before else json.dumps(after, ensure_ascii=line.isascii())

    return _STRING.sub(value, line)
