"""Letters in RTF: which encoding a font's bytes are in, and how any text is written in plain ASCII."""

from __future__ import annotations

import codecs
from collections.abc import Mapping

from scrubber.formats.maps import load_map

_MULTIBYTE = frozenset(("cp932", "cp949", "johab", "gbk", "big5"))
_PAGES = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
_ESCAPED = {"\\": "\\\\", "{": "\\{", "}": "\\}", "\n": "\\line ", "\t": "\\tab "}


class Fonts:
    """The encodings of a file's fonts, learned from its header as it is read."""

    def __init__(self) -> None:
        self.page = "cp1252"
        """Of text in fonts that do not say."""
        self._charsets: Mapping[str, str] = load_map("rtf", ())["charsets"]
        self._codecs: dict[int, str] = {}
        self._entry = 0
        self._default: int | None = None

    def header(self, word: str, number: int | None) -> None:
        """A control word of the header or the font table."""
        if word in _PAGES:
            self.page = _PAGES[word]
        elif word in ("ansicpg", "cpg") and number is not None:
            codec = _codec(number)
            if word == "cpg":
                self._codecs[self._entry] = codec
            else:
                self.page = codec
        elif word == "deff":
            self._default = number
        elif word == "f":
            self._entry = number or 0
        elif word == "fcharset" and number and str(number) in self._charsets:
            self._codecs[self._entry] = self._charsets[str(number)]

    def codec(self, font: int | None) -> str:
        """The codec of a font's text."""
        font = self._default if font is None else font
        return self.page if font is None else self._codecs.get(font, self.page)


def is_multibyte(codec: str) -> bool:
    """Whether a character may take two bytes."""
    return codec in _MULTIBYTE


def decoded(data: bytes, codec: str) -> str:
    """Text of a font; a byte that it has no letter for becomes a sign of that."""
    return data.decode(codec, "replace")


def escaped(text: str) -> str:
    """Text as RTF, in ASCII, whatever the font and the state of the group."""
    pieces = []
    for char in text:
        if char in _ESCAPED:
            pieces.append(_ESCAPED[char])
        elif " " <= char <= "~":
            pieces.append(char)
        else:
            units = char.encode("utf-16-le")
            numbers = [int.from_bytes(units[i : i + 2], "little", signed=True) for i in range(0, len(units), 2)]
            pieces.append("{\\uc1" + "".join(f"\\u{n}?" for n in numbers) + "}")
    return "".join(pieces)


def _codec(page: int) -> str:
    if page == 10000:
        return "mac_roman"
    try:
        return codecs.lookup(f"cp{page}").name
    except LookupError:
        return "cp1252"
