"""The field map of HL7 v2: what stands in which field of which segment.

``patterns/formats/hl7_tables.toml``, generated, says of which data type each is; ``hl7.toml`` what data types hold, and
which fields hold something else or more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from scrubber.errors import DataError
from scrubber.formats.maps import load_map
from scrubber.policy import phi_types

TEXT, KEEP, VALUE, BIRTH, EMBEDDED, TERM = "text", "keep", "value", "birth", "embedded", "term"
_WORDS = frozenset({TEXT, KEEP, VALUE, BIRTH, EMBEDDED})
_TABLES = ("types", "codes", "labels")
_OWN = "@"
_TABLE = re.compile(r"HL7\d{4}")


@dataclass(frozen=True, slots=True)
class DataType:
    """What the components of a data type hold."""

    parts: Mapping[str, str]
    """By component, or component and subcomponent ("4.1"): a PHI type, "@", "text", "keep", "term"."""
    name: tuple[int, ...] = ()
    """The components of a person's name in the order in which it is written."""
    own: str = ""
    """The PHI type for which "@" stands where a field names none."""


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """What a field holds."""

    action: str = ""
    """"text", "keep", "value", "birth", "embedded"; empty for what is masked by type."""
    type: str = ""
    datatype: DataType | None = None

    def part(self, component: int, sub: int) -> str:
        """What a component's subcomponent holds: a PHI type, "text", "keep" or "term"."""
        if self.action or self.datatype is None:
            return self.action or self.type
        parts = self.datatype.parts
        found = parts.get(f"{component}.{sub}") or parts.get(str(component)) or TEXT
        return self.type if found == _OWN else found


class FieldMap:
    """The map, read and checked.

    Args:
        data: what ``hl7.toml`` says; tables: the data types of fields and of components.

    Raises:
        DataError: it names a type or data type that there is not.
    """

    def __init__(self, data: Mapping[str, Any], tables: Mapping[str, Mapping[str, str]]) -> None:
        self._components = {name: words.split() for name, words in tables["datatypes"].items()}
        self._fields = {name: words.split() for name, words in tables["segments"].items()}
        self._said: Mapping[str, Any] = data["types"]
        self._made: dict[str, DataType] = {}
        self._segments = {
            name: {int(number): self._entry(text, f"{name}.{number}") for number, text in fields.items()}
            for name, fields in data.items()
            if name not in _TABLES
        }
        self._text = FieldEntry(TEXT)
        self._labels: Mapping[str, str] = data["labels"]
        self._systems = frozenset(data["codes"]["systems"])
        self._prefixes = tuple(data["codes"]["prefixes"])
        self._coded = self._entry(data["codes"]["type"], "codes.type")

    def field(self, segment: str, number: int) -> FieldEntry:
        """What a field holds, as the map or its data type says; text where neither does."""
        found = self._segments.setdefault(segment, {}).get(number)
        if found is None:
            datatypes = self._fields.get(segment, ())
            found = self.of_datatype(datatypes[number - 1]) if number <= len(datatypes) else self._text
            self._segments[segment][number] = found
        return found

    def label(self, segment: str, number: int) -> str:
        """What is read before a field's texts."""
        said = self._labels.get(f"{segment}.{number}", "")
        return f"{said}: " if said else ""

    def is_public(self, system: str) -> bool:
        """Whether a coding system (table 0396) is one whose words tell nothing of a patient."""
        return system in self._systems or system.startswith(self._prefixes)

    def is_named(self, text: str) -> bool:
        """Whether a text is the name of a public coding system or of a table of HL7's, and can be nothing else."""
        return text in self._systems or _TABLE.fullmatch(text) is not None

    def coded(self, entry: FieldEntry, components: Sequence[str]) -> FieldEntry:
        """The entry, or for a field of text that holds a public code that of coded fields."""
        triplet = entry.action == TEXT and len(components) > 2 and self.is_public(components[2])
        return self._coded if triplet else entry

    def of_datatype(self, name: str) -> FieldEntry:
        """What a field of this data type holds; text where it is none."""
        said = self._said.get(name, {})
        if isinstance(said, str):
            return FieldEntry(said) if said in _WORDS else FieldEntry(type=said)
        if not said and name not in self._components:
            return self._text
        datatype = self._datatype(name)
        return FieldEntry(type=datatype.own, datatype=datatype)

    def _datatype(self, name: str) -> DataType:
        """A data type; components of which nothing is said hold what their own data types do."""
        if name not in self._made:
            said = self._said.get(name, {})
            said = {**self._said.get(said.get("like", ""), {}), **said}
            named = _checked(name, said)
            inherited = {key: what for key, what in self._inherited(name) if key.split(".")[0] not in named}
            self._made[name] = DataType({**inherited, **named}, tuple(said.get("name", ())), said.get("own", ""))
        return self._made[name]

    def _inherited(self, name: str) -> Iterator[tuple[str, str]]:
        for number, datatype in enumerate(self._components.get(name, ()), 1):
            said = self._said.get(datatype, {})
            if isinstance(said, str):
                yield str(number), said
            elif datatype in self._components:
                inner = self._datatype(datatype)
                for sub in range(1, len(self._components[datatype]) + 1):
                    found = inner.parts.get(str(sub)) or inner.parts.get(f"{sub}.1", TEXT)
                    yield f"{number}.{sub}", inner.own if found == _OWN and inner.own else found

    def _entry(self, text: Any, where: str) -> FieldEntry:
        words = str(text).split()
        if len(words) == 1 and words[0] in _WORDS:
            return FieldEntry(words[0], "DATE" if words[0] == BIRTH else "")
        if len(words) == 1 and words[0] in phi_types():
            return FieldEntry(type=words[0])
        if (
            not 1 <= len(words) <= 2
            or (len(words) == 2 and words[1] not in phi_types())
            or not self._is_datatype(words)
        ):
            raise DataError(f"hl7.toml: {where}: '{text}' is no PHI type, data type and PHI type, or known word")
        datatype = self._datatype(words[0])
        if len(words) == 1 and not datatype.own and _OWN in datatype.parts.values():
            raise DataError(f"hl7.toml: {where}: {words[0]} needs a PHI type")
        return FieldEntry(type=words[-1] if len(words) == 2 else datatype.own, datatype=datatype)

    def _is_datatype(self, words: Sequence[str]) -> bool:
        return words[0] in self._components or isinstance(self._said.get(words[0]), Mapping)


def _checked(name: str, said: Mapping[str, Any]) -> Mapping[str, str]:
    """What the map says of a data type's components."""
    parts = {key: value for key, value in said.items() if key not in ("name", "own", "like")}
    for key, value in parts.items():
        if value not in (_OWN, TEXT, KEEP, TERM) and value not in phi_types():
            raise DataError(f"hl7.toml: types.{name}.{key}: '{value}' is no PHI type")
    return parts


@lru_cache(maxsize=8)
def field_map(folders: tuple[Path, ...]) -> FieldMap:
    """The shipped map with a site's own laid over it."""
    return FieldMap(load_map("hl7", folders), load_map("hl7_tables", folders))
