"""What a package's parts refer to: links outside, and parts that are taken out."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import unquote

from scrubber.formats.links import scrub_link
from scrubber.formats.markup import is_element, local

if TYPE_CHECKING:
    from lxml import etree

    from scrubber.formats.context import FileNote


def scrub_relations(note: FileNote, root: etree._Element, name: str, names: Mapping[str, str]) -> bool:
    """Mask where external links lead, and follow parts that are renamed or gone; whether anything changed.

    Args:
        name: of the part with the relations; names: what the parts will be called, nothing for those that go.
    """
    changed = False
    for relation in [e for e in root if is_element(e)]:
        target = relation.get("Target", "")
        if relation.get("TargetMode") == "External":
            new = scrub_link(note, target, "links")
        else:
            part = _part(name, target)
            new = names.get(part, part)
            if new == part:
                continue
            if not new:
                root.remove(relation)
                changed = True
                continue
            new = f"/{new}"
        relation.set("Target", new)
        changed |= new != target
    return changed


def scrub_overrides(root: etree._Element, names: Mapping[str, str]) -> bool:
    """Follow parts that are renamed or gone in the list of content types; whether anything changed."""
    changed = False
    for element in [e for e in root if is_element(e) and local(e) == "Override"]:
        part = unquote(element.get("PartName", "").lstrip("/"))
        new = names.get(part, part)
        if not new:
            root.remove(element)
        elif new != part:
            element.set("PartName", f"/{new}")
        changed |= new != part
    return changed


def _part(relations: str, target: str) -> str:
    """The part that a relation of the part of ``relations`` means."""
    target = unquote(target)
    if target.startswith("/"):
        return target.lstrip("/")
    base = posixpath.dirname(posixpath.dirname(relations))
    return posixpath.normpath(posixpath.join(base, target))
