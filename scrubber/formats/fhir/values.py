"""How FHIR's own kinds of values are masked: ids, references, addresses."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from scrubber.formats.fhir.elements import ElementMap, element_map
from scrubber.formats.fhir.ids import new_id, new_reference
from scrubber.formats.leaves import Special, ids_stay, replaced
from scrubber.formats.uids import is_public_uid, new_uid

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, FileNote, Mark

_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def fhir_specials(context: FileContext) -> dict[str, Special]:
    """The kinds of values beside PHI types that the map names, and what masks each."""
    elements = element_map(context.settings.maps)
    return {
        "id": partial(_id, context),
        "reference": partial(_reference, context, elements),
        "url": partial(_url, elements),
        "uid": partial(_uid, context),
    }


def _id(context: FileContext, value: str, note: FileNote, where: str) -> str:
    if ids_stay(context):
        return value
    return replaced(context, value, new_id(context.key, value), "IDNUM", where)


def _reference(context: FileContext, elements: ElementMap, value: str, note: FileNote, where: str) -> str:
    if ids_stay(context) or (value.startswith("http") and elements.is_public(value)):
        return value

    def mask(part: str, type_: str) -> str:
        return part if type_ == "URL" and elements.is_public(part) else note.field(part, type_, where)

    return replaced(context, value, new_reference(context.key, value, mask), "IDNUM", where)


def _url(elements: ElementMap, value: str, note: FileNote, where: str) -> str | list[Mark]:
    return value if elements.is_public(value) else note.field_marks(value, "URL", where)


def masked_uid(context: FileContext, value: str, where: str) -> str:
    """An instance's UUID, or its OID (as one below 2.25), replaced by a keyed one."""
    if ids_stay(context) or not value.strip():
        return value
    if _UUID.fullmatch(value):
        new = new_id(context.key, value)
        return replaced(context, value, new.upper() if value.isupper() else new, "IDNUM", where)
    return replaced(context, value, new_uid(context.key, value), "IDNUM", where)


def _uid(context: FileContext, value: str, note: FileNote, where: str) -> str:
    return value if is_public_uid(value) else masked_uid(context, value, where)
