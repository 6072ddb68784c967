"""What a package's parts refer to: links outside, and parts that are taken out."""

from __future__ import annotations

import posixpath
from collections.abc import Collection
from typing import TYPE_CHECKING

from scrubber.formats.links import scrub_link
from scrubber.formats.markup import is_element, local

if TYPE_CHECKING:
    from lxml import etree

    from scrubber.formats.desk import DeskNote


def scrub_relations(note: DeskNote, root: etree._Element, name: str, gone: Collection[str]) -> bool:
    """Mask where external links lead, and drop what refers to parts that are gone; whether anything changed."""
    changed = False
    for relation in [e for e in root if is_element(e)]:
        target = relation.get("Target", "")
        if relation.get("TargetMode") == "External":
            new = scrub_link(note, target, "links")
            relation.set("Target", new)
            changed |= new != target
        elif _part(name, target) in gone:
            root.remove(relation)
            changed = True
    return changed


def drop_overrides(root: etree._Element, gone: Collection[str]) -> bool:
    """Take parts that are gone out of the list of content types; whether anything changed."""
    listed = [e for e in root if is_element(e) and local(e) == "Override"]
    dropped = [e for e in listed if e.get("PartName", "").lstrip("/") in gone]
    for element in dropped:
        root.remove(element)
    return bool(dropped)


def _part(relations: str, target: str) -> str:
    """The part that a relation of the part of ``relations`` means."""
    if target.startswith("/"):
        return target.lstrip("/")
    base = posixpath.dirname(posixpath.dirname(relations))
    return posixpath.normpath(posixpath.join(base, target))
