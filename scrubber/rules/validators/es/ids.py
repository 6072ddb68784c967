"""Validators of the identifiers of Spain and Latin America: check letters and digits."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, Words, last_word, span_of, text_after, text_before, validator
from scrubber.text.document import Document
from scrubber.text.span import Span


def _compact(text: str) -> str:
    return "".join(c for c in text.upper() if c.isalnum())


_MEASURED = Words(
    r"\s?(?:años?|meses|mes|días?|semanas?|horas?|h\b|mg|g\b|ml|cm|mm|veces|episodios|abortos|hijos|partos|cigarrillos|"
    r"paquetes|comprimidos|puntos|%|[a-z]\b)"
)


@validator
def es_labelled(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """What stands behind a label is an identifier: three digits at least, and nothing that is counted behind them."""
    value = match["phi"]
    digits = sum(map(str.isdigit, value))
    between = match.string[match.start() : match.start("phi")]
    told = any(sign in between for sign in ":#º=") or "." in between[-3:]
    after = match.string[match.end("phi") :][:16]
    if digits < 3 or (_MEASURED.begins(after) and not told):
        return
    if regex.fullmatch(r"(?:19|20)\d\d", value) and not told:
        return
    yield span_of(rule, match, None if told or digits >= 5 else rule.weight - 50)


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


_SENTENCE = Words(r"(?:es|co|cl|info|pe|cat|ar|mx)$")


@validator
def es_host(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A host, not the end of a sentence without a space behind it ('normal.es decir')."""
    host = match[0].split("/")[0]
    parts = host.split(".")
    plain = len(parts) == 2 and "/" not in match[0] and _SENTENCE.search(host) and host.isalpha() is False
    if plain and not regex.search(r"(?:web|www|página|http|en|sitio)\W{0,3}$", text_before(match, 12)):
        return
    if plain and text_after(match, 8).lstrip().startswith(("decir", "un", "una", "el", "la")):
        return
    yield span_of(rule, match)
