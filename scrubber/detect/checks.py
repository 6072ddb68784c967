"""Validators of identifiers, telephone numbers and addresses: check digits, labels, the words around."""

from __future__ import annotations

from collections.abc import Iterator

import regex
from stdnum import luhn as stdnum_luhn
from stdnum.us import ssn as stdnum_ssn

from scrubber.detect.validators import _after, _before, _span, validator
from scrubber.document import Document
from scrubber.rules import Rule
from scrubber.span import Span

Match = regex.Match[str]

_UNIT = regex.compile(
    r"\s?(?:mg|mcg|ml|g|kg|cm|mm|units?|hrs?|hours?|days?|weeks?|wks?|months?|mos?|years?|yrs?|times|x|min(?:utes)?|%|"
    r"am|pm|a\.m|p\.m|puffs?|tabs?|caps?|lpm|l|of \d+|/ ?\d+|h\b|d\b|pages?|visits?|sessions?|copies|feet|ft|lbs?)\b|\s?%"
)
_TIME = regex.compile(r"\d{1,2}:\d\d")
_DATE_LIKE = regex.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}/\d{1,2}")
_TRIM = regex.compile(r"[\s.,;:/-]+$")


def _trim(document: Document, start: int, end: int) -> int:
    """The end without trailing signs."""
    tail = _TRIM.search(document.text, start, end)
    return tail.start() if tail else end


@validator
def labelled_id(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A labelled identifier: enough digits, not an amount, a time or a date."""
    start, end = match.span("phi")
    end = _trim(document, start, end)
    value = document.text[start:end]
    digits = sum(c.isdigit() for c in value)
    label = document.text[match.start() : start]
    firm = label.rstrip().endswith((":", "#", "=")) or len(label.split()) > 1
    if digits == 0 or _TIME.match(document.text, start) or _DATE_LIKE.fullmatch(value):
        return
    if _UNIT.match(document.text[end : end + 12].lower()):
        return
    if "\n" in label and not regex.search(r"[:#]\s*\n\s*$", label):
        return
    if digits < 3 and not (firm and len(value) >= 4):
        return
    if digits < 5 and not firm and not regex.search(r"[A-Za-z-]", value):
        if regex.fullmatch(r"(?:19|20)\d\d", value) or digits < 4:
            return
        yield Span(start, end, rule.type, rule.id, max(0, rule.weight - 24))
        return
    yield Span(start, end, rule.type, rule.id, rule.weight)


@validator
def labelled_device(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Serial and lot numbers; the lot of a vaccine is IDNUM."""
    vaccine = regex.search(
        r"(?i)vaccin|shot|vax|influenza|\bflu\b|prevnar|mmr|tdap|hep ?[ab]|covid|pfizer|moderna|shingrix|gardasil|"
        r"menveo|boost|imm\b|immuni|tetanus|varivax|pneumo",
        document.text[max(0, match.start() - 60) : match.start()],
    )
    is_lot = regex.match(r"(?i)lot", match[0]) is not None
    for span in labelled_id(rule, document, match):
        yield Span(span.start, span.end, "IDNUM" if vaccine and is_lot else rule.type, rule.id, span.weight)


@validator
def has_digit(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The value holds at least two digits."""
    if sum(c.isdigit() for c in match["phi"]) >= 2:
        yield _span(rule, match)


@validator
def phone(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A telephone number by shape, unless a label before it says that it is something else."""
    before = _before(document.text, match.start(), 24)
    if regex.search(r"\b(?:fax|fx|facsimile)\W{0,4}(?:to|number|no|at|is)?\W{0,3}$", before):
        yield Span(match.start(), match.end(), "FAX", rule.id, rule.weight)
        return
    if regex.search(r"\b(?:mrn|ohip|hcn|hc#?|phn|nhs|acct|account|chart|policy|member|ssn|sin|npi|case|ref|order|lot)\W{0,4}(?:no|number|#)?\W{0,3}$", before):
        return
    yield _span(rule, match, group=0)


@validator
def labelled_phone(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Digits behind a telephone word: long enough, or a short extension behind a word that has no other sense."""
    start, end = match.span("phi")
    value = document.text[start:end]
    label = document.text[match.start() : start].lower()
    digits = sum(c.isdigit() for c in value)
    if "\n" in label or _TIME.match(document.text, start) or _DATE_LIKE.fullmatch(value):
        return
    if _UNIT.match(document.text[end : end + 12].lower()):
        return
    if digits < 7:
        short = regex.match(r"(?:pgr|pager|beeper|bleep|ext|x|spectralink|vocera|asc?om|dect|phone|tel|ph)\b", label)
        named = regex.search(r"(?:ext|x|pager|bleep|phone|tel|#)\W*$", label)
        if short is None and named is None:
            return
        if label.startswith("x") and (len(label) > 2 or not document.text[: match.start()].endswith((" ", "(", "\t")) or digits < 3):
            return
        if label.startswith(("ph", "tel")) and "." in value:
            return
    elif not 7 <= digits <= 15:
        return
    yield Span(start, match.end() if match.end() > end else end, rule.type, rule.id, rule.weight)


@validator
def uk_phone(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Ten or eleven digits, spaced as telephone numbers are."""
    digits = sum(c.isdigit() for c in match[0])
    if digits in (10, 11) and (" " in match[0] or match[0].startswith("07")):
        yield _span(rule, match)


@validator
def ip_v6(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Hexadecimal groups, not a clock time or a ratio."""
    if match[0].count(":") >= 3 or match[0].count("-") == 5:
        yield _span(rule, match)


_STATE_BEFORE = regex.compile(
    r"(?:\b(?:A[LKZR]|C[AOT]|D[EC]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|"
    r"W[AVIY]|PR)|\b(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|"
    r"Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|"
    r"Missouri|Montana|Nebraska|Nevada|Hampshire|Jersey|Mexico|York|Carolina|Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|"
    r"Island|Tennessee|Texas|Utah|Vermont|Virginia|Washington|Wisconsin|Wyoming|Mass|Calif|Fla|Tex|Ill|Mich|Minn|Wis|"
    r"Penn|Wash|Ore|Ariz|Colo)\.?)[,.]?\s{1,4}$",
    regex.IGNORECASE,
)


@validator
def zip_us(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Five digits behind a state or the word zip."""
    before = document.text[max(0, match.start() - 24) : match.start()]
    if _STATE_BEFORE.search(before):
        yield _span(rule, match, 90)
    elif regex.search(r"(?i)\bzip(?:\s?code)?\W{0,6}$", before):
        yield _span(rule, match, 92)
    elif "-" in match[0] and len(match[0]) == 10:
        yield _span(rule, match, 62)


@validator
def po_box(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A box number, or a rural route that is not a respiratory rate."""
    low = match[0].lower()
    if low.startswith("rr") or low.startswith("box"):
        before = document.text[max(0, match.start() - 25) : match.start()]
        if low.startswith("rr") and not regex.match(r"\s?,?\s?\n?\s*(?:,|\p{Lu}\p{Ll}+[ ,]|\(|Stn|Box|Comp|Site)", document.text[match.end() : match.end() + 12]):
            return
        if regex.search(r"(?i)(?:\b(?:hr|bp|p|pulse|t|temp|vs|vitals|of|each|check)\W+\d*[\d/.]*\W*$)", before):
            return
        if low.startswith("box") and not regex.search(r"(?i)(?:stn|site|rr ?\d+|road|street|po)\W*$|^\s*$", before[-14:]):
            return
    yield _span(rule, match)


@validator
def unit_number(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """An apartment counts beside a street's words."""
    line = document.text[document.text.rfind("\n", 0, match.start()) + 1 : match.start()]
    if regex.search(r"(?i)\d\w?\s+\S.*\b(?:st|street|ave|avenue|rd|road|dr|drive|blvd|ln|lane|ct|court|way|pl|place|pkwy|hwy|cres|terr?|sq|cir|row|close|gardens|park|trail|w|e|n|s|nw|ne|sw|se)\b\.?[,.]?\s*$", line):
        yield _span(rule, match, 85)


@validator
def ssn(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A possible US social security number."""
    yield _span(rule, match, rule.weight if stdnum_ssn.is_valid(match[0]) else rule.weight - 18)


@validator
def luhn(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The Luhn check digit is right."""
    if stdnum_luhn.is_valid(regex.sub(r"\D", "", match[0])):
        yield _span(rule, match)


@validator
def ohip(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Ontario's grouping or version code, or a right check digit."""
    digits = regex.sub(r"\D", "", match[0])
    version = match[0][-1].isalpha()
    grouped = regex.match(r"\d{4}[- ]\d{3}[- ]\d{3}", match[0]) is not None
    checked = stdnum_luhn.is_valid(digits)
    if digits[0] == "0" or not (version or grouped or checked):
        return
    yield _span(rule, match, 60 + 14 * version + 12 * grouped + 10 * checked - (0 if version or grouped else 18))


@validator
def dea(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The check digit of a DEA number: odd places plus twice the even ones."""
    digits = [int(c) for c in match[0][2:]]
    if (sum(digits[0:6:2]) + 2 * sum(digits[1:6:2])) % 10 == digits[6]:
        yield _span(rule, match)


@validator
def npi(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """An NPI's Luhn digit counts the card issuer prefix 80840."""
    if stdnum_luhn.is_valid("80840" + match[0]):
        yield _span(rule, match)


@validator
def vin(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Letters and digits mixed as a VIN mixes them."""
    letters = sum(c.isalpha() for c in match[0])
    if 3 <= letters <= 13:
        yield _span(rule, match)


@validator
def username(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A login: not a plain capitalised word."""
    value = match["phi"]
    if value.lower() in {"name", "names", "interface", "error", "friendly", "group", "guide", "training", "failed", "required"}:
        return
    if regex.fullmatch(r"[A-Za-z]\d{1,2}", value):
        return
    yield _span(rule, match)


@validator
def handle(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A handle stands free: no letter before the at sign, and it looks made up."""
    before = document.text[max(0, match.start() - 1) : match.start()]
    value = match["phi"]
    if not before.isalnum() and (regex.search(r"[\d_]", value) or regex.search(r"[A-Z]", value[1:])):
        yield _span(rule, match)
