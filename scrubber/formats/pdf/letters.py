"""What the standard fonts of PDF can draw, so that a reader of the new file gets the same letters out again."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from scrubber.errors import NoteError
from scrubber.formats.maps import load_map
from scrubber.formats.pdf.device import UNREAD

_GREEK = re.compile(r"GREEK (SMALL|CAPITAL) LETTER (?:FINAL )?([A-Z]+)(?: WITH .*)?")


@dataclass
class Letters:
    """Makes text drawable, and remembers whether that changed it."""

    changed: bool = False

    def drawable(self, text: str) -> str:
        """The text in letters of the standard fonts: Greek ones by name, signs as ASCII writes them.

        Raises:
            NoteError: it is in a script that they do not have.
        """
        return text if text.isascii() else "".join(map(self._one, text))

    def _one(self, char: str) -> str:
        if _has(char):
            return char
        if char == UNREAD:
            return "?"
        self.changed = True
        written = _written(char)
        if all(_has(c) for c in written):
            return written
        if unicodedata.category(char)[0] in "LN":
            raise NoteError("holds letters that the standard fonts of a PDF do not have (--pdf-as text writes text)")
        return "?"


def _written(char: str) -> str:
    """A character as those write it who have only the letters of the West."""
    table: dict[str, str] = load_map("pdf", ())["written"]
    if char in table:
        return table[char]
    greek = _GREEK.fullmatch(unicodedata.name(char, ""))
    if greek:
        return greek[2].lower() if greek[1] == "SMALL" else greek[2].capitalize()
    kind = unicodedata.decomposition(char).partition(">")[0]
    plain = "".join(c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c))
    plain = "".join(table.get(c, c) for c in plain)
    if kind == "<super":  # 10⁵ must not become 105,
        return f"^{plain}"
    if kind == "<fraction":  # nor 2⅓ 21/3
        return f" {plain}"
    return plain


def _has(char: str) -> bool:
    """Whether the standard fonts have a character."""
    try:
        char.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return unicodedata.category(char)[0] != "C" or char == "\u00ad"
