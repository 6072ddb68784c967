"""Characters that look like others, or like nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from scrubber.lazy_pattern import lazy_re
from scrubber.text.undoing.kinds import Change, Undoing, each, holds, is_not_ascii

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
_RAISED, _IS_ABOVE, _OPENS = lazy_re(f"[{_ABOVE}]+"), lazy_re(f"[{_ABOVE}][./:-]"), lazy_re(r"[\s(\[#]")


def _lowered(found: re.Match[str]) -> str | None:
    """Digits above the line: an exponent or a footnote behind something, where they stand alone a disguised number."""
    text, start = found.string, found.start()
    if start and not _OPENS.match(text, start - 1) and not (start > 1 and _IS_ABOVE.match(text, start - 2)):
        return None
    return "".join(str(unicodedata.digit(digit)) for digit in found[0])


_STRUCK = lazy_re(r"(?:[^\n\x08]?\x08)+[^\n\x08]?")
_ACCENTS = "\u0300-\u034e\u0350-\u036f"
_ACCENT, _ACCENTED = lazy_re(f"[{_ACCENTS}]"), lazy_re(rf"[^\W\d_][{_ACCENTS}]+")


def _accents(text: str) -> Iterable[Change]:
    """Accents that stand by themselves; one that no letter has is not seen."""
    if _ACCENT.search(text) is None:
        return ()
    return each(_ACCENTED, lambda found: unicodedata.normalize("NFC", found[0])[0])(text)


# An apostrophe that an encoding did not have: "O?Shea", "Osei?s".
_LOST = lazy_re(r"[?\ufffd](?:(?<=[a-z].)(?=(?:s|t|d|m|ll|re|ve)(?![\w=]))|(?<=\b[OD].)(?=[A-Z][a-z]))")


CHARACTERS = (
    Undoing(holds("\x08"), each(_STRUCK, lambda found: found[0][-1].strip("\x08"))),
    Undoing(lambda text: True, each(_ODD, _plain)),
    Undoing(is_not_ascii, _accents),
    Undoing(is_not_ascii, each(_RAISED, _lowered)),
    Undoing(holds("?", "\ufffd"), each(_LOST, lambda found: "'")),
)
