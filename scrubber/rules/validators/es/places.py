"""Validators of Spanish addresses, towns, hospitals, institutions and professions."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.rules.rule import Rule
from scrubber.rules.validators.es.stops import HOSPITALS, TOWNS, until_stop
from scrubber.rules.validators.registry import Match, Words, text_after, text_before, validator
from scrubber.rules.validators.word_sets import WordSet
from scrubber.text.document import Document
from scrubber.text.span import Span

_EMPTY = WordSet("es", "empty")


def _trimmed(rule: Rule, match: Match, group: str = "phi", weight: int | None = None) -> Iterator[Span]:
    start, end = match.span(group)
    text = match.string[start:end].rstrip(" \t.,;:-–")
    if text:
        yield Span(start, start + len(text), rule.type, rule.id, rule.weight if weight is None else weight)


@validator
def es_street_value(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The value of an address label: a name or a number, not 'sí'."""
    value = match["phi"].strip(" .,;")
    if len(value) < 3 or value.lower() in _EMPTY or not regex.search(r"\p{Lu}|\d|/", value):
        return
    yield from _trimmed(rule, match)


_LETTERHEAD = Words(
    r"(?i)(?:remitid|responsable|servicio|hospital|clínica|unidad|centro|departamento|dra?\b|fdo|firmado)"
)


@validator
def es_street_bare(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A street without its word, in a line that has been an address or a letterhead."""
    start, end = match.span("phi")
    line = document.text[max(0, start - 140) : start]
    whole = until_stop(match["phi"], TOWNS) == len(match["phi"].rstrip())
    if whole and _LETTERHEAD.search(line[line.rfind("\n") + 1 :]):
        yield Span(start, end, rule.type, rule.id, rule.weight)


@validator
def es_street_named(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A street by its name alone, up to a word that is no part of it."""
    head, _, name = match["phi"].partition(" ")
    length = until_stop(name, TOWNS)
    if length > 2:
        start = match.start("phi")
        yield Span(start, start + len(head) + 1 + length, rule.type, rule.id, rule.weight)


_BODY = Words(
    r"(?i)(?:oral|intravenosa|aérea|aerea|biliar|urinaria|subcutánea|intramuscular|venosa|tópica|parenteral|central|"
    r"periférica|excretora|lagrimal|respiratoria|endovenosa|óptica|tópico|ótica|inhalada|rectal|vaginal|anterior|"
    r"posterior|lateral|transperitoneal|laparoscópica|alta|digestiva|láctea|media|mayor de|menor de|de la enfermedad)\b"
)


_MEASURE = Words(r"\s?(?:mg|ml|cm|mm|km|kg|m|metros|min\w*|horas?|años?|mes|meses|días?|pasos|veces)\b")
_DOUBTFUL = WordSet("es", "doubtful-streets")
"""Words for streets that are other things as well: they need a name with a capital."""


@validator
def es_street(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A street: its name has a capital or its word is one that only streets have."""
    text = match[0]
    head = regex.match(r"[\p{L}ºª°]+\\?[./]?\s?", text)
    rest = text[head.end() :] if head else text
    low = text.lower()
    doubtful = low.startswith(tuple(_DOUBTFUL))
    if _MEASURE.begins(text_after(match, 10)):
        return
    if _BODY.begins(rest) or "\n" in text or text.startswith(("AV ", "PO ", "CL ")):
        return
    named = regex.match(r"(?:(?:de|del|la|el|los|las|d['´])\s?){0,3}\"?(?:\p{Lu}|\d)", rest) is not None
    if not named and (
        doubtful or not regex.search(r"(?i)^(?:c/|c\\|calle|av|p[ºo]|plaza|paseo|ctra|carretera|pza|urb)", low)
    ):
        return
    if low.startswith(("p ", "c.", "po ", "p.", "ed.", "ave ")) and not named:
        return
    if doubtful and not regex.match(r"(?:(?:de|del|la|el|los|las)\s){0,3}\"?\p{Lu}", rest):
        return
    if regex.match(r"(?i)c\.\s", text):
        return
    tail = text.rstrip(" .,;-")
    yield Span(match.start(), match.start() + len(tail), rule.type, rule.id, rule.weight)


@validator
def es_town(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The towns behind a postcode."""
    for start, end in match.spans("phi"):
        end = start + until_stop(match.string[start:end], TOWNS)
        if end <= start:
            return
        if match.string[start:end] not in _COUNTRIES:
            yield from _town_and_province(rule, match.string, start, end)


_PROVINCES = WordSet("es", "provinces")


def _town_and_province(rule: Rule, text: str, start: int, end: int) -> Iterator[Span]:
    """The town, and apart from it the province that follows without a comma ('Torrevieja Alicante')."""
    before, _, last = text[start:end].rpartition(" ")
    if last in _PROVINCES and before and not before.endswith((" de", " del", " la", "La", "A", "de")):
        yield Span(start, start + len(before), rule.type, rule.id, rule.weight)
        yield Span(end - len(last), end, rule.type, rule.id, rule.weight)
    else:
        yield Span(start, end, rule.type, rule.id, rule.weight)


_COUNTRIES = WordSet("es", "countries-written")


@validator
def es_place_value(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """The value of a label for a place, not a number of people."""
    value = match["phi"].strip(" .,;")
    if len(value) < 2 or value.lower() in _EMPTY or regex.match(r"\d", value):
        return
    for part in regex.finditer(r"\p{L}[^,/]*[\p{L}.]", match["phi"]):
        start = match.start("phi") + part.start()
        text = part[0].rstrip(" .") if part[0].count(".") < 2 else part[0]
        yield from _town_and_province(rule, match.string, start, start + len(text))


_NOT_PLACES = WordSet("es", "no-places")


@validator
def es_place(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A capitalised name behind 'natural de' and the like, not a ward."""
    if match["phi"].split()[0] in _NOT_PLACES or match["phi"].isupper():
        return
    for start, end in match.spans("phi"):
        end = start + until_stop(match.string[start:end], TOWNS)
        if end - start < 2:
            return
        yield Span(start, end, rule.type, rule.id, rule.weight)


_PLAIN_HOSPITAL = Words(
    r"(?i)^(?:hospital(?:es)?|clínica|policlínic[oa]|sanatorio|maternidad|centro (?:médico|hospitalario|"
    r"oftalmológico)|complejo "
    r"hospitalario|ciudad sanitaria|área sanitaria|residencia sanitaria|consorcio hospitalario|"
    r"h\. ?u\.)(?:\s(?:de día|privado|"
    r"público|universitario|general|comarcal|provincial|regional|infantil|de especialidades|quirúrgico|dental|"
    r"psiquiátrico|"
    r"rural|civil|nacional|central|docente|municipal|materno[ -]infantil|clínico))?$"
)


_SUBJECT = Words(
    r"(?:nutrición|entrevista|psicología|historia|anatomía|bioquímica|farmacología|unidad|guía|neurofisiología|oncología|"
    r"práctica|inmunología|genética|microbiología|medicina|exploración|evolución|impresión|investigación|sospecha)\s$"
)
"""Words of which 'clínica' is the adjective."""


def _named(text: str) -> str:
    """The name of an institution up to a word that is no part of it; its own first words always are."""
    head = regex.match(r"\p{L}[\p{L}.]*(?:[ ](?:de[ ])?\p{L}[\p{L}.]*)?", text)
    at = head.end() if head else 0
    rest = text[at:]
    return (text[:at] + rest[: until_stop(rest, HOSPITALS)]).rstrip(" .,;-")


@validator
def es_hospital(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A hospital by name; without one, only if it is written with capitals ('Hospital General') inside a sentence."""
    text = _named(match[0])
    if _SUBJECT.search(text_before(match, 24)) and text.lower().startswith("clínic"):
        return
    if _PLAIN_HOSPITAL.begins(text):
        parts = text.split()
        if len(parts) < 2 or not all(p[0].isupper() for p in parts if len(p) > 2):
            return
        if parts[-1].lower() in ("día", "especialidades", "dental"):
            return
        yield Span(match.start(), match.start() + len(text), rule.type, rule.id, 80)
        return
    if not any(c.isupper() for c in text[1:]):
        return
    if (
        text[0].islower()
        and regex.match(r"clínica\s|policlínic|maternidad", text)
        and not regex.search(r"\"|(?:de|la|del)\s\p{Lu}|\s\p{Lu}", text)
    ):
        return
    opening = text.split()[0].lower()
    if (
        opening in ("clínica", "maternidad", "centro")
        and text[0].isupper()
        and regex.match(r"\s?:", text_after(match, 3))
    ):
        return
    parts = text.split()
    if (
        len(parts) > 2
        and parts[-1] in _PROVINCES
        and parts[-2].lower() not in ("de", "la", "virgen", "del", "en", "san")
    ):
        text = text.removesuffix(parts[-1]).rstrip()
    if opening == "centro" and parts[1][0].islower():
        return
    text = regex.sub(r"(?:\s(?:de la|de los|de las|de|del|la|las|los|el|y|e|i|por))+$", "", text)
    yield Span(match.start(), match.start() + len(text), rule.type, rule.id, rule.weight)


_BLOOD = Words(
    r"Grupo (?:A|B|AB|O|0|Rh|Sanguíneo|I|II|III|IV|V)\b|Sociedad Española de Diabetes$|Escuela de (?:Espalda|Pacientes)"
)


@validator
def es_organization(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A named institution, not a blood group or a list of wards."""
    text = _named(match[0])
    if len(text.split()) < 2 or not any(word[0].isupper() or word[0] in '"«' for word in text.split()[1:]):
        return
    if _BLOOD.begins(text) or "\n" in text:
        return
    if text.startswith(
        ("Residencia", "Grupo", "Empresa", "Sociedad", "Laboratorio", "Colegio", "Escuela", "Institución")
    ):
        yield Span(match.start(), match.start() + len(text), rule.type, rule.id, 66)
        return
    yield Span(match.start(), match.start() + len(text), rule.type, rule.id, rule.weight)


@validator
def es_health_centre(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A health centre by its name."""
    text = _named(match[0])
    if regex.search(r"[ \"«](?:\p{Lu}|\d)", regex.sub(r"^(?i:centro(?: de)? salud(?: mental)?)", "", text)):
        yield Span(match.start(), match.start() + len(text), rule.type, rule.id, rule.weight)


@validator
def es_company(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A company: the name before its legal form has a word of four letters."""
    if regex.search(r"\p{L}{4}", match[0]) and not regex.search(r"\.\s\p{Lu}\p{Ll}+\s", match[0]):
        yield Span(match.start(), match.end(), rule.type, rule.id, rule.weight)


_NO_JOB = WordSet("es", "no-jobs")


@validator
def es_profession_value(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """An occupation, not how somebody works or that somebody doesn't."""
    if match["phi"].lower().split()[0] in _NO_JOB:
        return
    yield from _trimmed(rule, match)
