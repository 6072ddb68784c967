"""RTF cut into tokens. Joined again, they are the file to the last byte (read as Latin-1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from scrubber.errors import NoteError

_TOKEN = re.compile(
    r"(?P<open>\{)|(?P<close>\})|\\(?P<word>[A-Za-z]{1,64})(?P<number>-?\d{1,10})?[ ]?|\\'(?P<hex>[0-9A-Fa-f]{2})"
    r"|\\(?P<symbol>[^A-Za-z])|(?P<ends>[\r\n\x00]+)|(?P<text>[^{}\\\r\n\x00]+)",
    re.DOTALL,
)


class Kind(Enum):
    """What a token is."""

    OPEN = auto()
    CLOSE = auto()
    WORD = auto()
    HEX = auto()
    SYMBOL = auto()
    ENDS = auto()
    TEXT = auto()
    BINARY = auto()


_KINDS = {kind.name.lower(): kind for kind in Kind}


@dataclass(slots=True)
class Token:
    """One token: as it stands in the file, and its word, symbol, byte or text."""

    kind: Kind
    raw: str
    value: str = ""
    number: int | None = None


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a file.

    Raises:
        NoteError: it ends within one.
    """
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise NoteError("broken: it ends within a control word")
        at = match.end()
        if match["word"]:
            number = int(match["number"]) if match["number"] else None
            yield Token(Kind.WORD, match[0], match["word"], number)
            if match["word"] == "bin" and number is not None and number > 0:
                yield Token(Kind.BINARY, text[at : at + number])
                at += number
        else:
            name = match.lastgroup or ""
            yield Token(_KINDS[name], match[0], match[name])
