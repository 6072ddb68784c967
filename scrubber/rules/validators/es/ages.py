"""Validators of Spanish ages: somebody's, and not how long something lasted or how long ago it was."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from scrubber.rules.rule import Rule
from scrubber.rules.validators.registry import Match, Words, phrase_before, span_of, text_after, validator
from scrubber.text.document import Document
from scrubber.text.span import Span

_LASTED_BEFORE = Words(
    r"\b(?:hace|hacía|hacia|durante|tras|cada|últimos|ultimos|primeros|próximos|siguientes|unos|varios|desde hace|"
    r"por|en|evolución de|seguimiento de|seguimiento|control a los|controles a los|revisión a los|periodo de|"
    r"período de|"
    r"duración de|plazo de|supervivencia de|supervivencia|intervalo de|lo largo de|después de|despues de|dentro de|"
    r"curso de|experiencia de|x|menos de|al cabo de|transcurridos|pasados|otros|estos|esos|los|libre de enfermedad de|"
    r"estancia de|dosis|tratamiento de|antigüedad de|aproximadamente de)\s(?:más de\s|menos de\s|"
    r"aproximadamente\s|unos\s|casi\s|los\s)?$"
)
_LASTED_AFTER = Words(
    r"\s?(?:de (?:evolución|evolucion|seguimiento|tratamiento|duración|duracion|la (?:intervención|cirugía|operación|"
    r"implantación|inserción|retirada|extracción|lesión|primera|colocación|resección|exéresis|biopsia)|"
    r"supervivencia|terapia|antigüedad|haber|iniciad[oa]|estancia|ingreso|experiencia|control|matrimonio|"
    r"intervalo|la cirugía|su|hemodiálisis|diálisis|consumo|abstinencia|postoperatorio|quimioterapia|carencia|reposo|"
    r"media|periodicidad|latencia|suspender|amenorrea|gestación)|"
    r"después|despues|antes|más tarde|mas tarde|previos|previas|atrás|atras|del\s|tras |de forma|consecutivos|"
    r"y medio después|posteriores|posteriormente|por vía|libre de)\b"
)
_PERSON_BEFORE = Words(
    r"(?:\b(?:edad(?: de)?|varón|varon|mujer|hombre|paciente|niñ[oa]|adolescente|lactante|joven|señora?|"
    r"enferm[oa]|chic[oa]|"
    r"bebé|bebe|neonat[oa]|nacid[oa]|ancian[oa]|hij[oa]s?|herman[oa]s?|madre|padre|abuel[oa]|espos[oa]|marido|ti[oa]|"
    r"tí[oa]|prim[oa]s?|"
    r"masculin[oa]|femenin[oa]|persona|médic[oa]|escolar|preescolar|fémina|deportista|trabajador[a]?|estudiante|"
    r"jubilad[oa]|"
    r"tenía|tiene|tenia|cumplió|cuenta con|sobrin[oa]|niet[oa]|gestante|embarazada|primigesta|secundigesta|"
    r"multípara|nuligesta|raza \w+)"
    r"\b[^.;\n]{0,40}|^\s*)$"
)


@validator
def es_age(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """A person's years: with 'de edad' always, else where a person was named and nothing lasted."""
    number = int(regex.search(r"\d+", match[0])[0])  # type: ignore[index]
    before, after = phrase_before(match, 60), text_after(match, 40)
    if number > 115:
        return
    if after.lstrip().startswith(("de edad", "edad")):
        yield span_of(rule, match, 92)
        return
    if regex.search(r"\ba los\s$", before) and number > 3 and not _LASTED_AFTER.begins(after):
        yield span_of(rule, match, 78 if number > 5 else 70)
        return
    if _LASTED_AFTER.begins(after) or _LASTED_BEFORE.search(before):
        return
    if _PERSON_BEFORE.search(before) or regex.search(r"[:,(]\s?$", before):
        yield span_of(rule, match)
    elif number >= 18:
        yield span_of(rule, match, 76)
    else:
        yield span_of(rule, match, 62)


@validator
def es_age_small(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """Months, weeks or days of a child: 'de vida', 'de edad', or right behind the child."""
    before, after = phrase_before(match, 60), text_after(match, 40)
    if "hora" in match[0].lower() and not after.lstrip().startswith("de vida"):
        return
    if after.lstrip().startswith(("de edad", "de vida", "edad")):
        yield span_of(rule, match, 90)
    elif not (_LASTED_AFTER.begins(after) or _LASTED_BEFORE.search(before)) and _CHILD_BEFORE.search(before):
        yield span_of(rule, match)


_CHILD_BEFORE = Words(
    r"\b(?:edad:?|varón|varon|mujer|niñ[oa]s?|lactante|bebé|bebe|neonat[oa]|nacid[oa]|hij[oa]s?|herman[oa]s?|"
    r"paciente|prematur[oa]|"
    r"escolar|preescolar|menor|masculin[oa]|femenin[oa])(?:\s(?:varón|mujer|femenin[oa]|masculin[oa]|"
    r"san[oa]))?,?\s?(?:de\s)?$"
)


@validator
def es_age_words(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """An age in words, which must stand behind a person or before 'de edad'."""
    before, after = phrase_before(match, 60), text_after(match, 40)
    if after.lstrip().startswith(("de edad", "de vida")):
        yield span_of(rule, match, 90)
        return
    if _LASTED_AFTER.begins(after) or _LASTED_BEFORE.search(before):
        return
    if _WORDS_PERSON.search(before):
        yield span_of(rule, match)


_WORDS_PERSON = Words(
    r"\b(?:edad:?|varón|varon|mujer|hombre|paciente|niñ[oa]s?|lactante|bebé|joven|adolescente|neonat[oa]|nacid[oa]|"
    r"hij[oa]s?|"
    r"herman[oa]s?|anciano|anciana|chic[oa]|señora?)(?:\s\p{L}+)?,?\s(?:de\s(?:unos\s)?)$"
)
_SHORT_PERSON = Words(
    r"\b(?:edad:?|varón|varon|mujer|hombre|paciente|niñ[oa]|pac\.?|pte\.?|v|m|h|♂|♀)(?:\sde|,|:)?\s?$"
)


@validator
def es_age_short(rule: Rule, document: Document, match: Match) -> Iterator[Span]:
    """'54 a.' right behind a person."""
    if not _SHORT_PERSON.search(phrase_before(match, 30)):
        return
    end = match.end() - match[0].endswith(".")
    yield Span(match.start(), end, rule.type, rule.id, 80)
