"""Validators of labelled identifiers: enough digits, and not an amount, a time, a date or a word."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.rule import Rule
from scrubber.rules.validators.en.dates import calendar_day
from scrubber.rules.validators.en.shapes import CODES
from scrubber.rules.validators.registry import LETTERS, Match, Words, last_word, span_of, text_before, validator, words
from scrubber.text.document import Document
from scrubber.text.span import Span

UNIT = Words(
    r"\s?(?:mg|mcg|ml|g|kg|cm|mm|units?|hrs?|hours?|days?|weeks?|wks?|months?|mos?|years?|yrs?|times|x|"
    r"min(?:utes)?|%|"
    r"am|pm|a\.m|p\.m|puffs?|tabs?|caps?|lpm|l|of \d+|/ ?\d+|h\b|d\b|pages?|visits?|sessions?|copies|feet|"
    r"ft|lbs?|miles?|mi|"
    r"degrees|points?|stable|y\b|cc|iu|meq|mmol|cal|kcal|bpm|sec)\b|\s?%"
)
"""A unit behind a number: what it counts is no identifier."""
CLOCK = lazy_regex(r"\d{1,2}:\d\d")
_TRIM = lazy_regex(r"[\s.,;:/-]+$")
_NUMERIC_DATE = lazy_regex(r"(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d\d)|(?:19|20)\d\d-\d\d-\d\d|(\d{1,2})/(\d{1,2})")
_NAMED_DATE = Words(r"(?i)\d{1,2}[- ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- ]?(?:\d{2,4})?$")
_LINE_END_LABEL = Words(r"[:#]\s*\n\s*$")
_WEAK = words(
    """
    visit order ord case report rpt file form block path session exam run control event no nr number lot scan
    series batch video record slide sample staff student units unit plan group health ins policy reg cert
    provider driver chart patient pt client h m mr tag pump machine probe scope device band query trip bill app
    cycle disc study protocol referral consent message consult claim access fin billing account acct card ending
    customer prescription rx tx a s sn d cap subject kit bottle id pin
    """
)
"""Labels that are ordinary words too: they need a sign behind them or a number that looks like nothing else."""


_GLUED = lazy_regex(r"(?<=\d)[A-Z][a-z]{3,}")
"""The next word, run into the number: "774-01-22Visit"."""
_SUBTRACTED = Words(r"\d{1,2}s\b|\d{1,2}-\d{1,2}x")
"""'Serial 7s': a test of attention."""
_LED = lazy_regex(r"([A-Z]{1,4}) (?=[A-Z]?\d)")
_NOT_LEADING = words(
    """
    BP VA T HR RR P R L MAP POS NEG CT MRI GCS BMI LR NDC FDA CPT ICD DOB AGE AT PM AM HCN WBC HGB K NA CR NM NC
    NP LEFT WT HT M F OD OS OU MD DO SSN
    """
)
_LABELS = words(
    """
    ID PIN JOB UIN MRN NO NR ACCT PCN GRP ABEM BIN CASE REF
    """
)
_READING = lazy_regex(
    r"\d{1,3}\.\d{1,3}|\d{2,3}/\d{2,3}|\.?\d{1,3}(?:\.\d)?-\d{1,3}(?:\.\d)?|\d{1,3}\.\d-\d{1,3}|"
    r"[GTCLS]\d{1,2}[P/]\d{1,2}"
)
_DRUG = Words(r"[A-Z][a-z]{2,}|[a-z]{4,}")


def date_like(value: str) -> bool:
    """Whether a value is a calendar date in numbers."""
    found = _NUMERIC_DATE.fullmatch(value)
    if found is None:
        return False
    a, b = (found[1], found[2]) if found[1] else (found[3], found[4])
    return a is None or calendar_day(int(a), int(b))


@validator
def labelled_id(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A labelled identifier: enough digits, not an amount, a time or a date."""
    start, end = match.span("phi")
    text = document.text
    tail = _TRIM.search(text, start, end)
    end = tail.start() if tail else end
    if end <= start:
        return
    glued = _GLUED.search(text, start, end)
    if glued:
        end = glued.start()
    value, label = text[start:end], text[match.start() : start]
    digits = sum(map(str.isdigit, value))
    stripped = label.rstrip()
    signed = stripped.endswith((":", "#", "=")) or "ending" in label.lower()
    word = LETTERS.match(label)
    name = word[0].lower() if word else ""
    firm = signed or name not in _WEAK or len(label.split()) > 1
    if digits == 0 or CLOCK.match(text, start) or _NAMED_DATE.search(value):
        return
    if date_like(value) and not (rule.type == "MEDICALRECORD" and "-" in value and name in ("mrn", "mr")):
        return
    if (value.isdigit() and digits < 5 and UNIT.begins(text[end : end + 12].lower())) or _SUBTRACTED.begins(value):
        return
    if "\n" in label and not _LINE_END_LABEL.search(label):
        return
    if last_word(text_before(match, 16)) in CODES and not signed:
        return
    led = _LED.match(value)
    if led:  # "ID BP 120", "PLAN ID 4417702": a word of capitals before the number
        if led[1] in _NOT_LEADING:
            return
        if led[1] in _LABELS:
            start += led.end()
            value = text[start:end]
    if _READING.fullmatch(value) or _DRUG.begins(value) or date_like(value.split(" ")[0]):
        return
    if (name == "ref" and label.startswith("REF") and not signed) or (name == "hc" and digits < 9):
        return  # a catalogue number; a head's circumference
    if name == "din" and value.isdigit() and digits == 8:
        return  # a Canadian drug number
    if digits < 3 and not (firm and len(value) >= 4 and digits == 2 and not value.isdigit()):
        return
    if rule.type == "HEALTHPLAN" and value.isdigit() and digits < 4:
        return
    mixed = any(map(str.isalpha, value)) or "-" in value
    if digits < 5 and not signed:
        lot = name in ("lot", "sn", "serial", "s") and not value.isdigit() and value.upper() == value
        if (
            (name in _WEAK and not lot and (digits < 4 or not mixed))
            or (value.isdecimal() and 1900 <= int(value) < 2100)
            or digits < 3
        ):
            return
        if not firm and not mixed:
            yield Span(start, end, rule.type, rule.id, max(0, rule.weight - 24))
            return
    elif digits < 3 and not mixed:
        return
    yield Span(start, end, rule.type, rule.id, rule.weight)


@validator
def labelled_ssn(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'ss' and 's' are words as well: four digits behind them need 'last 4' or a sign."""
    label = document.text[match.start() : match.start("phi")].lower()
    digits = sum(map(str.isdigit, match["phi"]))
    hidden = any(sign in match["phi"].lower() for sign in "x*")
    if digits <= 4 and not hidden and not any(sign in label for sign in ("last", "ends", "#", ":")):
        return
    if UNIT.begins(document.text[match.end() : match.end() + 12].lower()):
        return
    start, end = match.span("phi")
    yield Span(start, end, rule.type, rule.id, rule.weight)


_VACCINE = Words(
    r"(?i)vaccin|shot|vax|influenza|\bflu\b|prevnar|mmr|tdap|hep ?[ab]|covid|pfizer|moderna|shingrix|gardasil|"
    r"menveo|boost|imm\b|immuni|tetanus|varivax|pneumo|bexsero|typhoid|rabies|pediarix|kinrix"
)


@validator
def labelled_device(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Serial and lot numbers; the lot of a vaccine is IDNUM."""
    is_lot = match[0][:3].lower() == "lot"
    vaccine = is_lot and _VACCINE.search(document.text[max(0, match.start() - 60) : match.start()])
    for span in labelled_id(rule, document, match):
        yield Span(span.start, span.end, "IDNUM" if vaccine else rule.type, rule.id, span.weight)


@validator
def has_digit(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The value holds at least two digits."""
    if sum(map(str.isdigit, match["phi"])) >= 2:
        yield span_of(rule, match)


_BONE = Words(
    r"\b(?:locking|dcp|hole|volar|growth|bone|plantar|tibial|titanium|agar|blood|tectal|compression|screw)\s$"
)


@validator
def plate(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A vehicle's plate, not a surgeon's."""
    value = match["phi"]
    tail = match[0].lower().startswith("tail")
    if sum(map(str.isdigit, value)) < (0 if tail and "-" in value else 2) or _BONE.search(text_before(match, 16)):
        return
    if value.isdigit() and len(value) < 5 and "last" not in match[0].lower():
        return
    if (
        UNIT.begins(document.text[match.end() : match.end() + 12].lower())
        or document.text[match.end() :][:5].lower() == " hole"
    ):
        return
    yield span_of(rule, match)


_NO_LOGIN = words(
    """
    name names interface error friendly group guide training failed required works erx manual account accounts
    unknown none system admin password reset
    """
)
_NOT_LOGIN = Words(
    r"(?i)(?:[a-z]\d{1,2}|q\d+[a-z]*|a\.m|p\.m|b\.i\.d|[pq]\.o|i\.v|t\.i\.d|q\.\w+|(?:grade|type|stage|cov|po)\d+|"
    r"e\.g|i\.e)$"
)


@validator
def username(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A login: not a plain word, an abbreviation or a dose."""
    value = match["phi"]
    if value.lower() not in _NO_LOGIN and not _NOT_LOGIN.begins(value):
        yield span_of(rule, match)


@validator
def handle(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A handle stands free: no letter before the at sign, and it looks made up."""
    before = document.text[max(0, match.start() - 1) : match.start()]
    value = match["phi"]
    made_up = any(c.isdigit() or c == "_" for c in value) or any(map(str.isupper, value[1:]))
    if not before.isalnum() and made_up:
        yield span_of(rule, match)
