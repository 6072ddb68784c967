"""Document properties, document variables and custom XML: values that are read beside their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrubber.formats.docx.attributes import scrub_stamp
from scrubber.formats.links import scrub_link
from scrubber.formats.maps import load_map
from scrubber.formats.markup import is_element, local
from scrubber.formats.runs import Runs

if TYPE_CHECKING:
    from lxml import etree

    from scrubber.formats.context import FileNote

_STAMPS = frozenset(("filetime", "date"))
_STRINGS = "lpwstr"
_TYPED = frozenset(("i1", "i2", "i4", "i8", "int", "ui1", "ui2", "ui4", "ui8", "uint", "r4", "r8", "decimal"))


def scrub_properties(note: FileNote, root: etree._Element, where: str) -> None:
    """docProps/core.xml and app.xml: people and dates are masked whole, the rest is read as text."""
    kinds = load_map("word", ())["properties"]
    for element in list(root):
        how = kinds.get(local(element)) if is_element(element) else None
        if how in (None, "keep"):
            continue
        if how == "drop" or (how == "stamp" and _stamp(note, element, where) is None):
            root.remove(element)
        elif how == "link" and element.text:
            element.text = scrub_link(note, element.text, where)
        elif how not in ("stamp", "drop") and element.text:
            element.text = note.field(element.text, how, where)
    scrub_labelled(note, [e for e in root if is_element(e) and local(e) not in kinds], where)


def scrub_custom(note: FileNote, root: etree._Element, where: str) -> None:
    """docProps/custom.xml: every property is read as "name: value"; a number that is masked becomes text."""
    runs = Runs()
    names: dict[int, etree._Element] = {}
    values: dict[int, etree._Element] = {}
    for property_ in [e for e in root if is_element(e)]:
        leaves = [e for e in property_.iter() if is_element(e) and e is not property_ and e.text]
        if any(local(e) in _STAMPS and _stamp(note, e, where) is None for e in leaves):
            root.remove(property_)
            continue
        names[runs.add(property_.get("name", ""))] = property_
        runs.add(": ", fixed=True)
        for leaf in leaves:
            values[runs.add(leaf.text)] = leaf
            runs.add("\n", fixed=True)
    runs.scrub(note, where)
    texts = runs.results()
    for number in runs.changed():
        if number in names:
            names[number].set("name", texts[number])
        else:
            _set_value(values[number], texts[number])


def scrub_labelled(note: FileNote, elements: list[etree._Element], where: str) -> bool:
    """XML of unknown meaning: every text and attribute is read as "name: value"; whether anything changed."""
    runs = Runs()
    places: dict[int, tuple[etree._Element, str]] = {}
    for root in elements:
        for element in root.iter():
            if not is_element(element):
                continue
            for what, label, text in _strings(element):
                runs.add(f"{label}: ", fixed=True)
                places[runs.add(text)] = (element, what)
                runs.add("\n", fixed=True)
    runs.scrub(note, where)
    texts = runs.results()
    changed = runs.changed()
    for number in changed:
        element, what = places[number]
        if what in ("#text", "#tail"):
            setattr(element, what[1:], texts[number])
        else:
            element.set(what, texts[number])
    return bool(changed)


def scrub_pairs(note: FileNote, elements: list[etree._Element], where: str) -> bool:
    """Elements with a name and a value as attributes (document variables); whether anything changed."""
    changed = False
    for element in elements:
        keys = {key.rpartition("}")[2]: key for key in element.attrib}
        if not {"name", "val"} <= keys.keys():
            continue
        runs = Runs()
        runs.add(element.get(keys["name"]))
        runs.add(": ", fixed=True)
        runs.add(element.get(keys["val"]))
        runs.scrub(note, where)
        texts = runs.results()
        element.set(keys["name"], texts[0])
        element.set(keys["val"], texts[2])
        changed |= bool(runs.changed())
    return changed


def _strings(element: etree._Element) -> list[tuple[str, str, str]]:
    """Where an element holds text, how that is called, and the text."""
    found = [("#text", local(element), element.text), ("#tail", "", element.tail)]
    found += [(name, name.rpartition("}")[2], value) for name, value in element.attrib.items()]
    skip = load_map("word", ())["skip"]["attributes"]
    return [(what, label, text) for what, label, text in found if text and text.strip() and label not in skip]


def _set_value(element: etree._Element, text: str) -> None:
    element.text = text
    if local(element) in _TYPED:
        element.tag = str(element.tag).replace(local(element), _STRINGS)


def _stamp(note: FileNote, element: etree._Element, where: str) -> str | None:
    element.text = scrub_stamp(note, element.text or "", where)
    text: str | None = element.text
    return text
