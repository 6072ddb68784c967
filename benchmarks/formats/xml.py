"""XML, read by lxml: CDA by its data types, FHIR by the models of fhir.resources, of others whether they open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.formats.counts import Counts
from benchmarks.formats.fhir import RELEASES, compared, is_list, kind_of

_CDA, _FHIR = "{urn:hl7-org:v3}", "{http://hl7.org/fhir}"
_XHTML = "{http://www.w3.org/1999/xhtml}"
_TYPE = "{http://www.w3.org/2001/XMLSchema-instance}type"
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)|true|false")
_CODES = (
    "code",
    "codeSystem",
    "unit",
    "classCode",
    "moodCode",
    "typeCode",
    "nullFlavor",
    "inversionInd",
    "negationInd",
)
_OF_PEOPLE = (
    "raceCode",
    "ethnicGroupCode",
    "religiousAffiliationCode",
    "maritalStatusCode",
    "administrativeGenderCode",
)
_TIMES = ("TS", "IVL_TS", "PIVL_TS", "EIVL_TS", "SXCM_TS", "IVXB_TS")
_TIME_NAMES = re.compile(r"(?i)time|low|high|center")
_PEOPLE = ("telecom", "birthTime")
_NAMED = ("given", "family")
_PARTS = ("streetAddressLine", "city", "postalCode", "county", "houseNumber", "streetName", "additionalLocator")
_PUBLIC = ("templateId", "typeId")


class _Value(NamedTuple):
    what: str
    """``fact`` or ``person``."""
    value: str


def of_xml(before: Path, after: Path) -> Counts:
    """Any document, parts of CDA without namespace too. But for FHIR it must have the elements that it had."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, huge_tree=True, recover=True)
    old, new = etree.parse(str(before), parser).getroot(), etree.parse(str(after), parser).getroot()
    if str(old.tag).startswith(_FHIR):
        return compared(_resource(old), _resource(new))
    for element in new.iter():
        _unmasked(element)
    if [_shape(one) for one in old.iter()] != [_shape(one) for one in new.iter()]:
        raise ValueError("other elements than before")
    counts = Counts()
    if not str(old.tag).startswith(_CDA) and next(old.iter("templateId"), None) is None:
        return counts
    counts.valid = 1
    for one, other in zip(old.iter(), new.iter(), strict=True):
        counts += _of_element(one, other)
    links, others = _links(old), _links(new)
    counts.numbers += links
    counts.changed += abs(links - others)
    return counts


def _unmasked(element: Any) -> None:
    """Let an element of which CDA says that it is masked have a value as it had before."""
    if element.get("nullFlavor") == "MSK":
        attributes = {"value" if key == "nullFlavor" else key: value for key, value in element.attrib.items()}
        element.attrib.clear()
        element.attrib.update(attributes)


def _shape(element: Any) -> tuple[str, tuple[str, ...]]:
    return str(element.tag), tuple(element.attrib)


def _local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2] if isinstance(element.tag, str) else ""


def _of_element(old: Any, new: Any) -> Counts:
    counts = Counts()
    for (what, value), (_, now) in zip(_values(old), _values(new), strict=True):
        if what == "fact":
            counts.numbers += 1
            counts.changed += value != now
        elif value.strip():
            counts.structured += 1
            counts.left += value == now
    return counts


def _values(element: Any) -> Iterator[_Value]:
    name, outer = _local(element), _local(element.getparent()) if element.getparent() is not None else ""
    kind = str(element.get(_TYPE) or (element.getparent().get(_TYPE) if outer else "") or "").rpartition(":")[2]
    for key, value in element.attrib.items():
        if name in _OF_PEOPLE:
            continue
        if key in _CODES or (name in _PUBLIC and key in ("root", "extension")):
            yield _Value("fact", value)
        elif (key == "extension" and name == "id") or (key == "value" and name in _PEOPLE):
            yield _Value("person", value)
        elif key == "value" and _is_quantity(element, name, kind):
            yield _Value("fact", value)
    if (name in _NAMED and outer == "name") or (name in _PARTS and outer == "addr"):
        yield _Value("person", element.text or "")


def _is_quantity(element: Any, name: str, kind: str) -> bool:
    if kind in _TIMES or not _NUMBER.fullmatch(str(element.get("value")).strip()):
        return False
    return bool(element.get("unit") or kind or not _TIME_NAMES.search(name))


def _links(root: Any) -> int:
    """How many references lead to an ID in the document."""
    ids = {f"#{one.get('ID')}" for one in root.iter() if isinstance(one.tag, str) and one.get("ID")}
    return sum(one.get("value") in ids for one in root.iter(f"{_CDA}reference", "reference"))


def _resource(element: Any) -> dict[str, Any]:
    """A resource as the object that it is in JSON."""
    return {"resourceType": _local(element), **_members(element, _local(element))}


def _members(element: Any, type_: str) -> dict[str, Any]:
    from lxml import etree

    found: dict[str, Any] = {}
    for child in element:
        if str(child.tag).startswith(_XHTML):
            found["div"] = etree.tostring(child, encoding="unicode", with_tail=False)
        if not str(child.tag).startswith(_FHIR):
            continue
        name = _local(child)
        kind = next((k for release in RELEASES if (k := kind_of(release, type_, name))), "")
        inner = next((one for one in child if kind == "Resource"), None)
        value = child.get("value") if inner is None else _resource(inner)
        if value is None:
            value = _members(child, kind)
            name = f"_{name}" if any(str(one.get("url")).endswith("/data-absent-reason") for one in child) else name
        if name == "extension" or any(is_list(release, type_, name) for release in RELEASES):
            found.setdefault(name, []).append(value)
        else:
            found[name] = value
    if element.get("url"):
        found["url"] = element.get("url")
    return found
