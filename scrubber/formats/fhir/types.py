"""The types of FHIR's elements, ``patterns/formats/fhir_types.toml``, which is generated."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scrubber.text.remembered import remembered

_TYPE = re.compile(r"(\w+)(?:\((\w+)\))?")
_BASES = ("Element", "BackboneElement", "DomainResource", "Resource")
LIMIT = 10_000
"""Paths that are remembered: a hostile document could have any number."""


@dataclass(frozen=True, slots=True)
class ElementType:
    """What is known of an element by its path."""

    names: tuple[str, ...] = ()
    """"HumanName.family": what it is called in the types that it may belong to."""
    primitives: tuple[str, ...] = ()
    """The types that it may be of where it is a string or a number, the newest release's first."""
    inner: tuple[str, ...] = ()
    """The types that it may be of where it is an object."""
    target: str = ""
    """The type of resource to which it refers, if it is a reference."""


class Types:
    """Looks up the types of elements."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._names: Mapping[str, str] = data["names"]
        self._types = {name: dict(word.split(":") for word in words.split()) for name, words in data["types"].items()}
        self._remembered = remembered(LIMIT)(self._looked_up)

    def of(self, path: tuple[str, ...]) -> ElementType:
        """The type of an element; ``path``: its resource's type and the names of the elements down to it."""
        return self._remembered(path)

    def _looked_up(self, path: tuple[str, ...]) -> ElementType:
        if len(path) == 1:
            return ElementType(inner=path)
        name, outer = path[-1], self.of(path[:-1])
        holders = outer.inner or _BASES
        said = [self._types[holder][name] for holder in (*holders, *_BASES) if name in self._types.get(holder, ())]
        found = _TYPE.findall("|".join(said or [self._names.get(name, "")]))
        return ElementType(
            tuple(f"{holder}.{name}" for holder in holders),
            tuple(type_ for type_, _ in found if type_[0].islower()),
            tuple(dict.fromkeys(type_ for type_, _ in found if type_[0].isupper())),
            next((target for _, target in found if target), ""),
        )
