"""Validators of Spanish dates."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.rules.rule import Rule
from scrubber.rules.validators.en.dates import calendar_day, month_day, numbers
from scrubber.rules.validators.registry import (
    LETTERS,
    Match,
    Words,
    phrase_before,
    span_of,
    text_after,
    text_before,
    validator,
)
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span


@validator
def es_dmy(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Day, month and year of the calendar, in this order; month first only where nothing else is possible."""
    day, month, year = numbers(match[0])
    if not (calendar_day(month, day) or calendar_day(day, month)):
        return
    dotted = "." in match[0] and year < 100
    yield span_of(rule, match, 70 if dotted else None)


_SCORE_BEFORE = Words(
    r"\b(?:grado|fuerza|balance|escala|glasgow|eva|tos|tipo|estadio|ta|pa|reflejos|soplo)[^\n.]{0,12}$"
)


@validator
def es_dm(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Day and month, not a score such as 5/5."""
    day, month = numbers(match[0])[:2]
    named = regex.search(r"\b(?:el|día)\s$", text_before(match, 6)) is not None
    if month_day(month, day) and (day != month or named) and not _SCORE_BEFORE.search(text_before(match, 24)):
        yield span_of(rule, match)


_NAMED_AFTER = Words(
    r"(?:hospital|hosp\.?|hu|universitario|univ\.?|calle|c/|avda\.?|avenida|av\.|plaza|pza\.?|pl\.|glorieta|paseo|"
    r"barrio|"
    r"colegio|instituto|escuela|parque|estadio|metro|ies|ceip|colonia|col\.)\s?[\"“«]?(?:del?\s|el\s)?[\"“«]?$"
)
_SHORT_WORDS = WordSet("es", "short-months")


@validator
def es_month_word(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Not the day that a street or a hospital is named after ('Hospital 12 de Octubre'), and a real day."""
    text = match[0]
    if _NAMED_AFTER.search(text_before(match, 30)):
        return
    found = numbers(text)
    letters = LETTERS.findall(text)
    short = letters[-1].lower() in _SHORT_WORDS and len(found) == 1
    if not 1 <= found[0] <= 31 or (short and "-" not in text and "/" not in text):
        return
    yield span_of(rule, match)


_ABOUT_TIME = Words(
    r"(?:\b(?:en|desde|hasta|durante|mes de|principios de|primeros de|finales de|mediados de|pasado|próximo|último|"
    r"este|ese|entre|cada|para|todo|a)\s|\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|"
    r"octubre|noviembre|diciembre) y\s)$"
)


@validator
def es_month_alone(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A month behind a word of time, not a name (Julio, Mayo)."""
    before = text_before(match, 30)
    if not _ABOUT_TIME.search(before) or _NAMED_AFTER.search(before) or regex.search(r"\d\s(?:de|y|a)\s$", before):
        return
    yield span_of(rule, match)


_NAME_BEFORE = Words(
    r"(?:santo|san|sta\.?|don|d\.|dr\.?|sr\.?|nombre:|apellidos:|calle|c/|avda\.?|plaza|playa|hospital)\s$"
)


@validator
def es_weekday(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A day of the week, not Domingo the saint or the surname, nor the first name."""
    before, after = text_before(match, 20), match.string[match.end() : match.end() + 12]
    if _NAME_BEFORE.search(before) or regex.match(r"\s(?:de\s)?\p{Lu}\p{Ll}", after):
        return
    if match[0][:1].isupper() and match[0].lower().startswith("domingo") and before[-1:].isalpha():
        return
    yield span_of(rule, match)


_TIME_BEFORE = Words(
    r"(?:\b(?:en|desde|hasta|del|de|año|años|durante|entre|tras|a|al|hacia|sobre|inicio|finales|principios|mediados|"
    r"febrero|enero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|verano|invierno|otoño|"
    r"primavera|navidad|iam|avc|acv|en el|el|(?:19|20)\d\d(?:\sy|,|\se))\s{1,2}|[(\[,;:–]\s?)$"
)
_QUANTITY_BEFORE = Words(
    r"\b(?:leucocitos|plaquetas|hematíes|linfocitos|neutrófilos|glucemia|glucosa|ldh|cpk|ck|got|gpt|ggt|fa|"
    r"ferritina|"
    r"vsg|pcr|dosis|copias|título|titulo|ca|cea|psa|afp|hcg|bhcg|diuresis|peso|altura|ascendió|elevación|valor|cifras?|"
    r"unidades|gramos|litros|metros|euros|amilasa|lipasa|triglicéridos|colesterol|creatinina|mutación|gen|exón|codón|"
    r"modelo|ref|nº|número|km|cp|c\.p\.?)\s?(?:de|a|en|con|:|y)?\s?(?:los|las|más de|hasta)?\s?$"
)
_CITED = Words(r"(?:et al\.?,?|cols\.?,?|colaboradores,?)\s?\(?$")


@validator
def es_year(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A year behind a word of time or in brackets, not a quantity."""
    before = phrase_before(match, 40)
    if _QUANTITY_BEFORE.search(before) or _CITED.search(before):
        return
    after = text_after(match, 3)
    bracket = before.endswith("(") and not after.startswith((")", ",", ";", ":", " y", "-"))
    if _TIME_BEFORE.search(before) and not bracket:
        firm = regex.search(r"(?:\ben|desde|año|hasta|entre|\(|\by)\s?$", before) is not None
        yield span_of(rule, match, 82 if firm else None)


@validator
def es_year_range(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The second year comes after the first one, within a life."""
    first, second = numbers(match[0])
    second += (first - first % 100) if second < 100 else 0
    if 0 < second - first < 90:
        yield span_of(rule, match)
