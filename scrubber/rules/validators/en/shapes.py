"""Validators of identifiers without a label: check digits and shapes, and what else looks like them."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.rules.rule import Rule
from scrubber.rules.validators.any.numbers import digits_of, luhn_valid
from scrubber.rules.validators.en.dates import calendar_day, month_day, numbers
from scrubber.rules.validators.registry import (
    Match,
    last_word,
    span_of,
    text_before,
    validator,
    words,
)
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span


@validator
def ssn(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A possible US social security number."""
    from stdnum.us import ssn as us_ssn

    yield span_of(rule, match, rule.weight if us_ssn.is_valid(match[0]) else rule.weight - 12)


_GROUPED = words(r"\d{4}[- ]\d{3}[- ]\d{3}")


@validator
def ohip(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Ontario's grouping or version code, or a right check digit."""
    digits = digits_of(match[0])
    version = match[0][-1].isalpha()
    grouped = _GROUPED.match(match[0]) is not None
    checked = luhn_valid(digits)
    if digits[0] == "0" or not (version or grouped or checked):
        return
    yield span_of(rule, match, 60 + 14 * version + 12 * grouped + 10 * checked - (0 if version or grouped else 18))


@validator
def nhs(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The NHS check digit (modulo 11) is right; grouped, or near the letters NHS."""
    if " " not in match[0] and "nhs" not in text_before(match, 24):
        return
    from stdnum.gb import nhs as gb_nhs

    if gb_nhs.is_valid(digits_of(match[0])):
        yield span_of(rule, match)


@validator
def ramq(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Quebec's number holds a birth month (raised by 50 for women) and a day; without capitals it needs no space."""
    digits = digits_of(match[0])
    if match[0][:4].isupper() and month_day(int(digits[2:4]) % 50, int(digits[4:6])):
        yield span_of(rule, match)


@validator
def dea(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The check digit of a DEA number: odd places plus twice the even ones."""
    digits = [int(c) for c in match[0][2:]]
    if (sum(digits[0:6:2]) + 2 * sum(digits[1:6:2])) % 10 == digits[6]:
        yield span_of(rule, match)


@validator
def npi(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """An NPI's Luhn digit counts the card issuer prefix 80840."""
    if luhn_valid("80840" + match[0]):
        yield span_of(rule, match)


CODES = WordSet("en", "before-codes")
"""Words behind which a number is a code of a public system, a model or a version: the same for everyone."""
_GENE = words(
    r"(?:CPT|NDC|ICD|HLA|IL|CD|NM_|NP_|NC_|LOINC|COVID|SARS|TNF|HER|CA|PD|PHQ|GAD|BRCA|MLH|MSH|ATC|ISBT|BI|"
    r"E0\d{3}V|[A-Z]?\d{2}\.)"
)
_HCPCS = words(r"[A-CEGHJ-MP-V]\d{4}(?!\d)")


_OTHER = words(
    r"(?:\d{4}-\d\d-\d\dT|[CTLS]\d{1,2}-[CTLS]?\d{1,2}$|\d+-\d+[KMF]$|\d{4}-[A-Z]-\d{3}$|CMS-|FDA-?\d|MRN|DOB|"
    r"\d{1,2}-?{MON}-?\d)",
    "en",
)
_NDC = words(r"\d{4,5}-\d{3,4}-\d{1,2}|(\d{2,3})-(\1|\d00)-\d{2,3}")


_LEADING_ZERO = words(r"(?:^|-)0")


def _is_dose(value: str, parts: list[int]) -> bool:
    """'25-50-100' or readings that go up, '100-126-180': groups of at most three digits without leading zeros."""
    if len(parts) != 3 or max(parts) > 999 or _LEADING_ZERO.search(value):
        return False
    return all(part % 5 == 0 for part in parts) or parts == sorted(parts)


_MONTH_INSIDE = words(r"-{MON}-|^(?i:january|february|march|april)", "en")


@validator
def id_shape(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Not a code of a public system, a model, a date, a telephone number or a range."""
    value = match["phi"] if "phi" in match.re.groupindex else match[0]
    if last_word(text_before(match, 28)) in CODES or _GENE.match(value) or _HCPCS.match(value):
        return
    if any(map(str.isalpha, value)):
        short = "-" in value and sum(map(str.isdigit, value)) < 4
        other = short or bool(_MONTH_INSIDE.search(value) or _OTHER.match(value))
    else:
        other = bool(_NDC.fullmatch(value)) or _is_other_number(value)
    if not other:
        yield span_of(rule, match)


def _is_other_number(value: str) -> bool:
    """Whether groups of digits with hyphens are doses, a date, hours, years, a telephone number or a range."""
    parts = numbers(value)
    if len(parts) == 3:
        day = calendar_day(*parts[:2]) or (calendar_day(*parts[1:]) and parts[0] > 31)
        return day or _is_dose(value, parts)
    low, _, high = value.partition("-")
    if len(parts) != 2 or not high.isdecimal():
        return False
    if len(low) == 4 == len(high) and max(parts) < 2400 and parts[0] % 100 < 60 and parts[1] % 100 < 60:
        return True  # hours, or years
    telephone = len(low) == 3 and len(high) == 4
    return telephone or (len(low) == len(high) and not low.startswith("0") and parts[0] < parts[1])


@validator
def id_digits(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Seven digits or more: not a date and not a code."""
    value = match[0]
    if last_word(text_before(match, 28)) in CODES:
        return
    if len(value) == 8 and value[:2] in ("19", "20") and calendar_day(int(value[4:6]), int(value[6:])):
        return
    if (len(value) == 14 and value[:2] in ("19", "20")) or value.endswith("00000"):
        return
    yield span_of(rule, match)


@validator
def points(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Points out of the highest that there are: more than that is a day."""
    got, highest = numbers(match["phi"])[:2]
    if got <= highest:
        yield span_of(rule, match)
