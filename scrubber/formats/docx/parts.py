"""What the parts of a Word package are, by name: which are read, which go, and which nobody can vouch for."""

from __future__ import annotations

import re
from enum import Enum, auto

from scrubber.errors import NoteError
from scrubber.formats.pictures import is_picture


class Kind(Enum):
    """What is done with a part."""

    TYPES = auto()
    RELATIONS = auto()
    PROPERTIES = auto()
    CUSTOM_PROPERTIES = auto()
    CUSTOM_XML = auto()
    STORY = auto()
    PICTURE = auto()
    FILE = auto()
    """Embedded, in a format of its own."""
    FONT = auto()
    GONE = auto()


_KINDS: tuple[tuple[str, Kind], ...] = (
    (r"\[Content_Types\]\.xml", Kind.TYPES),
    (r"(?:.*/)?_rels/[^/]*\.rels", Kind.RELATIONS),
    (r"docProps/thumbnail\..*|_xmlsignatures/.*|.*/printerSettings[^/]*|docProps/thumbnail.*", Kind.GONE),
    (r"docProps/custom\.xml", Kind.CUSTOM_PROPERTIES),
    (r"docProps/.*\.xml", Kind.PROPERTIES),
    (r"customXml/itemProps[^/]*\.xml", Kind.STORY),
    (r"customXml/.*\.xml", Kind.CUSTOM_XML),
    (r".*\.(?:odttf|ttf|otf|fntdata)", Kind.FONT),
    (r".*\.(?:xlsx|docx|dotx|html?|rtf|mht|txt)", Kind.FILE),
    (r".*\.(?:xml|vml)", Kind.STORY),
)
_BY_NAME = [(re.compile(pattern, re.IGNORECASE), kind) for pattern, kind in _KINDS]
_MACROS = re.compile(r"(?:.*/)?(?:vba\w*|activeX)(?:/.*|[^/]*\.(?:bin|xml))", re.IGNORECASE)
_MACRO_TYPES = re.compile(rb"macroEnabled|vbaProject|activeX", re.IGNORECASE)
_ORDER = ("header", "document", "footer", "footnotes", "endnotes", "comments")


def kind_of(name: str) -> Kind:
    """What is done with the part of this name.

    Raises:
        NoteError: it is a macro, or of a kind that cannot be handled (an embedded object).
    """
    if _MACROS.fullmatch(name):
        raise NoteError("holds macros or controls: refused")
    for pattern, kind in _BY_NAME:
        if pattern.fullmatch(name):
            return kind
    if is_picture(name):
        return Kind.PICTURE
    if name.lower().endswith((".bin", ".ole")):
        raise NoteError("holds an embedded object: refused")
    raise NoteError("holds a part of a kind that is not known: refused")


def check_types(data: bytes) -> None:
    """Refuse a package whose content types speak of macros, whatever their parts are called.

    Raises:
        NoteError: they do.
    """
    if _MACRO_TYPES.search(data):
        raise NoteError("holds macros or controls: refused")


def reading_order(name: str) -> tuple[int, str]:
    """Sorts stories: headers first, since they name the patient, then the body, then what stands around it."""
    stem = name.rpartition("/")[2]
    place = next((i for i, start in enumerate(_ORDER) if stem.startswith(start)), len(_ORDER))
    return place, name
