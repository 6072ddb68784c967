"""Ids of instances (UIDs of DICOM, OIDs of documents, UUIDs): each has one that stands for it everywhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from scrubber.mask.keys import Key

_REGISTERED = ("1.2.840.10008.", *(f"2.16.840.1.113883.{arc}." for arc in (5, 6, 10, 11, 12, 18)))
"""DICOM's own and HL7's: classes, syntaxes, templates, code systems."""
_OID = re.compile(r"[0-2](?:\.(?:0|[1-9]\d*)){5,}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def is_oid(text: str) -> bool:
    """Whether a text is an OID that is too long to be the number of a chapter or of a version."""
    return _OID.fullmatch(text.strip()) is not None


def is_uuid(text: str) -> bool:
    """Whether a text is a UUID."""
    return len(text) == 36 and _UUID.fullmatch(text) is not None


def new_uid(key: Key, old: str) -> str:
    """The UID that stands for ``old`` everywhere, below 2.25."""
    return f"2.25.{UUID(bytes=key.digest('uid', old)[:16], version=4).int}"


def new_id(key: Key, old: str) -> str:
    """The id that stands for ``old`` everywhere: a UUID for a UUID, else 24 hexadecimal digits."""
    digest = key.digest("resource id", old.lower() if is_uuid(old) else old)
    return str(UUID(bytes=digest[:16], version=4)) if is_uuid(old) else digest.hex()[:24]


def is_public_uid(uid: str) -> bool:
    """Whether a UID is that of a class, a syntax or a code system, and of no instance."""
    return not uid or uid.startswith(_REGISTERED)
