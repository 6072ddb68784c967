"""Ids of instances in a file: replaced, counted, or left as they are."""

from __future__ import annotations

from scrubber.formats.context import FileContext
from scrubber.formats.uids import is_public_uid, is_uuid, new_id, new_uid
from scrubber.text.span import Span


def masked_uid(context: FileContext, value: str, where: str) -> str:
    """An instance's UUID, or its OID (as one below 2.25), replaced by a keyed one."""
    if ids_stay(context) or not value.strip() or is_public_uid(value):
        return value
    new = (new_id if is_uuid(value) else new_uid)(context.key, value)
    return replaced(context, value, new.upper() if value.isupper() else new, where)


def ids_stay(context: FileContext) -> bool:
    """Whether ids are left as they are: nothing is changed at all, or the policy keeps numbers."""
    return context.keeps or context.operator("IDNUM") == "keep"


def replaced(context: FileContext, old: str, new: str, where: str) -> str:
    """An id that was replaced by one derived from the key, counted as any other.

    Where texts are only looked at it is no finding: nobody can tell an id that was replaced from one that was not.
    """
    if new == old or context.keeps:
        return old
    context.done(where, old, [Span(0, len(old), "IDNUM", "field", 100)], [new])
    return new
