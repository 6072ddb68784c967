"""What a scanner misread: letters among digits, digits among letters."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.lazy_pattern import lazy_re
from scrubber.text.undoing.kinds import Change, Undoing

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
_DIGIT_INSIDE = lazy_re(r"[01](?:(?<=[A-Za-z].)|(?<=[A-Za-z][01].))(?=[A-Za-z])")
_MISREAD_WORD = lazy_re(
    r"(?<!\w)(?:[^\W\d_]+[01]{1,2}[^\W\d_]{2,}|[^\W\d_]{2,}[01]{1,2}[^\W\d_]+|[A-Z]+l[A-Z]{2,}"
    r"|[^\W\d_]{2,}[l1]1(?![@/.]\w)|(?<![@/.])0[a-z]{3,})(?!\w)"
)
_LETTER_OF = {"0": "oO", "1": "lI", "l": "lI"}
"""Before a small letter, and before a capital."""


def _may_be_scanned(text: str) -> bool:
    return len(_DIGIT_INSIDE.findall(text)) >= _LEAST_MISREAD


def _misread_words(text: str) -> Iterator[Change]:
    """Digits among more letters, "FL0RENCE", "Costel1o", "Hil1", "0kehampton", and a small l among capitals."""
    words = list(_MISREAD_WORD.finditer(text))
    if len({word[0] for word in words if _DIGIT_INSIDE.search(word[0]) or word[0].isalpha()}) < _LEAST_MISREAD:
        return
    for at in (at for word in words for at in range(*word.span())):
        opens = text[at] == "0" and not text[at - 1 : at].isalpha()
        letter = _LETTER_OF.get(text[at], text[at] * 2)[opens or text[at + 1 : at + 2].isupper()]
        if letter != text[at]:
            yield at, at + 1, letter


SCANS = (Undoing(lambda text: True, _misread), Undoing(_may_be_scanned, _misread_words))
