"""Where a link leads. Addresses tell as much as text does, and often what the text does not say."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from scrubber.formats.context import FileNote, Mark, applied
from scrubber.formats.maps import load_map
from scrubber.refine.own_tags import tags_in

_PHONES = ("tel", "sms", "callto", "fax", "facetime", "sip", "sips", "whatsapp")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
_PLACE = re.compile(r"(?:[A-Za-z]:[\\/]|\\\\|file:|smb:|ftp:|/(?:home|Users|mnt|srv)/)", re.IGNORECASE)
"""A path on somebody's machine: full of names."""
_SEPARATORS = re.compile(r"[\s_/\\?&=.#+-]+")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_SAFE = "/:?#@!$&'()*+,;=%~-._"


_QUOTED = re.compile(r'"([^"]+)"|(?<=\bHYPERLINK )\s*([^\s"\\]\S*)')
"""What a field's code names: a link, a picture, another file."""
_FRAME = re.compile(r'^\s*[\w=]+|\\[*@#]\s*(?:"[^"]*"|\S+)|\\\w|"[^"]*"|(?<=\bHYPERLINK )\s*\S+')
"""The field's own words, switches and how it is shown, and what :data:`_QUOTED` has."""
_OWN_NAME = re.compile(r"_(?:Toc|Ref|Hlk|GoBack|Hlt|MailAutoSig|MailEnd)\w*")
"""Names that Word gives."""


def is_path(target: str) -> bool:
    """Whether a link leads to a place on somebody's machine."""
    return _PLACE.match(target) is not None


def has_scheme(text: str) -> bool:
    """Whether a text is a link of a kind that begins with its scheme."""
    return _SCHEME.match(text) is not None and " " not in text


class Anchors:
    """Names of places or parts of a document: one that tells something is made anew, the same wherever it is meant.

    Args:
        stem: what new names begin with.
    """

    def __init__(self, note: FileNote, stem: str = "place") -> None:
        self._note = note
        self._stem = stem
        self._made: dict[str, str] = {}

    def name(self, old: str, where: str = "names") -> str:
        """A name as it may be written."""
        if _OWN_NAME.fullmatch(old):
            return old
        if old not in self._made:
            tells = self._note.marks(_SEPARATORS.sub(" ", old), where)
            self._made[old] = f"{self._stem}{len(self._made) + 1}" if tells else old
        return self._made[old]


def scrub_link(note: FileNote, target: str, where: str = "") -> str:
    """A link's target with what it tells masked; it stays a valid URI when it was one.

    mailto: and tel: hold an address or a number whatever it looks like; a path of somebody's machine is masked whole;
    anything else is read as text, if it has a scheme, and with its separators as blanks (``photos/D_Velankar.jpg``).
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
    if scheme and (new := note.text(plain, where)) != plain:
        return quote(new, safe=_SAFE)
    if note.marks(_SEPARATORS.sub(" ", _SUFFIX.sub("", _without_tags(plain))), where):
        return _changed(target, note.field(target, "URL", where))
    return target


def _without_tags(text: str) -> str:
    """The text without scrub's own tags, which are no tags any more once their signs are blanks."""
    for start, end in reversed(tags_in(text)):
        text = f"{text[:start]} {text[end:]}"
    return text


def is_structure(code: str) -> bool:
    """Whether a field's code is a field without an argument, and how it is shown: ``PAGE \\* MERGEFORMAT``."""
    known = load_map("word", ())["codes"]
    field, *switches = code.replace("\\*", " ").split() or [""]
    return field.upper() in known["fields"] and {s.lower() for s in switches} <= {s.lower() for s in known["switches"]}


def code_marks(note: FileNote, code: str, where: str = "") -> list[Mark]:
    """What has to be replaced in a field's code: where it leads (``INCLUDEPICTURE "C:\\\\…"``), what it names."""
    names = _FRAME.sub(lambda m: " " * len(m[0]), code).replace("_", " ")
    marks = note.marks(names, where)
    for match in _QUOTED.finditer(code):
        group = 1 if match[1] else 2
        new = scrub_link(note, match[group], where)
        if new != match[group]:
            marks.append(Mark(*match.span(group), new))
    return sorted(marks)


def scrub_code(note: FileNote, code: str, where: str = "") -> str:
    """A field's code with what it tells masked."""
    return applied(code, code_marks(note, code, where))


def _mail(note: FileNote, target: str, where: str) -> str:
    address, mark, query = target.partition(":")[2].partition("?")
    fields = (unquote(part) for part in address.split(","))
    new = "mailto:" + ",".join(note.field(part, "EMAIL", where) for part in fields)
    if mark:  # subject, body, further addresses
        new += "?" + note.text(unquote(query), where)
    return _changed(target, new)


def _changed(old: str, new: str) -> str:
    return old if new in (old, unquote(old)) else quote(new, safe=_SAFE)
