"""What copying, typesetting, programs and scanners do to a text, and how each of it is undone.

Every undoing looks for stretches and says what is to be read in their place; they are made one after another, from the
outermost to the innermost: what encodes the whole text, then its markup, then single characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import NamedTuple

from scrubber.lazy_pattern import lazy_re

Change = tuple[int, int, str]
"""Start and end of a stretch, and what it is read as."""


class Undoing(NamedTuple):
    """One kind of disguise."""

    may_be_in: Callable[[str], bool]
    """Whether a text can hold it at all: quick, for most hold none."""
    changes: Callable[[str], Iterable[Change]]
    """What is to be read differently, in order and apart."""


def _each(pattern: re.Pattern[str], shown: Callable[[re.Match[str]], str | None]) -> Callable[[str], Iterator[Change]]:
    """Every match, read as what is shown for it; ``None``: as it stands."""

    def changes(text: str) -> Iterator[Change]:
        for found in pattern.finditer(text):
            seen = shown(found)
            if seen is not None:
                yield found.start(), found.end(), seen

    return changes


def _holds(*signs: str) -> Callable[[str], bool]:
    return lambda text: any(sign in text for sign in signs)


def _is_not_ascii(text: str) -> bool:
    return not text.isascii()


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
    return _each(_ESCAPE, _unescaped)(text) if _IS_ESCAPED.search(text) else ()


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
    return _each(_QUOTED, _decoded)(text) if _IS_QUOTED.search(text) else ()


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
    return _each(_PERCENT, lambda found: _decoded(found) if found.start() in places else None)(text)


# Markup in text: entities of HTML, tags that say nothing but how it looks, emphasis of Markdown.
_ENTITY = lazy_re(r"&(?:amp;)*(?P<name>(?:[A-Za-z]{2,6}|#\d{2,5}|#x[0-9a-fA-F]{2,4});)")


def _entity(found: re.Match[str]) -> str | None:
    shown = unescape(f"&{found['name']}")
    return (" " if shown.isspace() else shown) if len(shown) == 1 else None


_LOOK = r"""\s+(?:style|class|color|size|face|v?align|width)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[\w#%.-]+)"""
_TAG = lazy_re(
    r"(?i)</?(?:(?P<inline>b|i|u|s|em|strong|span|font|small|big|su[bp]|mark|code|tt)|(?P<cell>t[dh])"
    r"|br|p|div|tr|li|[uod]l|d[td]|table|t(?:body|head)|h[1-6r]|pre|body|html)"
    rf"(?:{_LOOK})*\s*/?>(?P<end>\r?\n)?"
)
"""Tags with nothing in them that could be anybody's: other attributes are read."""


def _tag(found: re.Match[str]) -> str:
    return "\n" if found["end"] else "" if found["inline"] else "\t" if found["cell"] else "\n"


def _emphasis(sign: str) -> Undoing:
    """Signs of Markdown around words: "**Osei**", "`MRN 4471902`". "[**" is the sign of another scrubber's masks."""
    pattern = lazy_re(
        rf"(?P<mark>[{sign}](?<![\w{sign}\[].)[{sign}]{{0,2}})(?=[\"'(]?[^\W_])"
        rf"[^{sign}\n]{{1,200}}(?<=\S)(?P<end>(?P=mark))(?![\w{sign}\]])"
    )

    def changes(text: str) -> Iterator[Change]:
        for found in pattern.finditer(text):
            yield *found.span("mark"), ""
            yield *found.span("end"), ""

    return Undoing(_holds(sign), changes)


# Characters that look like others, or like nothing.
_UNSEEN = (
    "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"
    "\x00-\x08\x0e-\x1b\x7f"
)
_PLAIN = {
    "\n": "\r\x0b\x0c\x85\u2028\u2029",
    " ": "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    "-": "\u2010\u2011\u2212\ufe63",
    "'": "\u2018\u2019\u201b\u02bc",
    '"': "\u201c\u201d\u201e\u201f",
}
_READ_AS = {sign: plain for plain, signs in _PLAIN.items() for sign in signs}
_BETWEEN = {"\u2013": "-", "\u00b4": "'", "`": "'"}
"""What is read as another sign between two letters or digits alone."""
_COMPOSED = "\uff01-\uff5e\ufb00-\ufb06"
"""Full-width characters and ligatures."""
_DIGITS = "\u0660-\u1dbf\ua620-\uabff\U000104a0-\U0001fbff"
"""Where foreign digits stand, among others."""
_ODD = lazy_re(
    f"[{_UNSEEN}{''.join(_READ_AS)}{''.join(_BETWEEN)}{_COMPOSED}{_DIGITS}]" + r"(?:(?<=\x1b)\[[0-9;]*[A-Za-z])?"
)
_IS_UNSEEN = lazy_re(f"[{_UNSEEN}]")


def _plain(found: re.Match[str]) -> str | None:
    """What a character is read as."""
    sign, text = found[0], found.string
    if sign == "\r" and text.startswith("\n", found.end()):
        return ""
    if sign in _READ_AS:
        return _READ_AS[sign]
    if sign in _BETWEEN:
        around = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 1]
        return _BETWEEN[sign] if all(map(str.isalnum, around)) else None
    if _IS_UNSEEN.match(sign):
        return ""
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    shown = unicodedata.normalize("NFKC", sign)
    return shown if shown.isascii() else None


_ABOVE = "\u00b2\u00b3\u00b9\u2070\u2074-\u2079"
_RAISED = lazy_re(rf"(?:(?<![^\s(\[#])|(?<=[{_ABOVE}][./:-]))[{_ABOVE}]+")
"""Digits above the line: an exponent or a footnote behind something, a number in disguise where they stand alone."""


def _lowered(found: re.Match[str]) -> str:
    return "".join(str(unicodedata.digit(digit)) for digit in found[0])


_STRUCK = lazy_re(r"(?:[^\n\x08]?\x08)+[^\n\x08]?")
_ACCENTS = "\u0300-\u034e\u0350-\u036f"
_ACCENT, _ACCENTED = lazy_re(f"[{_ACCENTS}]"), lazy_re(rf"[^\W\d_][{_ACCENTS}]+")


def _accents(text: str) -> Iterable[Change]:
    """Accents that stand by themselves; one that no letter has is not seen."""
    if _ACCENT.search(text) is None:
        return ()
    return _each(_ACCENTED, lambda found: unicodedata.normalize("NFC", found[0])[0])(text)


# An apostrophe that an encoding did not have: "O?Shea", "Osei?s".
_LOST = lazy_re(r"[?\ufffd](?:(?<=[a-z].)(?=(?:s|t|d|m|ll|re|ve)(?![\w=]))|(?<=\b[OD].)(?=[A-Z][a-z]))")


# Digits that a scanner read as letters: "1O/l2/2O21".
_MAY_BE_MISREAD = lazy_re(r"[OIlS](?:(?<=\d.)(?=[\dOIl/.-])|(?=\d{1,2}[/-]))")
_MISREAD = lazy_re(
    r"(?<![\w/.-])(?:\d|[Ol](?=[\dOIl]{1,2}[/-][\dOIl]{1,2}[/-][\dOIl]{2,4}))"
    r"(?:[\dO]|[IlS](?=[\dOIl])|[/.-](?=[\dOIl]))+(?!\w)"
)
_DIGITS_OF = {"O": "0", "I": "1", "l": "1", "S": "5"}


def _misread(text: str) -> Iterator[Change]:
    """Letters among more digits."""
    if _MAY_BE_MISREAD.search(text) is None:
        return
    for number in _MISREAD.finditer(text):
        letters = [at for at in range(*number.span()) if text[at] in _DIGITS_OF]
        if len(letters) < sum(map(str.isdigit, number[0])):
            yield from ((at, at + 1, _DIGITS_OF[text[at]]) for at in letters)


_LEAST_MISREAD = 3
"""So many words with a digit inside make a text that was scanned; a single one is a code."""
_DIGIT_INSIDE = lazy_re(r"[01](?<=[A-Za-z].)(?=[A-Za-z])")
_MISREAD_WORD = lazy_re(
    r"(?<!\w)(?:[^\W\d_]+[01]{1,2}[^\W\d_]{2,}|[^\W\d_]{2,}[01]{1,2}[^\W\d_]+|[A-Z]+l[A-Z]{2,})(?!\w)"
)
_LETTER_OF = {"0": "oO", "1": "lI", "l": "lI"}
"""Before a small letter, and before a capital."""


def _may_be_scanned(text: str) -> bool:
    return len(_DIGIT_INSIDE.findall(text)) >= _LEAST_MISREAD


def _misread_words(text: str) -> Iterator[Change]:
    """Digits among more letters, "FL0RENCE", "Costel1o", and a small l among capitals, "DlSCHARGE"."""
    words = list(_MISREAD_WORD.finditer(text))
    if len({word[0] for word in words}) < _LEAST_MISREAD:
        return
    for at in (at for word in words for at in range(*word.span())):
        letter = _LETTER_OF.get(text[at], text[at] * 2)[text[at + 1 : at + 2].isupper()]
        if letter != text[at]:
            yield at, at + 1, letter


# Blanks: every one twice, around every sign, inside of numbers.
_LEAST_GAPS, _MOST = 20, 0.8
"""So many gaps between words, and such a share of them, make a text of which is said that every blank is two."""
_GAP, _RUN = lazy_re(r"(?<=[^\s.:;!?])  ?(?=\S)"), lazy_re(r" {2,}")


def _may_be_doubled(text: str) -> bool:
    return text.count("  ") * 3 > text.count(" ")


def _doubled(text: str) -> Iterable[Change]:
    """Runs of blanks, half as long, where most words of a text stand two blanks apart: a table has other gaps too."""
    gaps = [len(gap) for gap in _GAP.findall(text)]
    if len(gaps) < _LEAST_GAPS or gaps.count(2) < _MOST * len(gaps):
        return ()
    return _each(_RUN, lambda found: " " * (len(found[0]) // 2))(text)


_LEAST_APART = 4
"""Full stops and commas behind a blank, and as many to each that is not, make a text of tokens."""
_APART, _ATTACHED = lazy_re(r"(?<=\S) [,.](?=\s|$)"), lazy_re(r"(?<=[^\W\d_])[,.](?=\s|$)")
_APART_BLANK = lazy_re(
    r" (?:(?<=\S )(?=[,.;:?!)\]%](?:\s|$))|(?<=[(\[] )(?=\S)|(?=(?:'s|n't)\b)"
    r"|(?<=[A-Z\d] )(?=[/:-] \d)|(?<=[A-Z\d] [/:-] )(?=\d)|(?<=\d )(?=- [A-Z])|(?<=\d - )(?=[A-Z])"
    r"|(?<=[a-z] )(?=[/-] [a-z])|(?<=[a-z] [/-] )(?=[a-z])"
    r"|(?<=\d )(?=- (?:year|month|week|day)s?\b)|(?<=\d - )(?=(?:year|month|week|day)s?\b)"
    r"|(?<=\b[A-Z] )(?=' [A-Z])|(?<=\b[A-Z] ' )(?=[A-Z]))"
)


def _may_be_tokens(text: str) -> bool:
    return text.count(" ,") + text.count(" .") >= _LEAST_APART


def _tokens(text: str) -> Iterable[Change]:
    """What was parted from its words: "Mr. Osei , a 43 - year - old nurse ( RN ) ."."""
    apart, attached = (sum(1 for _ in pattern.finditer(text)) for pattern in (_APART, _ATTACHED))
    if apart < _LEAST_APART * max(1, attached):
        return ()
    return _each(_APART_BLANK, lambda found: "")(text)


_SPACED_SIGN = lazy_re(r"[/-](?<=\d .)(?= \d)")
_SPACED = lazy_re(
    r"\d(?<![\w/-].)(?:\d{0,3} (?P<sign>[/-]) \d{1,2} (?P=sign) \d{2,4}|\d\d - (?:\d{3} - )?\d{4}|\d? / \d{1,2})"
    r"(?![\w/-])"
)
"""Dates and telephone numbers: "3 / 14 / 2021", "416 - 555 - 0134"."""


def _may_be_spaced(text: str) -> bool:
    return _SPACED_SIGN.search(text) is not None


def _spaced(text: str) -> Iterator[Change]:
    for number in _SPACED.finditer(text):
        yield from ((at, at + 1, "") for at in range(*number.span()) if text[at] == " ")


UNDOINGS = (
    Undoing(_is_not_ascii, _each(_MISDECODED, _decoded_again)),
    Undoing(_holds("\\"), _escapes),
    Undoing(_holds("="), _quoted),
    Undoing(_holds("%"), _percent),
    Undoing(_holds("&"), _each(_ENTITY, _entity)),
    Undoing(_holds("<"), _each(_TAG, _tag)),
    *map(_emphasis, "*_`"),
    Undoing(_holds("\x08"), _each(_STRUCK, lambda found: found[0][-1].strip("\x08"))),
    Undoing(lambda text: True, _each(_ODD, _plain)),
    Undoing(_is_not_ascii, _accents),
    Undoing(_is_not_ascii, _each(_RAISED, _lowered)),
    Undoing(_holds("?", "\ufffd"), _each(_LOST, lambda found: "'")),
    Undoing(_may_be_doubled, _doubled),
    Undoing(_may_be_tokens, _tokens),
    Undoing(_may_be_spaced, _spaced),
    Undoing(lambda text: True, _misread),
    Undoing(_may_be_scanned, _misread_words),
)
