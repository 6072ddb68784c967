"""Object identifiers of instances (UIDs of DICOM, OIDs of documents): each has one that stands for it everywhere."""

from __future__ import annotations

from uuid import UUID

from scrubber.mask.keys import Key

_REGISTERED = ("1.2.840.10008.", *(f"2.16.840.1.113883.{arc}." for arc in (5, 6, 10, 11, 12, 18)))
"""DICOM's own and HL7's: classes, syntaxes, templates, code systems."""


def new_uid(key: Key, old: str) -> str:
    """The UID that stands for ``old`` everywhere, below 2.25."""
    return f"2.25.{UUID(bytes=key.digest('uid', old)[:16], version=4).int}"


def is_public_uid(uid: str) -> bool:
    """Whether a UID is that of a class, a syntax or a code system, and of no instance."""
    return not uid or uid.startswith(_REGISTERED)
