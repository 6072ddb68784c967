"""Where a link leads. Addresses tell as much as text does, and often what the text does not say."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from scrubber.formats.desk import DeskNote

_PHONES = ("tel", "sms", "callto", "fax", "facetime", "sip", "sips", "whatsapp")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
_PLACE = re.compile(r"(?:[A-Za-z]:[\\/]|\\\\|file:|smb:|ftp:|/(?:home|Users|mnt|srv)/)", re.IGNORECASE)
"""A path on somebody's machine: full of names."""
_SEPARATORS = re.compile(r"[\s_/\\?&=.#+-]+")
_SAFE = "/:?#@!$&'()*+,;=%~-._"


def scrub_link(note: DeskNote, target: str, where: str = "") -> str:
    """A link's target with what it tells masked; it stays a valid URI when it was one.

    mailto: and tel: hold an address or a number whatever it looks like; a path of somebody's machine is masked whole;
    anything else is read as text, and again with its separators as blanks (``photos/Darius_Velankar.jpg``).
    """
    scheme = match[1].lower() if (match := _SCHEME.match(target)) else ""
    if scheme == "mailto":
        return _mail(note, target, where)
    if scheme in _PHONES:
        head, _, number = target.partition(":")
        return _changed(target, f"{head}:{note.field(unquote(number), 'PHONE', where)}")
    if _PLACE.match(target):
        return _changed(target, note.field(target, "URL", where))
    plain = unquote(target)
    if (new := note.text(plain, where)) != plain:
        return quote(new, safe=_SAFE)
    if note.marks(_SEPARATORS.sub(" ", plain), where):
        return _changed(target, note.field(target, "URL", where))
    return target


def _mail(note: DeskNote, target: str, where: str) -> str:
    address, mark, query = target.partition(":")[2].partition("?")
    fields = (unquote(part) for part in address.split(","))
    new = "mailto:" + ",".join(note.field(part, "EMAIL", where) for part in fields)
    if mark:  # subject, body, further addresses
        new += "?" + note.text(unquote(query), where)
    return _changed(target, new)


def _changed(old: str, new: str) -> str:
    return old if new in (old, unquote(old)) else quote(new, safe=_SAFE)
