"""HL7 v2, read by hl7apy: its tables say of which data type every field and component is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.formats.counts import Counts

_CODES = frozenset({"NM", "SI", "ID", "IS", "SN"})
_CODED = frozenset({"CE", "CWE", "CNE", "CF"})
_DATES = frozenset({"DT", "TS", "DTM"})
_PEOPLE = {
    "XPN": (1, 2, 3), "PN": (1, 2, 3), "XCN": (1, 2, 3, 4), "CN": (1, 2, 3, 4), "PPN": (1, 2, 3, 4),
    "CNN": (1, 2, 3, 4),
    "XAD": (1, 2, 3, 5), "AD": (1, 2, 3, 5), "XTN": (1, 4, 7, 12), "CX": (1,), "CK": (1,), "EI": (1,),
}  # fmt: skip
_SEGMENT = re.compile(r"[A-Z][A-Z0-9]{2}")
_PLACES = ("PID_12",)
"""Codes that say where somebody lives."""
_NULL = '""'
_LEAST = 2


class _Leaf(NamedTuple):
    place: tuple[int, ...]
    datatype: str
    parent: str
    number: int
    value: str
    field: str


def of_hl7(before: Path, after: Path) -> Counts:
    """Numbers, codes and their systems, against names, addresses, telephones, identifiers and dates."""
    old, new = list(_leaves(before)), {leaf.place: leaf.value for leaf in _leaves(after)}
    counts = Counts()
    for leaf in old:
        same = new.get(leaf.place) == leaf.value
        if _is_fact(leaf):
            counts.numbers += 1
            counts.changed += not same
        elif _is_structured(leaf):
            counts.structured += 1
            counts.left += same
    return counts


def _is_fact(leaf: _Leaf) -> bool:
    """A number, a code or its system; what holds words is none, whatever its place."""
    if " " in leaf.value or leaf.field in _PLACES:
        return False
    return leaf.number in (1, 3, 4, 6) if leaf.parent in _CODED else leaf.datatype in _CODES and not leaf.parent


def _is_structured(leaf: _Leaf) -> bool:
    named = leaf.number in _PEOPLE.get(leaf.parent, ())
    return (named or leaf.datatype in _DATES) and leaf.value != _NULL and len(leaf.value) >= _LEAST


def _leaves(path: Path) -> Iterator[_Leaf]:
    """Every component of every segment that hl7apy parses, with its place; a message's version is what MSH-12 says."""
    from hl7apy.parser import parse_segment

    version, signs = "2.5", "|^~\\&"
    for n, line in enumerate(re.split(r"[\r\n\x0b\x1c]+", path.read_text("utf-8", "replace").lstrip("\ufeff"))):
        if line.startswith("MSH"):
            signs = line[3:8]
            version = _version(line.split(signs[0]))
        if line.startswith(("MSH", "FHS", "BHS")) or not _SEGMENT.match(line):
            continue
        marks = dict(zip(("FIELD", "COMPONENT", "REPETITION", "ESCAPE", "SUBCOMPONENT"), signs, strict=False))
        try:
            segment = parse_segment(line, version=version, encoding_chars=marks)
        except Exception:  # a segment that this version has not: of its fields no data type is known
            continue
        for m, field in enumerate(segment.children):
            yield from _of_field(field, (n, m))


def _version(header: list[str]) -> str:
    import hl7apy

    said = header[11].split("^")[0] if len(header) > 11 else ""
    return said if said in hl7apy.SUPPORTED_LIBRARIES else "2.5"


def _of_field(field: Any, place: tuple[int, ...]) -> Iterator[_Leaf]:
    kind = str(field.datatype or "")
    if not field.children or kind in (*_CODES, *_DATES):
        yield from _leaf((*place, 0), kind, "", 1, field, str(field.name))
        return
    for component in field.children:
        number = _number(component)
        inner = str(component.datatype or "")
        if inner in _DATES or not component.children or kind in _PEOPLE or kind in _CODED:
            yield from _leaf((*place, number), inner, kind, number, component, str(field.name))


def _number(component: Any) -> int:
    """A component's number in its data type; 0 where hl7apy gives none."""
    found = re.search(r"_(\d+)$", str(component.name))
    return int(found[1]) if found else 0


def _leaf(place: tuple[int, ...], kind: str, parent: str, number: int, element: Any, field: str) -> Iterator[_Leaf]:
    value = str(element.to_er7()).strip()
    if value:
        yield _Leaf(place, kind, parent, number, value, field)
