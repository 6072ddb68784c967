"""The content lines of a vCard: folded over several lines of the file, with parameters and an encoding."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass

from scrubber.errors import NoteError, UsageError
from scrubber.formats.slices import Slice, decoded
from scrubber.io.encoding import FALLBACK_ERRORS, named

_WIDTH = 75
"""Octets after which a line is folded."""
_LINE = re.compile(
    r"(?:[\w-]+\.)?(?P<name>[\w-]+)(?P<parameters>(?:;[^=:;\"]*(?:=(?:\"[^\"]*\"|[^\":;,]|,)*)?)*):(?P<value>.*)",
    re.DOTALL,
)
_PARAMETER = re.compile(r";([\w-]+)(?:=((?:\"[^\"]*\"|[^\":;])*))?")
_QUOTED_PRINTABLE = re.compile(r";(?:ENCODING=)?QUOTED-PRINTABLE(?=[;:])", re.IGNORECASE)
_FOLD = re.compile(r"\r?\n[ \t]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_SPLIT = {sign: re.compile(rf"(?:\\.|[^\\{sign}])*") for sign in ";,"}


@dataclass(frozen=True, slots=True)
class Line:
    """A content line."""

    raw: str
    """As it stands in the file, with what ends it."""
    text: str
    """Unfolded, without what ends it."""
    name: str
    parameters: list[tuple[str, int, int]]
    """Name, and where in the text the value stands (without quotation marks)."""
    value: int
    """Where in the text the value begins."""

    @property
    def quoted_printable(self) -> bool:
        """Whether the value is in quoted-printable."""
        return _QUOTED_PRINTABLE.search(self.text[: self.value]) is not None

    def parameter(self, name: str) -> str:
        """A parameter's values, in lower case; empty if there is none."""
        return ",".join(self.text[a:b].lower() for key, a, b in self.parameters if key == name)

    @property
    def ending(self) -> str:
        """What ends it."""
        return self.raw[len(self.raw.rstrip("\r\n")) :]


def content_lines(source: str) -> Iterator[Line]:
    """The content lines of a file, and its empty lines.

    Raises:
        NoteError: a line is no property.
    """
    physical = re.findall(r"[^\n]*\n|[^\n]+\Z", source)
    at = 0
    while at < len(physical):
        end = at + 1
        soft = _QUOTED_PRINTABLE.search(physical[at].partition(":")[0] + ":") is not None
        while end < len(physical) and (
            (physical[end][0] in " \t" and physical[end].strip())
            or (soft and physical[end - 1].rstrip("\r\n").endswith("="))
        ):
            end += 1
        yield _line("".join(physical[at:end]), soft)
        at = end


def _line(raw: str, soft: bool) -> Line:
    text = raw.rstrip("\r\n")
    text = re.sub(r"=\r?\n", "", text) if soft else _FOLD.sub("", text)
    if not text.strip():
        return Line(raw, text, "", [], len(text))
    match = _LINE.fullmatch(text)
    if match is None:
        raise NoteError("vCard: a line is no property")
    parameters = []
    for found in _PARAMETER.finditer(text, *match.span("parameters")):
        if found[2] is not None:
            quoted = found[2].startswith('"') and found[2].endswith('"') and len(found[2]) > 1
            parameters.append((found[1].upper(), found.start(2) + quoted, found.end(2) - quoted))
    return Line(raw, text, match["name"].upper(), parameters, match.start("value"))


def value_slice(text: str, start: int, end: int) -> Slice:
    """A value, or a component of it, as it reads."""
    return decoded(text, start, end, _ESCAPE, lambda match: "\n" if match[1] in "nN" else match[1])


def parts(text: str, start: int, end: int, sign: str) -> Iterator[tuple[int, int]]:
    """Where the parts of a value between unescaped signs stand."""
    at = start
    while at <= end:
        match = _SPLIT[sign].match(text, at, end)
        assert match is not None
        yield at, match.end()
        at = match.end() + 1


def escaped(text: str) -> str:
    """A replacement as it may stand in a value."""
    return re.sub(r"([\\,;])", r"\\\1", text).replace("\r", "").replace("\n", "\\n")


def raw_escaped(text: str) -> str:
    """The same in quoted-printable, where only components are escaped."""
    return text.replace(";", "\\;")


def parameter_escaped(text: str) -> str:
    """A replacement as it may stand in a parameter, quoted or not."""
    return re.sub(r"[\";:,\s]+", " ", text)


def decoded_value(line: Line) -> str:
    """A value in quoted-printable as text.

    Raises:
        NoteError: it is in no known encoding.
    """
    data = quopri.decodestring(line.text[line.value :].encode(_codec(line), FALLBACK_ERRORS))
    try:
        return data.decode(_codec(line))
    except UnicodeDecodeError:
        raise NoteError("vCard: a value is not in the character set that it names") from None


def encoded_value(text: str, line: Line) -> str:
    """Text in quoted-printable, in one line."""
    data = quopri.encodestring(text.encode(_codec(line), FALLBACK_ERRORS), quotetabs=False)
    return data.decode("ascii").replace("=\n", "").replace("\r", "=0D").replace("\n", "=0A")


def _codec(line: Line) -> str:
    try:
        return named(line.parameter("CHARSET") or "utf-8").codec
    except UsageError:
        raise NoteError("vCard: a value is in a character set that is not handled") from None


def folded(text: str, ending: str, soft: bool) -> str:
    """A content line as it stands in a file."""
    width = _WIDTH * len(text) if soft else _WIDTH
    rows, row, size = [], "", 0
    for char in text:
        octets = len(char.encode("utf-8", "replace"))
        if size + octets > width:
            rows.append(row)
            row, size = " ", 1
        row += char
        size += octets
    return (ending or "\n").join([*rows, row]) + ending
