"""Validators of numbers that international standards describe: check digits, and codes of countries and networks."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, span_of, validator
from scrubber.text.document import Document
from scrubber.text.span import Span

_AS_DIGITS = {ord(letter): str(value) for value, letter in enumerate(ascii_uppercase, 10)}
"""What letters count for in check digits."""


def luhn_valid(digits: str) -> bool:
    """Whether the last of some digits is the check digit of the others by Luhn's way."""
    from stdnum import luhn

    return bool(luhn.is_valid(digits))


def digits_of(text: str) -> str:
    """The digits of a text, without what stands between them."""
    return "".join(filter(str.isdecimal, text))


@validator
def luhn(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The Luhn check digit is right."""
    if luhn_valid(digits_of(match[0])):
        yield span_of(rule, match)


@validator
def iban(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The check digits of an IBAN are right."""
    from stdnum import iban as international

    plain = "".join(filter(str.isalnum, match[0])).upper()
    rest = int((plain[4:] + plain[:4]).translate(_AS_DIGITS)) % 97
    if rest == 1 and international.is_valid(match[0]):  # whose own sum takes a hundred steps
        yield span_of(rule, match)


@validator
def imsi(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The country and network codes of a SIM card's number exist."""
    from stdnum import imsi as subscriber

    if subscriber.is_valid(match["phi"]):
        yield span_of(rule, match)


@validator
def swift(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A bank code whose country exists."""
    from stdnum import bic

    if bic.is_valid(match["phi"]):
        yield span_of(rule, match)
