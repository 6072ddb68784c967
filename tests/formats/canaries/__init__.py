"""Canaries: invented PHI planted in every part of a file by independent writers, and hunted in what comes out.

A format has a function here that takes a :class:`Planter` and gives a file's bytes; ``tests/formats/test_canaries.py``
lists them. Each canary is a word of its own, so that the one that is found tells the part that was forgotten.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import html
import io
import quopri
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from urllib.parse import unquote_to_bytes

_SYLLABLES = ("ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\n?endstream", re.DOTALL)
_BASE64 = re.compile(rb"(?:^[A-Za-z0-9+/]{4,}={0,2}\r?\n)+|[A-Za-z0-9+/]{24,}={0,2}", re.MULTILINE)
_RTF_CHARACTER = re.compile(rb"\\'([0-9a-fA-F]{2})|\\u(\d+) ?\??")
_SLOT = re.compile(r"\[\[(\w+) ([^\]]+)\]\]")
DEPTH = 6


class Planter:
    """Hands out canaries, and remembers where each went."""

    def __init__(self) -> None:
        self.planted: dict[str, str] = {}
        """The place of each, by what is hunted."""

    def name(self, place: str) -> str:
        """A person's name, for a field of one."""
        return f"Darius {self._word(place).capitalize()}"

    def text(self, place: str) -> str:
        """A sentence with a name."""
        return f"Seen by Dr. {self._word(place).capitalize()} on the ward."

    def short(self, place: str) -> str:
        """A few words with a name, for labels and titles."""
        return f"Mr. {self._word(place).capitalize()}"

    def mail(self, place: str) -> str:
        """An e-mail address."""
        return f"{self._word(place)}@lakehurst.example"

    def link(self, place: str) -> str:
        """A place on somebody's machine."""
        return f"file:///C:/Users/{self._word(place)}/letter.txt"

    def number(self, place: str) -> str:
        """A record number."""
        return self._plant(str(4_471_902 + 1_009 * len(self.planted)), place)

    def filled(self, template: str) -> str:
        """A text in which ``[[text footnote]]`` stands for a canary: a method's name, and the place."""
        return _SLOT.sub(lambda slot: str(getattr(self, slot[1])(slot[2])), template)

    def anchor(self, place: str) -> str:
        """A name without blanks, for bookmarks and the like."""
        return self.short(place).replace(". ", "_")

    def _word(self, place: str) -> str:
        number = f"{len(self.planted):03}"
        return self._plant("zq" + "".join(_SYLLABLES[int(digit)] for digit in number) + "lk", place)

    def _plant(self, canary: str, place: str) -> str:
        self.planted[canary] = place
        return canary


Plant = Callable[[Planter], bytes]
"""Makes a file with a canary in every part that can hold one."""


def found(data: bytes, planter: Planter) -> list[str]:
    """The places of the canaries that can still be read in a file: in its bytes, or in what is packed or encoded."""
    seen = b"\0".join(chunk.lower() for chunk in _chunks(data, 0))
    return [place for canary, place in planter.planted.items() if _stands_in(canary, seen)]


def _stands_in(canary: str, data: bytes) -> bool:
    return any(canary.encode(codec) in data for codec in ("utf-8", "utf-16-le", "utf-16-be"))


def _chunks(data: bytes, depth: int) -> Iterator[bytes]:
    """A file's bytes, and those of all that is packed in it."""
    yield data
    if depth > DEPTH:
        return
    yield html.unescape(data.decode("latin-1")).encode("latin-1", "replace")
    yield unquote_to_bytes(data)
    yield quopri.decodestring(data)
    yield _RTF_CHARACTER.sub(lambda m: bytes([int(m[1], 16) if m[1] else int(m[2]) % 256]), data)
    for inner in _packed(data):
        yield from _chunks(inner, depth + 1)


def _packed(data: bytes) -> Iterator[bytes]:
    if data.startswith(b"PK\3\4"):
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            for info in package.infolist():
                yield info.filename.encode() + info.comment
                yield package.read(info)
    elif data.startswith(b"\x1f\x8b"):
        yield gzip.decompress(data)
    for stream in _STREAM.findall(data):
        yield _inflated(stream)
    for run in (re.sub(rb"[\r\n]", b"", run) for run in _BASE64.findall(data)):
        try:
            yield base64.b64decode(run + b"=" * (-len(run) % 4))
        except binascii.Error:
            continue


def _inflated(stream: bytes) -> bytes:
    for decode in (zlib.decompress, lambda b: zlib.decompress(base64.a85decode(b.strip().removesuffix(b"~>")))):
        try:
            return decode(stream)
        except (zlib.error, ValueError):
            continue
    return b""
