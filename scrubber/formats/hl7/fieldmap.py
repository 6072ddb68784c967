"""The field map of HL7 v2, ``patterns/formats/hl7.toml``: what stands in which field of which segment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from scrubber.errors import DataError
from scrubber.formats.maps import load_map
from scrubber.policy import phi_types

TEXT, KEEP, VALUE, BIRTH, EMBEDDED, TERM = "text", "keep", "value", "birth", "embedded", "term"
_WORDS = frozenset({TEXT, KEEP, VALUE, BIRTH, EMBEDDED})


@dataclass(frozen=True, slots=True)
class DataType:
    """What the components of a data type hold."""

    parts: Mapping[str, str]
    """By component, or component and subcomponent ("4.1"): a PHI type, "@", "text", "keep"."""
    name: tuple[int, ...] = ()
    """The components of a person's name in the order in which it is written."""


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """What a field holds."""

    action: str = ""
    """"text", "keep", "value", "birth", "embedded"; empty for what is masked by type."""
    type: str = ""
    datatype: DataType | None = None

    def part(self, component: int, sub: int) -> str:
        """What a component's subcomponent holds: a PHI type, "text" or "keep"."""
        if self.action or self.datatype is None:
            return self.action or self.type
        parts = self.datatype.parts
        found = parts.get(f"{component}.{sub}") or parts.get(str(component)) or TEXT
        return self.type if found == "@" else found


class FieldMap:
    """The map, read and checked.

    Raises:
        DataError: it names a type or data type that there is not.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._types = {name: _datatype(name, entry) for name, entry in data.get("types", {}).items()}
        self._values = {name: self._entry(text, f"values.{name}") for name, text in data.get("values", {}).items()}
        self._segments = {
            name: {int(number): self._entry(text, f"{name}.{number}") for number, text in fields.items()}
            for name, fields in data.items()
            if name not in ("types", "values", "codes")
        }
        self._text = FieldEntry(TEXT)
        self._systems = frozenset(data["codes"]["systems"])
        self._prefixes = tuple(data["codes"]["prefixes"])
        self._coded = FieldEntry(datatype=self._types[data["codes"]["type"]])

    def field(self, segment: str, number: int) -> FieldEntry:
        """What a field holds; text where the map does not say."""
        return self._segments.get(segment, {}).get(number, self._text)

    def value(self, kind: str) -> FieldEntry:
        """What OBX-5 holds, by OBX-2."""
        return self._values.get(kind, self._text)

    def is_public(self, system: str) -> bool:
        """Whether a coding system (table 0396) is one whose words tell nothing of a patient."""
        return system in self._systems or system.startswith(self._prefixes)

    def coded(self, entry: FieldEntry, components: Sequence[str]) -> FieldEntry:
        """The entry, or for a field of text that holds a public code that of coded fields."""
        triplet = entry.action == TEXT and len(components) > 2 and self.is_public(components[2])
        return self._coded if triplet else entry

    def _entry(self, text: Any, where: str) -> FieldEntry:
        words = str(text).split()
        if len(words) == 1 and words[0] in _WORDS:
            return FieldEntry(words[0], "DATE" if words[0] == BIRTH else "")
        if len(words) == 1 and words[0] in phi_types():
            return FieldEntry(type=words[0])
        datatype = self._types.get(words[0]) if words else None
        if datatype is None or len(words) > 2 or (len(words) == 2 and words[1] not in phi_types()):
            raise DataError(f"hl7.toml: {where}: '{text}' is no PHI type, data type and PHI type, or known word")
        if len(words) == 1 and "@" in datatype.parts.values():
            raise DataError(f"hl7.toml: {where}: {words[0]} needs a PHI type")
        return FieldEntry(type=words[1] if len(words) == 2 else "", datatype=datatype)


def _datatype(name: str, entry: Mapping[str, Any]) -> DataType:
    parts = {key: value for key, value in entry.items() if key != "name"}
    for key, value in parts.items():
        if value not in ("@", TEXT, KEEP, TERM) and value not in phi_types():
            raise DataError(f"hl7.toml: types.{name}.{key}: '{value}' is no PHI type")
    return DataType(parts, tuple(entry.get("name", ())))


@lru_cache(maxsize=8)
def field_map(folders: tuple[Path, ...]) -> FieldMap:
    """The shipped map with a site's own laid over it."""
    return FieldMap(load_map("hl7", folders))
