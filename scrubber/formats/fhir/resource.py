"""One resource: its leaves, in order, each with what it holds; and whose it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scrubber.formats.fhir.elements import ElementMap
from scrubber.formats.fhir.ids import id_of, type_of
from scrubber.formats.identifiers import NAMES
from scrubber.formats.json.nodes import Array, Node, Object, Scalar, is_value, json_escaped
from scrubber.formats.leaves import KEEP, TEXT, Leaf, reads_as_text
from scrubber.formats.slices import Slice
from scrubber.text.remembered import remembered


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a resource a node stands."""

    path: tuple[str, ...]
    """The resource's type and the names of the elements below it."""
    holder: Object
    person: str = ""


class Walker:
    """Reads a document's leaves."""

    def __init__(self, elements: ElementMap) -> None:
        self._elements = elements

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
        for key, value in node.members:
            yield from self.leaves(value, Place((*path, key.removeprefix("_")), node, person))

    def _string(self, slice_: Slice, place: Place) -> Iterator[Leaf]:
        if not slice_.text.strip():
            return
        what = self._elements.what(place.path, place.holder, slice_.text)
        if what == KEEP and reads_as_text(slice_.text):
            what = TEXT
        if what != KEEP:
            person = place.person if what in NAMES and place.path[-1] in ("given", "family", "text") else ""
            between = f"\n\n{_label(place.path)}: " if what == TEXT else "\n\n"
            yield Leaf(what, slice_, _where(place.path), json_escaped, between, person)

    def _number(self, node: Scalar, place: Place) -> Iterator[Leaf]:
        if not node.text[:1].isdigit() and not node.text.startswith("-"):
            return
        what = self._elements.what(place.path, place.holder, node.text)
        new = "90" if what == "AGE" else "0"
        if what not in (KEEP, TEXT) and what.isupper() and node.text != new:
            yield Leaf(what, Slice(node.start, node.end, node.text), _where(place.path), lambda _: new)


@remembered(10_000)
def _where(path: tuple[str, ...]) -> str:
    return ".".join(path)


_VAGUE = frozenset({"text", "display", "value", "valueString", "title", "coding", "detail"})


@remembered(10_000)
def _label(path: tuple[str, ...]) -> str:
    """What a text is, in words: the last part of its path that says something ("dosage instruction")."""
    name = next((part for part in reversed(path[1:]) if part not in _VAGUE), path[-1])
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _person(node: Object) -> str:
    """The name that a HumanName says."""
    family = node.text("family")
    given = node.get("given")
    if not family and not isinstance(given, Array):
        return ""
    names = [item.text for item in given.items if isinstance(item, Slice)] if isinstance(given, Array) else []
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
