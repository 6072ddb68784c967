"""Validators of the identifiers of Spain and Latin America: check letters and digits."""

from __future__ import annotations

from collections.abc import Iterator

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, last_word, span_of, text_before, validator
from scrubber.text.document import Document
from scrubber.text.span import Span


def _compact(text: str) -> str:
    return "".join(c for c in text.upper() if c.isalnum())


@validator
def es_nuss(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The last two digits of a social security number are the rest of the others by 97."""
    from scrubber.mask.surrogate.ids import nuss_is_valid

    digits = "".join(filter(str.isdigit, match[0]))
    if nuss_is_valid(digits):
        yield span_of(rule, match, None if len(match[0]) > len(digits) else 72)


@validator
def es_dni(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The letter of a DNI is right; in lower case and behind a space it must be labelled."""
    from stdnum.es import dni

    number = _compact(match[0])
    loose = match[0][-1].islower() and not match[0][-2].isdigit()
    if len(number) < 8 or not dni.is_valid(number.zfill(9)):
        return
    if loose and last_word(text_before(match, 16)) not in ("dni", "nif", "d.n.i", "identidad"):
        return
    yield span_of(rule, match, None if len(number) == 9 else 76)


@validator
def es_nie(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The letter of a NIE is right."""
    from stdnum.es import nie

    number = _compact(match[0])
    if nie.is_valid(number if len(number) == 9 else number[:1] + number[2:]):
        yield span_of(rule, match)


@validator
def es_cif(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The check character of a CIF is right."""
    from stdnum.es import cif

    if cif.is_valid(_compact(match[0])):
        yield span_of(rule, match)


@validator
def es_curp(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The check digit and the birth date of a CURP are right."""
    from stdnum.mx import curp

    if curp.is_valid(match[0]):
        yield span_of(rule, match)


@validator
def es_rut(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The check digit of a RUT is right."""
    from stdnum.cl import rut

    if rut.is_valid(match[0]):
        yield span_of(rule, match)
