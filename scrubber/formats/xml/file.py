"""A file that holds one XML document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from scrubber.errors import NoteError, UsageError
from scrubber.formats.fhir.file import masked_xml, resource_marks
from scrubber.formats.identifiers import Identifiers
from scrubber.formats.leaves import Leaf, learn, text_of
from scrubber.formats.slices import Edit, edited
from scrubber.formats.whole import LARGEST, read_whole
from scrubber.formats.xml.document import RESOURCE, Reader, is_fhir, namespace_of, with_people
from scrubber.formats.xml.masking import edits_of
from scrubber.formats.xml.tokens import check_xml
from scrubber.formats.xml.vocabulary import PATIENT, vocabularies
from scrubber.io.encoding import Encoding, decode, named, sniff

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, FileNote, Writable

_BATCH = 10_000
"""Leaves that are masked at a time."""
_DECLARED = re.compile(rb"<\?xml\s[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._:-]+)[\"']")


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Mask a document: one note.

    Raises:
        NoteError: it is not well-formed, declares a document type or entities, is in no known encoding, or too large.
    """
    encoding, text = _decoded(read_whole(source, "XML", LARGEST))
    check_xml(text)
    if is_fhir(text):
        target.write(encoding.bom + encoding.encode(masked_xml(text, context)))
        return
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
    return patient


def _masked(text: str, leaves: Iterator[Leaf], context: FileContext, note: FileNote) -> Iterator[str]:
    """The document piece by piece, so that only its text has to be in memory whole."""
    at = 0
    while batch := list(islice(leaves, _BATCH)):
        edits = sorted(edits_of(batch, context, note, {RESOURCE: partial(resource_marks, context)}))
        end = max(at, batch[-1].slice.end, edits[-1].end if edits else 0)
        yield edited(text[at:end], (Edit(e.start - at, e.end - at, e.text) for e in edits))
        at = end
    yield text[at:]


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
