"""The maps of XML, ``patterns/formats/xml.toml``: what stands in which element and attribute of which vocabulary. Of
which data types those of CDA are is generated (``cda_types.toml``)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from scrubber.errors import DataError
from scrubber.formats.columns import ColumnNames
from scrubber.formats.embedded import is_embedded
from scrubber.formats.leaves import BASE64, BIRTH, KEEP, LINK, NUMBER, TERM, TEXT, UID, Typed
from scrubber.formats.maps import check_types, load_map
from scrubber.formats.slices import Edit

PATIENT = "patient"
KNOWN, QUANTITY, VALUE = "known", "quantity", "value"
WORDS = frozenset({TEXT, KEEP, TERM, BIRTH, BASE64, LINK, PATIENT, UID, KNOWN, QUANTITY, VALUE})
DATE = re.compile(r"(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{2,6}(?:\.\d+)?)?(?:[+-]\d{4})?")
ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?")
_QUANTITY = re.compile(rf"{NUMBER}|[-+]INF|NaN")
_TIME = re.compile(r"\d{7,}.*")
"""What a value of no known type may be, beside a quantity: a time, or a number of somebody."""
_ANCHOR = re.compile(r"#[\w.:-]+")
_SHORT = 200
"""Code points: a longer text is no field, whatever its element is called."""
Path_ = Sequence[str]


class Vocabulary:
    """What a document's elements and attributes hold, as the map says. Paths are local names from the root."""

    def __init__(self, name: str, data: Mapping[str, Any], schema: Mapping[str, Any]) -> None:
        for table in ("elements", "attributes", "values"):
            check_types(data.get(table, {}), WORDS, f"xml.toml: {name}.{table}")
        self.inline = frozenset(data.get("inline", ()))
        self.cells = frozenset(data.get("cells", ()))
        self.folded = bool(data.get("folded"))
        said: Mapping[str, str] = data.get("elements", {})
        parts = {
            f"{whole}.{part}": said[whole] for whole, all_ in schema.get("parts", {}).items() for part in all_.split()
        }
        self._elements = {**parts, **said}
        codes = {f"@{code}": KEEP for code in schema.get("codes", ())}
        self._attributes: Mapping[str, str] = {**codes, **data.get("attributes", {})}
        self._types: Mapping[str, str] = schema.get("types", {})
        self._typed: Mapping[str, str] = schema.get("elements", {})
        self._values: Mapping[str, str] = data.get("values", {})
        self._signs = frozenset(data.get("signs", ()))
        times = data.get("times", {})
        self._time = re.compile(times.get("form", ".*"))
        self._absent = str(times.get("absent", ""))
        self._data = tuple(str(data.get("data", "=")).split("=", 1))

    def of_text(self, path: Path_, text: str) -> str:
        """What an element's own text is."""
        found = next((w for end in _ends(path) if (w := self._elements.get(end))), TEXT)
        return _by_look(text) if found == TEXT else found

    def kind(self, element: str, attributes: Mapping[str, str]) -> str:
        """What an element's attribute "value" holds, as the data type that it names, its unit or the schema says."""
        named = next((value for name, value in attributes.items() if name.endswith(":type")), "")
        said = self._types.get(named.rpartition(":")[2], "number" if "unit" in attributes else "")
        return said or self._typed.get(element, "")

    def of_attribute(self, path: Path_, name: str, text: str, kind: str) -> str:
        """What an attribute's value is. ``kind``: of the element, or of the one around it that tells."""
        if name == "xmlns" or name.startswith(("xmlns:", "xsi:", "xml:")):
            return KEEP
        found = next((w for end in (*_ends(path), "") if (w := self._attributes.get(f"{end}@{name}"))), TEXT)
        if found == VALUE:
            found = self._values.get(kind, TEXT if _TIME.fullmatch(text) else QUANTITY)
        if found == LINK and _ANCHOR.fullmatch(text):  # into this document, and what it points to is kept
            return KNOWN
        if found == QUANTITY:
            found = KEEP if _QUANTITY.fullmatch(text.strip()) else TEXT
        return _by_look(text) if found == TEXT else found

    def typed(self, what: str, attributes: Mapping[str, str], start: int, end: int) -> Typed | None:
        """What a time in an element's attribute "value" may be, which stands from ``start`` to its quotation mark."""
        if what not in ("DATE", BIRTH) or not self._absent or "nullFlavor" in attributes:
            return None
        return Typed(self._time, [Edit(start, end + 1, self._absent)])

    def fits(self, element: str) -> bool:
        """Whether a document without namespace that has this element is of the vocabulary."""
        return element in self._signs

    def holds_data(self, attributes: Mapping[str, str]) -> bool:
        """Whether an element with these attributes holds base64."""
        return bool(self._data[0]) and attributes.get(self._data[0]) == self._data[1]

    def label(self, name: str) -> str:
        """What is read before a value of this name, as its heading."""
        return ""


class Unknown(Vocabulary):
    """Documents of no known vocabulary: names of elements and attributes are read as those of a table's columns."""

    def __init__(self, data: Mapping[str, Any], columns: ColumnNames) -> None:
        super().__init__("other", data, {})
        self._columns = columns

    def of_text(self, path: Path_, text: str) -> str:
        found = super().of_text(path, text)
        return self._by_name(path[-1], text) if found == TEXT else found

    def of_attribute(self, path: Path_, name: str, text: str, kind: str) -> str:
        found = super().of_attribute(path, name, text, kind)
        return self._by_name(name.rpartition(":")[2], text) if found == TEXT else found

    def label(self, name: str) -> str:
        return " ".join(re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+", name)) + ": "

    def _by_name(self, name: str, text: str) -> str:
        type_ = self._columns.type_of(name) if len(text) <= _SHORT else ""
        return BIRTH if type_ == "DATE" and self._columns.part_of(name) == "birth" else type_ or TEXT


def _ends(path: Path_) -> list[str]:
    """The ends of a path, longest first."""
    last = path[-6:]
    return [".".join(last[at:]) for at in range(len(last))]


def _by_look(text: str) -> str:
    """What a text is of which the map says nothing: a date, an attachment, or text."""
    bare = text.strip()
    if DATE.fullmatch(bare) or ISO.fullmatch(bare):
        return "DATE"
    return BASE64 if is_embedded(text) else TEXT


@lru_cache(maxsize=8)
def vocabularies(own: tuple[Path, ...]) -> Mapping[str, Vocabulary]:
    """The vocabularies by namespace; that of unknown documents under the empty string.

    Raises:
        DataError: the map names what there is not.
    """
    data = load_map("xml", own)
    result: dict[str, Vocabulary] = {"": Unknown(data["other"], ColumnNames(own))}
    for namespace, name in data["namespaces"].items():
        if name not in data:
            raise DataError(f"xml.toml: namespaces: there is no vocabulary '{name}'")
        schema = data[name].get("schema")
        result[namespace] = Vocabulary(name, data[name], load_map(schema, own) if schema else {})
    return result
