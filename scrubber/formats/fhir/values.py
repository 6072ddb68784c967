"""How FHIR's own kinds of values are masked: ids, references, addresses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scrubber.formats.fhir.elements import ElementMap, element_map
from scrubber.formats.fhir.ids import new_reference
from scrubber.formats.leaves import Special
from scrubber.formats.replaced_ids import ids_stay, replaced
from scrubber.formats.uids import new_id

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, FileNote, Mark


def fhir_specials(context: FileContext) -> dict[str, Special]:
    """The kinds of values beside PHI types that the map names, and what masks each."""
    elements = element_map(context.settings.maps)
    return {
        "id": partial(_id, context),
        "reference": partial(_reference, context, elements),
        "url": partial(_url, elements),
    }


def _id(context: FileContext, value: str, note: FileNote, where: str) -> str:
    if ids_stay(context):
        return value
    return replaced(context, value, new_id(context.key, value), where)


def _reference(context: FileContext, elements: ElementMap, value: str, note: FileNote, where: str) -> str:
    if ids_stay(context) or (value.startswith("http") and elements.is_public(value)):
        return value

    def mask(part: str, type_: str) -> str:
        return part if type_ == "URL" and elements.is_public(part) else note.field(part, type_, where)

    return replaced(context, value, new_reference(context.key, value, mask), where)


def _url(elements: ElementMap, value: str, note: FileNote, where: str) -> str | list[Mark]:
    return value if elements.is_public(value) else note.field_marks(value, "URL", where)
