"""Validators of streets, ZIP codes and boxes: an address around them, and not a rate, a dose or a room."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, Words, span_of, spans_of, text_before, validator
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

_STATE_BEFORE = Words(
    r"(?i)(?:\b(?:A[LKZR]|C[AOT]|D[EC]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|N\.J|N\.Y|N\.C|"
    r"O[HKR]|PA|RI|S[CD]|"
    r"T[NX]|UT|V[TA]|W[AVIY]|PR|D\.C)|\b(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|"
    r"Connecticut|Delaware|Florida|Georgia|"
    r"Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|"
    r"Minnesota|Mississippi|"
    r"Missouri|Montana|Nebraska|Nevada|Hampshire|Jersey|Mexico|York|Carolina|Dakota|Ohio|Oklahoma|Oregon|"
    r"Pennsylvania|"
    r"Island|Tennessee|Texas|Utah|Vermont|Virginia|Washington|Wisconsin|Wyoming|Mass|Calif|Fla|Tex|Ill|Mich|Minn|Wis|"
    r"Penn|Wash|Ore|Ariz|Colo)\.?)(?:[,.]?\s{1,4}|\s\|\s|\^)$"
)
_ZIP_WORD = Words(r"(?i)\b(?:zip(?:\s?code)?|postal code|pin)\W{0,6}$")
_STREET_BEFORE = Words(
    r"(?i)\d[^\n]{2,40}\b(?:st|street|ave|avenue|rd|road|dr|drive|blvd|ln|lane|ct|court|way|pl|place|pkwy|"
    r"hwy|cir|trail|box \d+)\b"
    r"[^\n\d]{0,30}\s$"
)


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


_RURAL_AFTER = Words(r"(?:,? ?\n?\s{0,8}(?:\p{Lu}\p{L}{2,}|\(|Stn|Box|Comp|Site)|,\s)")
_READING_BEFORE = Words(
    r"(?i)(?:\b(?:hr|bp|p|pulse|t|temp|vs|vitals|of|each|check|exam|sats?|spo2)\b[^\n]{0,24}$)|\d[\d/.%]*\W*$|"
    r"[:.]\s?$"
)
_READING_AFTER = Words(
    r"(?i),?\s?(?:\d|sats?|spo2|o2|hr|bp|lungs|clear|ra\b|on\b|messages|stridor|unlab|peep|and|with|no\b|t\b|p\b)"
)
_BOX_BEFORE = Words(r"(?i)(?:stn|site|rr ?\d+|road|street|po|addr\w*:?)\W*$|(?:^|\n)\s*$|\bave nw,\s$")


@validator
def po_box(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A box number, or a rural route that is not a respiratory rate."""
    low = match[0].lower()
    before = document.text[max(0, match.start() - 30) : match.start()]
    if low.startswith(("rr", "r.r")) and "box" not in low and "site" not in low:
        after = document.text[match.end() : match.end() + 16]
        if (
            not _RURAL_AFTER.begins(after)
            or _READING_AFTER.begins(after)
            or (_READING_BEFORE.search(before) and "ddr" not in before)
        ):
            return
    if low.startswith("box") and not _BOX_BEFORE.search(before[-16:]):
        return
    if low.startswith("c") and not low.startswith("c.p"):
        return
    yield span_of(rule, match)


_STREET_WORDS = (
    r"\b(?:st|street|ave|avenue|rd|road|dr|drive|blvd|ln|lane|court|crt|way|pl|place|pkwy|parkway|hwy|"
    r"highway|cres|"
    r"crescent|terr?|terrace|sq|cir|circle|row|close|gardens|trail|trl|loop|plaza|pike|run|center|centre)\b"
)
_LINE_STREET = Words(
    rf"(?i)\d\w?,?\s+\S.*{_STREET_WORDS}\.?(?:\s(?:[nsew]|nw|ne|sw|se|north|south|east|west))?[,.]?\s*(?:[*,]\s*)?$"
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


_SENTENCE_END = Words(r"[\p{L}\d'’-]{4,}\.$|\d+\.")
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


_GENERIC = WordSet("en", "generic-first-words")


@validator
def named_street(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A capitalised name before the street's word."""
    words = match["phi"].split()
    if len(words) > 1 and (words[0] not in _GENERIC or (words[0] == "Main" and len(words) == 2)):
        yield span_of(rule, match)


_ROAD_NEAR = Words(
    r"\b(?:on|off|along|via|near|at|to|from|drives?|runs|down|up|road|crash|mva|mvc|congested|closed|exit|"
    r"mile|lives|the|"
    r"family to drive|call 911|addr\w*|address|\d{1,5}|u\.s\.?)\W{0,3}$|(?:^|\n)\s*$|[(,.-]\s?$"
)


_PEDIGREE = Words(r"I-\d$")


@validator
def highway(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A road, not a way of giving drugs ('route 2') or an isotope ('I-131')."""
    value = match[0]
    if value in ("I-131", "I-123", "I-125", "I-124") or regex.match(
        r"\s?(?:mCi|ablation|therapy|uptake|\d{6})", document.text[match.end() :][:12]
    ):
        return
    short = regex.match(r"(?:I|US|SR|CR|FM|SH|PA|M|A|CTH)-", value) is not None
    if short and value[0] in "MAPC" and not _ROAD_NEAR.search(text_before(match, 20)):
        return
    if _PEDIGREE.begins(value) and not _ROAD_NEAR.search(text_before(match, 20).rstrip("\n ") + " "):
        return  # I-2 stands for the second person of a pedigree's first generation
    if value.lower().startswith(("range", "concession", "township")) and value[0].islower():
        return
    yield span_of(rule, match)


@validator
def corner(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Both streets, without the white space behind the first."""
    for span in spans_of(rule, match):
        text = document.text[span.start : span.end].rstrip()
        yield Span(span.start, span.start + len(text), span.type, span.source, span.weight)
