"""Validators of labelled identifiers: enough digits, and not an amount, a time, a date or a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.rule import Rule
from scrubber.rules.validators.en.dates import calendar_day
from scrubber.rules.validators.en.shapes import CODES
from scrubber.rules.validators.registry import LETTERS, Match, last_word, span_of, text_before, validator, words
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

UNIT = words(r"{IDCOUNT}", "en")
"""A unit behind a number: what it counts is no identifier."""
CLOCK = lazy_regex(r"\d{1,2}:\d\d")
_TRIM = lazy_regex(r"[\s.,;:/-]+$")
_NUMERIC_DATE = lazy_regex(r"(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d\d)|(?:19|20)\d\d-\d\d-\d\d|(\d{1,2})/(\d{1,2})")
_NAMED_DATE = words(r"\d{1,2}[- ]?{MON}[A-Za-z]*[- ]?(?:\d{2,4})?$", "en")
_LINE_END_LABEL = words(r"[:#]\s*\n\s*$")
_WEAK = WordSet("en", "weak-labels")
"""Labels that are ordinary words too: they need a sign behind them or a number that looks like nothing else."""


_GLUED = lazy_regex(r"(?<=\d)[A-Z][a-z]{3,}")
"""The next word, run into the number: "774-01-22Visit"."""
_SUBTRACTED = words(r"\d{1,2}s\b|\d{1,2}-\d{1,2}x")
"""'Serial 7s': a test of attention."""
_LED = lazy_regex(r"([A-Z]{1,4}) (?=[A-Z]?\d)")
_NOT_LEADING = WordSet("en", "no-identifiers-begin")
_LABELS = WordSet("en", "inner-labels")
_READING = lazy_regex(
    r"\d{1,3}\.\d{1,3}|\d{2,3}/\d{2,3}|\.?\d{1,3}(?:\.\d)?-\d{1,3}(?:\.\d)?|\d{1,3}\.\d-\d{1,3}|"
    r"[GTCLS]\d{1,2}[P/]\d{1,2}"
)
_DRUG = words(r"[A-Z][a-z]{2,}|[a-z]{4,}")


def date_like(value: str) -> bool:
    """Whether a value is a calendar date in numbers."""
    found = _NUMERIC_DATE.fullmatch(value)
    if found is None:
        return False
    a, b = (found[1], found[2]) if found[1] else (found[3], found[4])
    return a is None or calendar_day(int(a), int(b))


class _Labelled(NamedTuple):
    """A value behind its label."""

    value: str
    label: str

    @property
    def name(self) -> str:
        """The label's first word, in lower case."""
        word = LETTERS.match(self.label)
        return word[0].lower() if word else ""

    @property
    def signed(self) -> bool:
        """Whether the label says itself that a value follows."""
        return self.label.rstrip().endswith((":", "#", "=")) or "ending" in self.label.lower()

    @property
    def firm(self) -> bool:
        """Whether the label is one of an identifier and hardly anything else."""
        return self.signed or self.name not in _WEAK or len(self.label.split()) > 1

    @property
    def digits(self) -> int:
        """How many the value has."""
        return sum(map(str.isdigit, self.value))

    @property
    def mixed(self) -> bool:
        """Whether the value is more than a number."""
        return any(map(str.isalpha, self.value)) or "-" in self.value


@validator
def labelled_id(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A labelled identifier: enough digits, not an amount, a time or a date."""
    text, (start, end) = document.text, _trimmed(match)
    if end <= start or _is_no_identifier(rule, text, match, start, end):
        return
    led = _LED.match(text, start, end)
    if led and led[1] in _NOT_LEADING:  # "ID BP 120"
        return
    if led and led[1] in _LABELS:  # "PLAN ID 4417702"
        start = led.end()
    weight = _weight_of_labelled(rule, _Labelled(text[start:end], match.string[match.start() : match.start("phi")]))
    if weight is not None:
        yield Span(start, end, rule.type, rule.id, weight)


def _trimmed(match: Match) -> tuple[int, int]:
    """Where the value begins and ends, without signs at its end and the next word that is run into it."""
    start, end = match.span("phi")
    tail = _TRIM.search(match.string, start, end)
    end = tail.start() if tail else end
    glued = _GLUED.search(match.string, start, end)
    return start, glued.start() if glued else end


def _is_no_identifier(rule: Rule, text: str, match: Match, start: int, end: int) -> bool:
    """Whether a labelled value is a time, a date, an amount or a code, or its label is none."""
    it = _Labelled(text[start:end], text[match.start() : start])
    if it.digits == 0 or CLOCK.match(text, start) or _NAMED_DATE.search(it.value):
        return True
    if date_like(it.value) and not (rule.type == "MEDICALRECORD" and "-" in it.value and it.name in ("mrn", "mr")):
        return True
    counted = it.value.isdigit() and it.digits < 5 and UNIT.match(text[end : end + 12].lower())
    if counted or _SUBTRACTED.match(it.value):
        return True
    if "\n" in it.label and not _LINE_END_LABEL.search(it.label):
        return True
    return last_word(text_before(match, 16)) in CODES and not it.signed


def _weight_of_labelled(rule: Rule, it: _Labelled) -> int | None:
    """The weight of a labelled value; None where it is a reading, a drug or a number too short."""
    if _READING.fullmatch(it.value) or _DRUG.match(it.value) or date_like(it.value.split(" ")[0]):
        return None
    if (it.name == "ref" and it.label.startswith("REF") and not it.signed) or (it.name == "hc" and it.digits < 9):
        return None  # a catalogue number; a head's circumference
    if it.name == "din" and it.value.isdigit() and it.digits == 8:
        return None  # a Canadian drug number
    short_code = it.firm and len(it.value) >= 4 and it.digits == 2 and not it.value.isdigit()
    if it.digits < 3 and not short_code:
        return None
    if rule.type == "HEALTHPLAN" and it.value.isdigit() and it.digits < 4:
        return None
    if it.digits >= 5 or it.signed:
        return None if it.digits < 3 and not it.mixed else rule.weight
    return _weight_of_short(rule, it)


def _weight_of_short(rule: Rule, it: _Labelled) -> int | None:
    """The same for three or four digits without a sign before them."""
    lot = it.name in ("lot", "sn", "serial", "s") and not it.value.isdigit() and it.value.upper() == it.value
    weak = it.name in _WEAK and not lot and (it.digits < 4 or not it.mixed)
    if weak or it.digits < 3 or (it.value.isdecimal() and 1900 <= int(it.value) < 2100):
        return None
    return rule.weight if it.firm or it.mixed else max(0, rule.weight - 24)


@validator
def plate(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Digits enough: five, two that are its last or stand beside letters, or none in an aeroplane's."""
    value, low = match["phi"], match[0].lower()
    flies = low.startswith("tail") and "-" in value
    least = 5 if value.isdigit() and "last" not in low else 0 if flies else 2
    if sum(map(str.isdigit, value)) >= least:
        yield span_of(rule, match)
