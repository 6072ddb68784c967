"""Blanks that are too many: every one twice, inside of numbers and addresses, around every sign."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from scrubber.lazy_pattern import lazy_re
from scrubber.text.undoing.kinds import Change, Undoing, each

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
    return each(_RUN, lambda found: " " * (len(found[0]) // 2))(text)


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
    return each(_APART_BLANK, lambda found: "")(text)


_SPACED_SIGN = lazy_re(r"[/-](?<=\d .)(?= \d)")
_SPACED = lazy_re(
    r"\d(?<![\w/-].)(?:\d{0,3} (?P<sign>[/-]) \d{1,2} (?P=sign) \d{2,4}|\d\d - (?:\d{3} - )?\d{4}|\d? / \d{1,2})"
    r"(?![\w/-])"
)
"""Dates and telephone numbers: "3 / 14 / 2021", "416 - 555 - 0134"."""
_HOST = (
    r"(?:\w{1,40} [.-] ){0,4}\w{1,40}"
    r"(?: \. (?:com|org|net|edu|gov|mil|int|info|example"
    r"|ca|uk|au|nz|ie|za|sg|hk|ph|de|fr|es|nl|ch|se|dk|pl|pt|br|mx)){1,2}(?!\w)"
)
"""A host, of which the end is no word ("in", "us", "no")."""
_MAIL = r"(?<!\w)(?:\w{1,40} [.-] ){0,4}\w{1,40} ?@ ?" + _HOST
_WEB = r"(?<!\w)(?:https? : / / (?:www \. )?|www \. )" + _HOST + r"(?: / \w{1,40}){0,4}(?!\w)"
_MACHINE = r"(?<![\w.] )(?<![\w.])\d{1,3}(?: \. \d{1,3}){3}(?!\w| ?\. ?\d)"
_ADDRESS = lazy_re(f"{_MAIL}|{_WEB}|{_MACHINE}")
"""Addresses of mail, of the web and of machines: "j . osei@clinic . example . org", "192 . 0 . 2 . 7"."""


def _may_be_spaced(text: str) -> bool:
    return _SPACED_SIGN.search(text) is not None


def _may_hold_address(text: str) -> bool:
    return text.count(" . ") > 1 or (" . " in text and "@" in text)


def _without_blanks(pattern: re.Pattern[str]) -> Callable[[str], Iterator[Change]]:
    """What a pattern finds, without its blanks."""

    def changes(text: str) -> Iterator[Change]:
        for found in pattern.finditer(text):
            yield from ((at, at + 1, "") for at in range(*found.span()) if text[at] == " ")

    return changes


# Tokens come last: signs are put to the word before them, and then no address has a blank on both sides of its own.
BLANKS = (
    Undoing(_may_be_doubled, _doubled),
    Undoing(_may_be_spaced, _without_blanks(_SPACED)),
    Undoing(_may_hold_address, _without_blanks(_ADDRESS)),
    Undoing(_may_be_tokens, _tokens),
)
