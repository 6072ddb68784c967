"""Ids of resources and references to them: replaced by keyed ones, so that what referred to each other still does."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from scrubber.formats.maps import load_map
from scrubber.formats.uids import is_uuid, new_id, new_uid
from scrubber.mask.keys import Key

_URN = re.compile(r"urn:(?:uuid|oid):(.+)")
_REFERENCE = re.compile(
    r"(?P<base>.*?/)??(?P<type>[A-Z][A-Za-z]+)/(?P<id>[A-Za-z0-9\-._]{1,128})(?P<tail>(?:/_history/.*)?)"
)
_SMALL = re.compile(r"(?P<base>)(?P<type>[a-z]+)/(?P<id>[A-Za-z0-9\-._]{1,128})(?P<tail>(?:/_history/.*)?)")
"""As some servers write it, for types that there are."""
_TYPE = re.compile(r"[A-Z][A-Za-z]+")
_QUERY = re.compile(r"(?P<base>.*/)?(?P<type>[A-Z][A-Za-z]+)\?(?P<query>.+)")


def id_of(reference: str) -> str:
    """The id that a reference points to; empty where there is none."""
    urn = _URN.fullmatch(reference)
    if urn:
        return urn[1]
    match = _parsed(reference)
    return match["id"] if match else ""


def type_of(reference: str) -> str:
    """The type of resource that a reference points to, as it is written; empty where it does not say."""
    match = _parsed(reference) or _QUERY.fullmatch(reference)
    return match["type"] if match else ""


def new_reference(key: Key, old: str, mask: Callable[[str, str], str]) -> str:
    """A reference to the new id.

    Args:
        mask: masks a value by PHI type: a server's address, a query.
    """
    if old in ("", "#") or _TYPE.fullmatch(old):
        return old
    if old.startswith("#"):
        return "#" + new_id(key, old[1:])
    if old.startswith("urn:uuid:"):
        return "urn:uuid:" + new_id(key, old[len("urn:uuid:") :])
    if old.startswith("urn:oid:"):
        return "urn:oid:" + new_uid(key, old[len("urn:oid:") :])
    match = _parsed(old)
    if match:
        return f"{_base(match, mask)}{match['type']}/{new_id(key, match['id'])}{match['tail']}"
    query = _QUERY.fullmatch(old)
    if query:
        return f"{_base(query, mask)}{query['type']}?{mask(query['query'], 'IDNUM')}"
    if is_uuid(old):
        return new_id(key, old)
    return mask(old, "URL")


def _parsed(reference: str) -> re.Match[str] | None:
    small = _SMALL.fullmatch(reference)
    return small if small and small["type"] in _small_types() else _REFERENCE.fullmatch(reference)


@lru_cache(maxsize=1)
def _small_types() -> frozenset[str]:
    return frozenset(map(str.casefold, load_map("fhir_types", ())["types"]))


def _base(match: re.Match[str], mask: Callable[[str, str], str]) -> str:
    """The server's address in a reference."""
    return mask(match["base"].rstrip("/"), "URL") + "/" if match["base"] else ""
