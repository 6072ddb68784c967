"""A file that holds one XML document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from scrubber.errors import NoteError, UsageError
from scrubber.formats.fhir.ids import id_of
from scrubber.formats.fhir.values import fhir_specials
from scrubber.formats.identifiers import Identifiers
from scrubber.formats.leaves import Leaf, LeafMasker, Special, learn, moved, text_of
from scrubber.formats.slices import Edit, edited
from scrubber.formats.uids import masked_uid
from scrubber.formats.whole import LARGEST, read_whole
from scrubber.formats.xml.document import Reader, namespace_of, with_people
from scrubber.formats.xml.tokens import check_xml, without_html_entities
from scrubber.formats.xml.vocabulary import PATIENT, UID, vocabularies
from scrubber.io.encoding import Encoding, decode, named, sniff

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, FileNote, Mark, Writable

_BATCH = 10_000
"""Leaves that are masked at a time."""
_SUBJECTS = frozenset({"subject.reference@value", "patient.reference@value"})
"""Where FHIR says whose resource it is."""
XHTML = "http://www.w3.org/1999/xhtml"
_DECLARED = re.compile(rb"<\?xml\s[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._:-]+)[\"']")


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Mask a document: one note.

    Raises:
        NoteError: it is not well-formed, declares a document type or entities, is in no known encoding, or too large.
    """
    encoding, text = _decoded(read_whole(source, "XML", LARGEST))
    check_xml(text)
    known = vocabularies(context.settings.maps)
    reader = Reader(text, known, base=namespace_of(text, known))
    identifiers = Identifiers()
    patient = _learned(with_people(reader.leaves()), identifiers)
    whole = text_of(reader.leaves())
    note = context.note(patient=patient or None, known=identifiers.known, head=text, whole=whole)
    target.write(encoding.bom)
    for piece in _masked(text, with_people(reader.leaves()), context, note):
        target.write(encoding.encode(piece))


def _learned(leaves: Iterable[Leaf], identifiers: Identifiers) -> str:
    """Gather what the document says of people; the patient's id, if it says."""
    patient = ""
    for leaf in leaves:
        learn((leaf,), identifiers)
        if leaf.what == PATIENT:
            patient = patient or leaf.slice.text.strip()
            identifiers.add("MEDICALRECORD", leaf.slice.text)
        elif leaf.where == "Patient.id@value":
            patient = patient or leaf.slice.text
        elif leaf.where in _SUBJECTS:
            patient = patient or id_of(leaf.slice.text)
    return patient


def _masked(text: str, leaves: Iterator[Leaf], context: FileContext, note: FileNote) -> Iterator[str]:
    """The document piece by piece, so that only its text has to be in memory whole."""
    at = 0
    while batch := list(islice(leaves, _BATCH)):
        edits = sorted(_edits(batch, context, note))
        end = max(at, batch[-1].slice.end, edits[-1].end if edits else 0)
        yield edited(text[at:end], (Edit(e.start - at, e.end - at, e.text) for e in edits))
        at = end
    yield text[at:]


def fragment_marks(context: FileContext, text: str, note: FileNote, where: str) -> list[Mark]:
    """What has to be replaced in a narrative (XHTML within a FHIR resource)."""
    try:
        check_xml(without_html_entities(text))
    except NoteError:  # as text then: what may look like a tag hides nothing
        return note.marks(text, where)
    leaves = list(Reader(text, vocabularies(context.settings.maps), base=XHTML).leaves())
    return moved(_edits(leaves, context, note))


def _edits(leaves: Sequence[Leaf], context: FileContext, note: FileNote) -> list[Edit]:
    def as_record(value: str, note: FileNote, where: str) -> str | list[Mark]:
        return note.field_marks(value, "MEDICALRECORD", where)

    def as_uid(value: str, note: FileNote, where: str) -> str:
        return masked_uid(context, value, where)

    specials: Mapping[str, Special] = {**fhir_specials(context), PATIENT: as_record, UID: as_uid}
    return list(LeafMasker(context, note, specials).edits(leaves))


def _decoded(data: bytes) -> tuple[Encoding, str]:
    """The encoding that the byte order mark or the declaration announces (UTF-8 by default), and the text."""
    announced = sniff(data[:4])
    declared = _DECLARED.match(data[:1024].removeprefix(announced.bom).replace(b"\0", b""))
    if announced.bom:
        encoding = Encoding(announced.codec, announced.bom)
    else:
        try:
            encoding = named(declared[1].decode("ascii")) if declared else Encoding("utf-8")
        except UsageError:
            raise NoteError("XML: the encoding that it declares is not handled") from None
        encoding = Encoding(encoding.codec)
    text, _ = decode(data[len(encoding.bom) :], encoding)
    return encoding, text
