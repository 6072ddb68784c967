"""The view of a text that detection has: what copying, typesetting and terminals do to characters is undone.

Characters that nobody sees (soft hyphens, zero-width blanks, marks of direction, colours of a terminal), accents that
stand by themselves, blanks and hyphens of other kinds, full-width and foreign digits, HTML's entities, percent codes
and quoted-printable would hide a name or a number from every list and every pattern; a line end at which a paragraph
was wrapped parts it. The bytes of the note stay as they are: spans of the view are told as spans of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from html import unescape
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.lazy_pattern import lazy_re
from scrubber.text.paragraphs import unwrapped
from scrubber.text.span import Span

_UNSEEN = (
    "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"
    "\x00-\x07\x0e-\x1a\x7f"
)
_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_HYPHENS = "\u2010\u2011\u2212\ufe63"
_ACCENTS = "\u0300-\u034e\u0350-\u036f"
_PLAIN_ODD = (
    rf"(?P<unseen>(?:[{_UNSEEN}]|\x1b\[[0-9;]*[A-Za-z])+)"
    r"|(?P<struck>(?:[^\n\x08]?\x08)+[^\n\x08]?)"
    rf"|(?P<accented>[^\W\d_][{_ACCENTS}]+)"
    rf"|(?P<blank>[{_BLANKS}])"
    rf"|(?P<hyphen>[{_HYPHENS}]|(?<=[^\W_])\u2013(?=[^\W_]))"
    r"|(?P<wide>[\uff01-\uff5e]|[^\W\x00-\x7f](?<=\d))"
    r"|(?P<entity>&(?:[A-Za-z]{2,6}|#\d{2,5}|#x[0-9a-fA-F]{2,4});)"
)


def _codes(sign: str, digit: str, between: str = "") -> str:
    """A pattern for a character as UTF-8 in bytes of two hexadecimal digits behind a sign."""
    more = f"{between}{sign}[89AaBb]{digit}"
    leads = f"[CcDd]{digit}", f"[Ee]{digit}{more}", f"[Ff]{digit}{more}{more}"
    return "|".join([f"{sign}[0-7]{digit}", *(f"{sign}{lead}{more}" for lead in leads)])


_PERCENT, _QUOTED = _codes("%", "[0-9A-Fa-f]"), _codes("=", "[0-9A-F]", r"(?:=\r?\n)?")
_ODD = lazy_re(rf"{_PLAIN_ODD}|(?P<percent>{_PERCENT})")
_IS_CODED = lazy_re(r"%[2-7][0-9A-Fa-f][^\s%]+%[2-7][0-9A-Fa-f]|%[C-Fc-f][0-9A-Fa-f]%[89ABab]")
"""What tells percent codes: two in one stretch. Behind a digit ("sat 95%20 min") one that is alone is none."""
_ODD_QUOTED = lazy_re(rf"{_PLAIN_ODD}|(?P<soft>(?<!=)=\r?\n)|(?P<quoted>{_QUOTED})")
_IS_QUOTED = lazy_re(r"=(?=\r?\n)(?<=[^\n]{59}[^\n=]=)|=[C-F][0-9A-F]=[89AB][0-9A-F]")
"""What tells quoted-printable: a long line that is broken, or a letter in two bytes. "K=40" alone is a measurement, and
a line of "=" a rule."""
_ADDRESS = r"(?i:(?<=//)|www\.|\.[a-z]{2,6}/)"
_CODE, _LONE_CODE = (lazy_re(rf"{_ADDRESS}\S+|(?P<code>{sign})") for sign in ("%", r"(?<!\d)%"))
"""Signs of percent codes; what stands in a web address is taken with it."""
_ALL_CODED = lazy_re(rf"{_ADDRESS}(?:(?!%20|%0[9AD])\S)+|(?P<code>%)")
"""The same in a text that has no blank but in codes, of which the first ends an address."""
_PLAIN_BLANK = lazy_re(r"[ \t]")
_DIGITS = "\u0660-\u1dbf\ua620-\uabff\U000104a0-\U0001fbff"
"""Where foreign digits stand, among others."""
_TELLING = lazy_re(f"[{_UNSEEN}\x08\x1b{_ACCENTS}{_BLANKS}{_HYPHENS}\u2013{_DIGITS}\uff01-\uff5e&%=]")
"""Characters of which one begins each of them, or is its second: a look for single ones costs next to nothing."""


Offsets = range | NDArray[np.int64]


class View(NamedTuple):
    """A text as detection sees it."""

    text: str
    starts: Offsets
    """Where what each of its characters stands for begins in the text as it is, and"""
    ends: Offsets
    """where it ends."""

    def back(self, span: Span) -> Span:
        """A span of the view, in the text as it is; what is not seen at its edges stays outside."""
        return span.at(int(self.starts[span.start]), int(self.ends[span.end - 1]))

    def all_back(self, spans: Iterable[Span]) -> list[Span]:
        """Spans of the view, in the text as it is."""
        return list(spans) if isinstance(self.starts, range) else [self.back(span) for span in spans]

    def all_forth(self, spans: Iterable[Span]) -> list[Span] | None:
        """Spans of the text as it is, in the view: with all the characters of which they hold a part.

        ``None`` where one of them holds nothing that is seen.
        """
        starts, ends, spans = self.starts, self.ends, list(spans)
        if isinstance(starts, range) or isinstance(ends, range):
            return spans
        places = [(int(ends.searchsorted(s.start, "right")), int(starts.searchsorted(s.end))) for s in spans]
        if any(start >= end for start, end in places):
            return None
        return [span.at(*place) for span, place in zip(spans, places, strict=True)]


def view(text: str) -> View:
    """The text as detection sees it."""
    plain = _plain(text)
    return plain._replace(text=unwrapped(plain.text))


def _plain(text: str) -> View:
    """The text with plain characters."""
    pieces: list[str] = []
    starts: list[NDArray[np.int64]] = []
    ends: list[NDArray[np.int64]] = []
    at = 0
    for found in _odd(text):
        shown, begin = _shown(found), found.start()
        if shown is None:
            continue
        pieces += text[at:begin], shown
        starts += np.arange(at, begin), np.full(len(shown), begin)
        ends += np.arange(at + 1, begin + 1), np.full(len(shown), found.end())
        at = found.end()
    if not pieces:
        return _as_it_is(text)
    starts.append(np.arange(at, len(text)))
    ends.append(np.arange(at + 1, len(text) + 1))
    return View("".join([*pieces, text[at:]]), np.concatenate(starts), np.concatenate(ends))


def _odd(text: str) -> Iterator[re.Match[str]]:
    """What is not plain, in order."""
    at = 0
    odd = _ODD_QUOTED if _IS_QUOTED.search(text) else _ODD
    percent: set[int] | None = None
    for telling in _TELLING.finditer(text):
        begin = telling.start()
        if begin < at:
            continue
        second = telling[0] == "\x08" or "\u0300" <= telling[0] <= "\u036f"
        found = odd.match(text, max(at, begin - 1)) if second else None
        found = found or odd.match(text, begin)
        if found is None:
            continue
        if found.lastgroup == "percent":  # few texts have what looks like one
            percent = _percent_codes(text) if percent is None else percent
            if begin not in percent:
                continue
        yield found
        at = found.end()


def _as_it_is(text: str) -> View:
    return View(text, range(len(text)), range(1, len(text) + 1))


def _percent_codes(text: str) -> set[int]:
    """Where percent codes stand: in web addresses they are part of these, and a lone one behind a digit is none."""
    coded = _CODE if _PLAIN_BLANK.search(text) else _ALL_CODED
    pattern = coded if _IS_CODED.search(text) else _LONE_CODE
    return {code.start() for code in pattern.finditer(text) if code["code"]}


def _shown(found: re.Match[str]) -> str | None:
    """The character that is seen of a stretch that is not plain, or nothing; ``None``: the stretch as it stands."""
    kind, text = found.lastgroup, found[0]
    if kind in ("unseen", "soft"):
        return ""
    if kind in ("percent", "quoted"):
        return _decoded(text)
    if kind == "struck":
        return text[-1].strip("\x08")
    if kind == "blank":
        return " "
    if kind == "hyphen":
        return "-"
    if kind == "accented":
        return unicodedata.normalize("NFC", text)[0]  # an accent that no letter has is not seen
    if kind == "entity":
        shown = unescape(text)
        return (" " if shown.isspace() else shown) if len(shown) == 1 else None
    return chr(ord(text) - 0xFEE0) if "\uff01" <= text <= "\uff5e" else str(unicodedata.decimal(text))


def _decoded(codes: str) -> str | None:
    """The character that two hexadecimal digits behind a sign stand for, byte by byte."""
    try:
        character = bytes.fromhex(codes.replace(codes[0], "")).decode()  # which passes over line ends
    except ValueError:
        return None
    if character in "\r\n\t":
        return character
    return " " if character.isspace() else character if character.isprintable() else ""
