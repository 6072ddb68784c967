"""Text that was encoded: read in a wrong encoding, escaped by a program, written as bytes in hexadecimal digits."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scrubber.lazy_pattern import lazy_re
from scrubber.text.undoing.kinds import Change, Undoing, each, holds, is_not_ascii


def _printed(character: str) -> str:
    """A character that was encoded: line ends and tabs as they are, other blanks as one, nothing that is not seen."""
    if character in "\r\n\t":
        return character
    return " " if character.isspace() else character if character.isprintable() else ""


# UTF-8 that was read as Windows-1252: "Oâ€™Brien", "BegoÃ±a".
_BEHIND = "\x80-\xbf" + "".join(bytes([byte]).decode("cp1252", "ignore") for byte in range(0x80, 0xA0))
_MISDECODED = lazy_re(rf"[\xc2-\xef][{_BEHIND}](?:(?<=[\xc2-\xdf].)|[{_BEHIND}])")
_LAST_LATIN, _SIGNS = "\u017f", ("\u2000", "\u27bf")


def _decoded_again(found: re.Match[str]) -> str | None:
    """The letter or sign that a stretch of wrong letters stands for; others may be letters of a language."""
    try:
        shown = b"".join(c.encode("latin-1" if c < "\u0100" else "cp1252") for c in found[0]).decode()
    except UnicodeError:
        return None
    return shown if shown <= _LAST_LATIN or _SIGNS[0] <= shown <= _SIGNS[1] else None


# Escapes of programs: "line one\nline two", "Garc\u00eda", and of HL7: "line one\.br\line two".
_IS_ESCAPED = lazy_re(r"(?s)\\n(?![a-z]).*\\n(?![a-z])|\\u00[a-f]|\\u20[0-9a-f]{2}|\\\.br\\")
_ESCAPE = lazy_re(r"(?<![A-Za-z]:)\\(?:r\\n|[nrt]|[\"'/\\]|u[0-9a-fA-F]{4}|\.br\\)")
_ESCAPED = {r"\n": "\n", r"\r": "\n", r"\r\n": "\n", r"\.br" + "\\": "\n", r"\t": "\t"}


def _unescaped(found: re.Match[str]) -> str:
    if found[0] in _ESCAPED:
        return _ESCAPED[found[0]]
    return _printed(chr(int(found[0][2:], 16))) if found[0][1] == "u" else found[0][1]


def _escapes(text: str) -> Iterable[Change]:
    return each(_ESCAPE, _unescaped)(text) if _IS_ESCAPED.search(text) else ()


# Bytes as hexadecimal digits behind a sign: percent codes and quoted-printable.
def _codes(sign: str, digit: str, between: str = "") -> str:
    """A pattern for a character as UTF-8 in bytes of two hexadecimal digits behind a sign."""
    more = f"{between}{sign}[89AaBb]{digit}"
    leads = f"[CcDd]{digit}", f"[Ee]{digit}{more}", f"[Ff]{digit}{more}{more}"
    return "|".join([f"{sign}[0-7]{digit}", *(f"{sign}{lead}{more}" for lead in leads)])


def _decoded(found: re.Match[str]) -> str | None:
    """The character that two hexadecimal digits behind a sign stand for, byte by byte; a broken line is whole."""
    if found[0][1] in "\r\n":
        return ""
    try:
        return _printed(bytes.fromhex(found[0].replace(found[0][0], "")).decode())  # which passes over line ends
    except ValueError:
        return None


_QUOTED = lazy_re(r"(?<!=)=\r?\n|" + _codes("=", "[0-9A-F]", r"(?:=\r?\n)?"))
_IS_QUOTED = lazy_re(r"=(?=\r?\n)(?<=[^\n]{59}[^\n=]=)|=[C-F][0-9A-F]=[89AB][0-9A-F]")
"""What tells quoted-printable: a long line that is broken, or a letter in two bytes. "K=40" alone is a measurement, and
a line of "=" a rule."""


def _quoted(text: str) -> Iterable[Change]:
    return each(_QUOTED, _decoded)(text) if _IS_QUOTED.search(text) else ()


_PERCENT = lazy_re(_codes("%", "[0-9A-Fa-f]"))
_IS_CODED = lazy_re(r"%[2-7][0-9A-Fa-f][^\s%]+%[2-7][0-9A-Fa-f]|%[C-Fc-f][0-9A-Fa-f]%[89ABab]")
"""What tells percent codes: two in one stretch. Behind a digit ("sat 95%20 min") one that is alone is none."""
_ADDRESS = r"(?i:(?<=//)|www\.|\.[a-z]{2,6}/)"
_CODE, _LONE_CODE = (lazy_re(rf"{_ADDRESS}\S+|(?P<code>{sign})") for sign in ("%", r"(?<!\d)%"))
"""Signs of percent codes; what stands in a web address is taken with it."""
_ALL_CODED = lazy_re(rf"{_ADDRESS}(?:(?!%20|%0[9AD])\S)+|(?P<code>%)")
"""The same in a text that has no blank but in codes, of which the first ends an address."""
_PLAIN_BLANK = lazy_re(r"[ \t]")


def _percent(text: str) -> Iterable[Change]:
    """Percent codes; in web addresses they are part of these, and a lone one behind a digit is none."""
    if _PERCENT.search(text) is None:
        return ()
    coded = _CODE if _PLAIN_BLANK.search(text) else _ALL_CODED
    pattern = coded if _IS_CODED.search(text) else _LONE_CODE
    places = {code.start() for code in pattern.finditer(text) if code["code"]}
    return each(_PERCENT, lambda found: _decoded(found) if found.start() in places else None)(text)


CODES = (
    Undoing(is_not_ascii, each(_MISDECODED, _decoded_again)),
    Undoing(holds("\\"), _escapes),
    Undoing(holds("="), _quoted),
    Undoing(holds("%"), _percent),
)
