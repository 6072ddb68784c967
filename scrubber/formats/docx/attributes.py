"""Identifiers and text in the attributes of a Word document's XML: authors, dates, alternative texts, bookmarks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrubber.formats.leaves import reads_as_text
from scrubber.formats.links import Anchors, is_structure, scrub_code, scrub_link
from scrubber.formats.maps import load_map
from scrubber.formats.markup import is_element, local

if TYPE_CHECKING:
    from lxml import etree

    from scrubber.formats.context import FileNote

_TIME = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_NEVER = re.compile(r"[0-]+T")


@dataclass
class Attributes:
    """Scrubs the attributes of one document's parts."""

    note: FileNote
    keeps: bool = False
    """Whether texts are only looked at."""

    def __post_init__(self) -> None:
        self._anchors = Anchors(self.note)
        self._clean: set[tuple[str, str]] = set()
        """Values that tell nothing: a document repeats them."""
        table = load_map("word", ())
        self._own_styles = frozenset(table["styles"]["words"])
        self._anywhere: Mapping[str, str] = {**table["attributes"], **table["anchors"]}
        self._by_element: Mapping[str, Mapping[str, str]] = {"val": table["values"], "name": table["names"]}
        self._plain_attributes = frozenset(table["plain"]["attributes"])
        self._plain_elements = frozenset(table["plain"]["elements"])

    def scrub(self, root: etree._Element, where: str) -> bool:
        """Scrub every attribute below an element; whether anything changed."""
        changed = False
        for element in root.iter():
            if is_element(element):
                for name, value in element.attrib.items():
                    changed |= self._one(element, name, value, where)
        return changed

    def _one(self, element: etree._Element, name: str, value: str, where: str) -> bool:
        plain = name.rpartition("}")[2]
        by_element = self._by_element.get(plain, {})
        how = by_element.get(local(element)) or self._anywhere.get(plain) or self._unnamed(element, plain, value)
        if not how or not value.strip():
            return False
        new = value if (how, value) in self._clean else self._masked(how, value, f"{where}: {plain}")
        if new == value:
            if not self.keeps:  # where nothing changes, that says nothing
                self._clean.add((how, value))
            return False
        if new is None:
            del element.attrib[name]
        else:
            element.set(name, new)
        return True

    def _unnamed(self, element: etree._Element, plain: str, value: str) -> str:
        """How an attribute is read that no table names: as text, if it holds words."""
        if plain in self._plain_attributes or local(element) in self._plain_elements:
            return ""
        return "text" if reads_as_text(value) else ""

    def _masked(self, how: str, value: str, where: str) -> str | None:
        if how == "text":
            return self.note.text(value, where)
        if how == "stamp":
            return scrub_stamp(self.note, value, where)
        if how == "code":
            return value if is_structure(value) else scrub_code(self.note, value, where)
        if how == "link":
            return scrub_link(self.note, value, where)
        if how == "style" and {word.lower() for word in _WORDS.findall(value)} <= self._own_styles:
            return value
        if how in ("bookmark", "style"):
            return self._anchors.name(value, where)
        return self.note.field(value, how, where)


def scrub_stamp(note: FileNote, value: str, where: str) -> str | None:
    """A date and time, masked; None when the mask is no date, which would make the document invalid."""
    if _NEVER.match(value):  # what LibreOffice writes for no date
        return value
    new = note.field(value, "DATE", where)
    return new if new == value or _TIME.fullmatch(new) else None
