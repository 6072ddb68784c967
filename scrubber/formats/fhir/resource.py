"""One resource: its leaves, in order, each with what it holds; and whose it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scrubber.formats.fhir.absent import absent_member
from scrubber.formats.fhir.elements import ElementMap
from scrubber.formats.fhir.ids import id_of, type_of
from scrubber.formats.identifiers import NAMES
from scrubber.formats.json.nodes import Array, Node, Object, Scalar, is_value, json_escaped
from scrubber.formats.leaves import KEEP, NUMBER, TEXT, Escape, Leaf, Typed, reads_as_text
from scrubber.formats.slices import Edit, Slice
from scrubber.text.remembered import remembered


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a resource a node stands."""

    path: tuple[str, ...]
    """The resource's type and the names of the elements below it."""
    holder: Object
    at: int = 0
    """The number of the holder's member."""
    person: str = ""
    outer: str = ""
    """The url of the extension around the one that holds it."""


class Notation(NamedTuple):
    """How a document is written."""

    escape: Escape
    absent: Callable[[Object, int, Slice | Scalar], Sequence[Edit]]
    """What takes a value out: it is given its holder, the number of the member, and the value."""
    typed: bool = True
    """Whether numbers are told from texts."""


JSON = Notation(json_escaped, absent_member)


class Walker:
    """Reads a document's leaves."""

    def __init__(self, elements: ElementMap, notation: Notation = JSON) -> None:
        self._elements = elements
        self._notation = notation

    def leaves(self, node: Node, place: Place | None = None) -> Iterator[Leaf]:
        """Strings and numbers in order, those that are never looked at left out."""
        place = place or Place(("",), Object())
        if isinstance(node, Object):
            yield from self._members(node, place)
        elif isinstance(node, Array):
            for item in node.items:
                yield from self.leaves(item, place)
        elif isinstance(node, Slice):
            yield from self._string(node, place)
        else:
            yield from self._number(node, place)

    def _members(self, node: Object, place: Place) -> Iterator[Leaf]:
        kind = node.text("resourceType")
        path = (kind,) if kind else place.path
        person = _person(node) or place.person
        for name in node.keys:
            if is_value(name.text):
                yield Leaf(TEXT, name, f"{_where(path)}, a key", json_escaped)
        outer = place.holder.text("url") if path[-1] == "extension" else ""
        for at, (key, value) in enumerate(node.members):
            yield from self.leaves(value, Place((*path, key.removeprefix("_")), node, at, person, outer))

    def _string(self, slice_: Slice, place: Place) -> Iterator[Leaf]:
        if not slice_.text.strip():
            return
        what = self._elements.what(place.path, place.holder, slice_.text, place.outer)
        if what == KEEP and reads_as_text(slice_.text):
            what = TEXT
        if what == TEXT and not self._notation.typed and self._is_number(slice_.text, place):
            what = KEEP
        if what != KEEP:
            person = place.person if what in NAMES and place.path[-1] in ("given", "family", "text") else ""
            between = f"\n\n{_label(place.path)}: " if what == TEXT else "\n\n"
            escape, typed = self._notation.escape, self._typed(slice_, place)
            yield Leaf(what, slice_, _where(place.path), escape, between, person, typed=typed)

    def _number(self, node: Scalar, place: Place) -> Iterator[Leaf]:
        if not node.text[:1].isdigit() and not node.text.startswith("-"):
            return
        what = self._elements.what(place.path, place.holder, node.text)
        if what not in (KEEP, TEXT) and what.isupper():
            slice_ = Slice(node.start, node.end, node.text)
            yield Leaf(what, slice_, _where(place.path), _as_value, typed=self._typed(node, place))

    def _typed(self, node: Slice | Scalar, place: Place) -> Typed | None:
        form = self._elements.form(place.path)
        return Typed(form, self._notation.absent(place.holder, place.at, node)) if form else None

    def _is_number(self, text: str, place: Place) -> bool:
        """Whether a text is a number in an element that may hold one."""
        return not place.path[-1].endswith(_STRINGS) and _NUMBER.fullmatch(text) is not None


_NUMBER = re.compile(NUMBER)
_STRINGS = ("String", "text", "display", "description", "title", "note", "comment")
"""Ends of names of elements that hold texts, where a number need not be a quantity."""


def _as_value(text: str) -> str:
    """What stands in the place of a number: another, or a text."""
    return text if _NUMBER.fullmatch(text) else f'"{json_escaped(text)}"'


@remembered(10_000)
def _where(path: tuple[str, ...]) -> str:
    return ".".join(path)


_VAGUE = frozenset({"text", "display", "value", "valueString", "title", "code", "coding", "concept", "detail"})


@remembered(10_000)
def _label(path: tuple[str, ...]) -> str:
    """What a text is, in words: the last part of its path that says something ("dosage instruction")."""
    name = next((part for part in reversed(path) if part not in _VAGUE), path[-1])
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _person(node: Object) -> str:
    """The name that a HumanName says."""
    family = node.text("family")
    names = [item.text for item in node.items("given") if isinstance(item, Slice)]
    return " ".join(" ".join([*names, family]).split())


def patient_of(node: Node, elements: ElementMap) -> str:
    """The id of the patient whom a resource is about; empty where it does not say."""
    if not isinstance(node, Object):
        return ""
    if node.text("resourceType") == "Patient":
        return node.text("id")
    for key, value in node.members:
        for item in value.items if isinstance(value, Array) else (value,):
            if key in elements.patients and isinstance(item, Object):
                reference = item.text("reference")
                if type_of(reference).casefold() in ("patient", "") and (found := id_of(reference)):
                    return found
    return ""
