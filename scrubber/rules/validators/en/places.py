"""Validators of streets, ZIP codes and boxes: an address around them, and not a rate, a dose or a room."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, Words, span_of, validator
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

_STATE_BEFORE = Words(r"\b(?i:{USSTATE}|N\.[JYC]|D\.C|Tex|Ore|Ariz)\.?(?:[,.]?\s{1,4}|\s\|\s|\^)$", "en")
_ZIP_WORD = Words(r"(?i)\b(?:zip(?:\s?code)?|postal code|pin)\W{0,6}$")
_STREET_BEFORE = Words(
    r"\b(?=(?:{STREETWORD}|(?i:ct|box \d+))\b[^\n\d]{0,30}\s$)(?<=\d[^\n]{2,40})", "en"
)  # what few texts have stands first: a search from every number would read on to the end each time


@validator
def zip_us(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Five digits behind a state, the word zip, or a street and a town."""
    before = document.text[max(0, match.start() - 70) : match.start()]
    if _STATE_BEFORE.search(before[-24:]):
        yield span_of(rule, match, 90)
    elif _ZIP_WORD.search(before[-20:]):
        yield span_of(rule, match, 92)
    elif "-" in match[0] and len(match[0]) == 10:
        yield span_of(rule, match, 62)
    elif _STREET_BEFORE.search(before):
        yield span_of(rule, match, 76)


_LINE_STREET = Words(
    r"\b(?=(?:{STREETWORD}|(?i:crt|parkway|highway|cres|crescent|terr?|terrace|sq|circle|row|close|gardens|trl|loop|plaza|"
    r"pike|run|center|centre))\b\.?(?i:\s(?:[nsew]|nw|ne|sw|se|north|south|east|west))?[,.]?\s*(?:[*,]\s*)?$)(?<=\d\w?,?\s+\S.*)",
    "en",
)
_FRENCH_LINE = Words(r"(?i)\d\w?,?\s(?:rue|boul|ave?|chemin|rang)\b[^\n]*[,.]?\s*$")
_BEFORE_STREET = Words(r"(?i)^\s?,?\s?\d{1,5}\s\p{L}")


@validator
def unit_number(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """An apartment counts beside a street's words."""
    at = match.start()
    line = document.text[max(document.text.rfind("\n", 0, at) + 1, at - 80) : at]
    low = match[0].lower()
    if not line.strip() and not low.startswith(("rm", "room", "unit", "lot", "app", "space", "#")):
        above = document.text[max(0, at - 70) : at].rstrip()
        line = above[above.rfind("\n") + 1 :]
    if _LINE_STREET.search(line) or _FRENCH_LINE.search(line):
        yield span_of(rule, match, 85)
    elif low.startswith(("flat", "apt", "apartment")) and _BEFORE_STREET.search(
        document.text[match.end() : match.end() + 10]
    ):
        yield span_of(rule, match, 72)


_SENTENCE_END = Words(r"[\p{L}\d'-]{4,}\.$|\d+\.")
_SURE_SUFFIX = WordSet("en", "sure-street-suffixes")
_STOP = WordSet("en", "no-street-names")


@validator
def street(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The words between number and suffix read as a name, and the suffix as a street's word."""
    suffix = match["suffix"]
    words = match["body"][: -len(suffix)].split()
    lows = [w.lower().strip(".") for w in words]
    if not words or any(low in _STOP for low in lows) or any(map(_SENTENCE_END.begins, words)):
        return
    if len(max(lows, key=len)) < 2 or any(w.isdigit() for w in words[1:]):
        return
    low = suffix.lower()
    letters = [w for w in words if w[0].isalpha()]
    if letters and all(w[0].isupper() for w in letters) and suffix[0].isupper():
        caps = suffix.isupper() and all(map(str.isupper, letters))
        sure = low in _SURE_SUFFIX or low in ("st", "dr", "ct", "way", "pl", "court", "place", "sq", "cir", "circle")
        if low == "dr" and document.text[match.end() : match.end() + 2].strip(". ")[:1].isupper() and not caps:
            yield span_of(rule, match, 52)
            return
        yield span_of(rule, match, (80 if sure else 58) - (6 if caps else 0))
    elif not letters and (low == "st" or low in _SURE_SUFFIX) and regex.fullmatch(r"\d+(?:st|nd|rd|th)", lows[-1]):
        yield span_of(rule, match, 78)
    elif suffix.islower() and low in _SURE_SUFFIX and all(len(w) > 1 for w in lows) and low not in ("drive", "terrace"):
        yield span_of(rule, match, 64)
    elif suffix[0].isupper() and low in _SURE_SUFFIX and words[-1][0].isupper():
        yield span_of(rule, match, 70)
