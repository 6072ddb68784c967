"""A file of one resource, a Bundle, an array of them, or NDJSON: what is about one patient is one note."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.fhir.elements import ElementMap, element_map
from scrubber.formats.fhir.ids import id_of
from scrubber.formats.fhir.resource import JSON, Notation, Place, Walker, patient_of
from scrubber.formats.fhir.values import fhir_specials
from scrubber.formats.fhir.xml import XmlResource
from scrubber.formats.identifiers import Identifiers
from scrubber.formats.json.nodes import Array, Node, Object, parse_json
from scrubber.formats.leaves import XHTML, Leaf, LeafMasker, Special, learn, moved, text_of
from scrubber.formats.slices import Edit, edited
from scrubber.formats.whole import read_whole
from scrubber.formats.xml.masking import fragment_marks

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, FileNote, Mark, Writable

LARGEST = 32 * 1024 * 1024
"""Bytes of a document or line: its tree takes up to twenty times as much."""
_BOM = b"\xef\xbb\xbf"


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Mask a document, or NDJSON line by line.

    Raises:
        NoteError: it is no JSON in UTF-8, or a document (a line) is too large.
    """
    first = source.readline(LARGEST + 1)
    while first and not first.removeprefix(_BOM).strip():
        target.write(first)
        first = source.readline(LARGEST + 1)
    if not _is_whole(first):
        target.write(_masked(first + read_whole(source, "FHIR", LARGEST - len(first)), context))
        return
    line = first
    while line:
        if len(line) > LARGEST:
            raise NoteError(f"FHIR: more than {LARGEST >> 20} MB in one line")
        target.write(_masked(line, context))
        context.progress(source.tell())
        line = source.readline(LARGEST + 1)


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


def _masked(data: bytes, context: FileContext) -> bytes:
    """One document (or line, with what ends it)."""
    bom = _BOM if data.startswith(_BOM) else b""
    try:
        text = data[len(bom) :].decode()
    except UnicodeDecodeError:
        raise NoteError("FHIR: no UTF-8") from None
    if not text.strip():
        return data
    edits = edits_of(parse_json(text), context)
    return bom + edited(text, edits).encode("utf-8", "surrogatepass")


def masked_xml(text: str, context: FileContext) -> str:
    """A document of FHIR as XML, masked.

    Raises:
        NoteError: it is too large.
    """
    if len(text) > LARGEST:
        raise NoteError(f"FHIR: more than {LARGEST >> 20} MB in one document")
    document = XmlResource(text)
    return edited(text, edits_of(document.root, context, document.notation, document.loose))


def resource_marks(context: FileContext, text: str, note: FileNote, where: str) -> list[Mark]:
    """What has to be replaced in a resource within other XML."""
    document = XmlResource(text)
    leaves = Walker(element_map(context.settings.maps), document.notation).leaves(document.root)
    return moved(LeafMasker(context, note, _specials(context)).edits([*leaves, *document.loose]))


def edits_of(root: Node, context: FileContext, notation: Notation = JSON, loose: Sequence[Leaf] = ()) -> Iterator[Edit]:
    """What has to be replaced, patient by patient.

    Args:
        loose: leaves of the document that belong to no element.
    """
    elements = element_map(context.settings.maps)
    walker = Walker(elements, notation)
    groups: dict[str, list[Leaf]] = {}
    shared: list[Leaf] = []
    """What stands in resources that are about nobody in particular: staff, organizations."""
    for patient, node, place in _parts(root, elements):
        leaves = list(walker.leaves(node, place))
        groups.setdefault(patient, []).extend(leaves)
        if not patient:
            shared += leaves
    everybodys = Identifiers()
    learn(shared, everybodys)
    for patient, leaves in groups.items():
        identifiers = Identifiers()
        learn(leaves, identifiers)
        identifiers.add_all(everybodys)
        leaves += loose
        loose = ()
        note = context.note(patient=patient or None, known=identifiers.known, whole=text_of(leaves))
        yield from LeafMasker(context, note, _specials(context)).edits(leaves)


def _specials(context: FileContext) -> dict[str, Special]:
    return {**fhir_specials(context), XHTML: partial(fragment_marks, context)}


def _parts(root: Node, elements: ElementMap) -> Iterator[tuple[str, Node, Place | None]]:
    """The nodes that are about one patient each: a Bundle's entries, or the whole document."""
    if isinstance(root, Array):
        for one in root.items:
            yield from _parts(one, elements)
        return
    if not isinstance(root, Object) or root.text("resourceType") != "Bundle":
        yield patient_of(root, elements), root, None
        return
    entries = [entry for entry in root.items("entry") if isinstance(entry, Object)]
    names = _patients(entries)
    only = next(iter(set(names.values()))) if len(set(names.values())) == 1 else ""
    for at, (key, value) in enumerate(root.members):
        for one in (value.items if isinstance(value, Array) else (value,)) if key == "entry" else (value,):
            resource = one.get("resource") if key == "entry" and isinstance(one, Object) else None
            found = patient_of(resource, elements) if resource is not None else ""
            yield names.get(found, found) or only, one, Place(("Bundle", key), root, at)


def _patients(entries: Sequence[Object]) -> dict[str, str]:
    """The ids of the Bundle's patients by every id that refers to them: their own, and that of their full URL."""
    found: dict[str, str] = {}
    for entry in entries:
        resource = entry.get("resource")
        if isinstance(resource, Object) and resource.text("resourceType") == "Patient":
            url = id_of(entry.text("fullUrl"))
            own = resource.text("id") or url
            found |= {id_: own for id_ in (own, url) if id_}
    return found
