"""Whole words and numbers: what was found of one reaches over all of it.

The rest of a name that a hyphen breaks at the end of a line belongs to it, a letter with an apostrophe before it, and
the other parts of an identifier that is written without a blank ("218.8604.00", "YZW163VH36").
"""

from __future__ import annotations

from scrubber.budget import watched
from scrubber.known.table import SOURCE as KNOWN
from scrubber.lazy_pattern import lazy_re
from scrubber.policy import phi_types
from scrubber.reading import Reading, Spans
from scrubber.text.span import Span

_NAMES = frozenset({"PATIENT", "DOCTOR", "CITY", "HOSPITAL", "ORGANIZATION", "STREET"})
_NUMBERS = frozenset({"PHONE", "FAX"})
"""What identifiers are taken for as well."""
_COUNTS = 50
_REST = lazy_re(r"(?<=[^\W\d_])-?[ \t]*(?<=-)[ \t]*\r?\n[ \t>]{0,8}([a-zß-öø-ÿ]{2,})")
"""The hyphen, the line's end, and small letters that open the next line."""
_PREFIX = lazy_re(r"(?<!\w)[^\W\d_]['\N{RIGHT SINGLE QUOTATION MARK}]\Z")
"""The letter and the apostrophe before a name: "O'Brien"."""
_FARTHEST = 64
"""Characters to each side that an identifier reaches."""
_BEFORE = lazy_re(r"[^\W_](?:[.-]?[^\W_])*[.-]?\Z")
_PART = lazy_re(r"[^\W_]+[.-]?")
_ALIKE = r"(?:[A-Z\d]+|[a-z\d]+)(?![^\W_])"
_BEHIND = lazy_re(rf"(?:{_ALIKE})?(?:[.-](?=[A-Za-z]*\d){_ALIKE})*")
"""Parts with a digit, with one sign between two, the letters of each in one case; what touches its end needs none."""


class Whole:
    """Lets names and identifiers reach over all that is written of them in one."""

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans that count, whole; the others as they are."""
        growing = _NAMES | _identifiers()
        return [
            [_whole(document.text, s) if s.weight >= _COUNTS and s.type in growing else s for s in watched(spans)]
            for document, spans in zip(reading.documents, found, strict=True)
        ]


def _whole(text: str, span: Span) -> Span:
    if span.type in _NAMES:
        start = name_start(text, span.start) if text[span.start].isupper() else span.start
        rest = _REST.match(text, span.end - (text[span.end - 1] == "-"))
        return span.at(start, rest.end() if rest else span.end)
    if span.source == KNOWN:
        return span
    return span.at(_start(text, span.start), _end(text, span.end))


def name_start(text: str, start: int) -> int:
    """Where a name begins of which a word begins here: "O'Brien" with its letter."""
    prefix = _PREFIX.search(text, max(0, start - 2), start)
    return prefix.start() if prefix and prefix[0].isupper() else start


def _identifiers() -> frozenset[str]:
    """The types that are identifiers, or are taken for some."""
    return _NUMBERS | {name for name, info in phi_types().items() if info.category == "ID"}


def _start(text: str, start: int) -> int:
    """Where an identifier begins of which a part begins here: other parts before it have a digit each."""
    run = _BEFORE.search(text, max(0, start - _FARTHEST), start)
    for part in reversed(_PART.findall(run[0]) if run else ()):
        if not any(map(str.isdigit, part)):
            break
        start -= len(part)
    return start


def _end(text: str, end: int) -> int:
    """Where it ends."""
    behind = _BEHIND.match(text, end, end + _FARTHEST)
    return behind.end() if behind else end
