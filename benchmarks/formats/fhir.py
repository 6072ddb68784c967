"""FHIR, read by fhir.resources: its models say of which type every element is, and whether a resource is valid."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.formats.counts import Counts

RELEASES = ("fhir.resources.R4B", "fhir.resources", "fhir.resources.STU3")
_FACTS = frozenset(
    {"Code", "Decimal", "Integer", "PositiveInt", "UnsignedInt", "bool", "Boolean", "Canonical", "Integer64"}
)
_FACTS_OF = frozenset(
    {"Coding.system", "Coding.code", "Quantity.unit", "Quantity.system", "Quantity.code", "Identifier.system",
     "Extension.url", "Money.currency"}
)  # fmt: skip
_PEOPLE = frozenset(
    {"HumanName.family", "HumanName.given", "HumanName.text", "Address.line", "Address.city", "Address.text",
     "Address.postalCode", "Address.district", "ContactPoint.value", "Identifier.value", "Patient.birthDate",
     "Reference.identifier"}
)  # fmt: skip
_TYPE = re.compile(r"abc\.(\w+)Type|(?<![\w.])(\w+)\(")
_REFERENCE = re.compile(r"(?:.*/)?([A-Z][A-Za-z]+)/[^/?#]+")


class Value(NamedTuple):
    """A primitive value: its place, ``Type.element``, its primitive type."""

    place: tuple[str | int, ...]
    name: str
    kind: str
    value: str


def of_fhir(before: Path, after: Path) -> Counts:
    """JSON and NDJSON: facts, links, people, and whether what was valid still is."""
    counts = Counts()
    old, new = _resources(before), _resources(after)
    for one, other in zip(old, new, strict=True):
        counts += compared(one, other)
    return counts


def compared(old: Any, new: Any) -> Counts:
    """Counts over one resource and what became of it."""
    counts = Counts()
    release = _release(old)
    if isinstance(old, dict) and _is_valid(old, release):
        counts.valid = 1
        counts.invalid = not _is_valid(new, release)
    after = {value.place: value.value for value in values(new, release)}
    for value in values(old, release):
        now = after.get(value.place)
        if value.name in _PEOPLE:
            counts.structured += 1
            counts.left += now == value.value
        elif value.name in _FACTS_OF or value.kind in _FACTS:
            counts.numbers += 1
            counts.changed += now != value.value and not _is_of_person(value)
        elif value.name == "Reference.reference" and (found := _REFERENCE.fullmatch(value.value)):
            counts.numbers += 1
            kept = _REFERENCE.fullmatch(now or "")
            counts.changed += not kept or kept[1] != found[1]
    links, others = _resolved(old), _resolved(new)
    counts.numbers += links
    counts.changed += abs(links - others)
    return counts


def _is_of_person(value: Value) -> bool:
    """Coordinates and ages are numbers, but of a person."""
    return (
        "latitude" in value.place
        or value.name.startswith(("Age.", "LocationPosition."))
        or value.name == ("Extension.valueDecimal")
    )


def _resources(path: Path) -> list[Any]:
    text = path.read_text("utf-8-sig")
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


@cache
def _model(release: str, name: str) -> Any:
    try:
        return import_module(release).get_fhir_model_class(name)
    except (LookupError, ImportError, ValueError):
        return None


def _is_valid(resource: Any, release: str) -> bool:
    model = _model(release, resource.get("resourceType", ""))
    try:
        model.model_validate(resource)
    except Exception:
        return False
    return True


def _release(resource: Any) -> str:
    """The release by which it is valid; else R4."""
    known = resource if isinstance(resource, dict) else {}
    return next((release for release in RELEASES if _is_valid(known, release)), RELEASES[0])


def values(node: Any, release: str, type_: str = "", place: tuple[str | int, ...] = ()) -> Iterator[Value]:
    """Every primitive value of a resource whose type the models know."""
    if not isinstance(node, dict):
        return
    type_ = node.get("resourceType", type_) if isinstance(node.get("resourceType", ""), str) else type_
    for name, value in node.items():
        kind = kind_of(release, type_, name.removeprefix("_"))
        for at, item in enumerate(value if isinstance(value, list) else [value]):
            here = (*place, name, at)
            if isinstance(item, dict):
                yield from values(item, release, "Element" if name.startswith("_") else kind, here)
            elif item is not None and kind:
                yield Value(here, f"{type_}.{name}", kind, str(item))


def kind_of(release: str, type_: str, name: str) -> str:
    """The type of an element, as fhir.resources calls it; empty where it has none such."""
    annotation = _annotation(release, type_, name)
    found = _TYPE.search(annotation)
    return (found[1] or found[2]) if found else ("bool" if "bool" in annotation else "")


def is_list(release: str, type_: str, name: str) -> bool:
    """Whether an element may be repeated."""
    return "List[" in _annotation(release, type_, name)


@cache
def _annotation(release: str, type_: str, name: str) -> str:
    model = _model(release, type_)
    fields = model.model_fields if model is not None else {}
    field = fields.get(name) or fields.get(f"{name}_fhir")
    return str(field.annotation) if field is not None else ""


def _resolved(resource: Any) -> int:
    """How many references of a resource lead to one that is contained in it, or stands in the same Bundle."""
    if not isinstance(resource, dict):
        return 0
    names = {f"#{one.get('id')}" for one in _below(resource) if one.get("resourceType")}
    for entry in resource.get("entry") or ():
        if isinstance(entry, dict) and isinstance(inner := entry.get("resource"), dict):
            names |= {str(entry.get("fullUrl")), f"{inner.get('resourceType')}/{inner.get('id')}"}
    return sum(str(one.get("reference")) in names for one in _below(resource) if one.get("reference"))


def _below(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        node = list(node.values())
    for one in node if isinstance(node, list) else ():
        yield from _below(one)
