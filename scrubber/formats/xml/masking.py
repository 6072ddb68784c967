"""The leaves of XML, masked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scrubber.errors import NoteError
from scrubber.formats.leaves import Leaf, LeafMasker, Special, moved
from scrubber.formats.slices import Edit
from scrubber.formats.xml.document import Reader
from scrubber.formats.xml.tokens import check_xml, without_html_entities
from scrubber.formats.xml.vocabulary import PATIENT, vocabularies

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, FileNote, Mark

XHTML = "http://www.w3.org/1999/xhtml"


def fragment_marks(context: FileContext, text: str, note: FileNote, where: str) -> list[Mark]:
    """What has to be replaced in a narrative (XHTML within a FHIR resource)."""
    try:
        check_xml(without_html_entities(text))
    except NoteError:  # as text then: what may look like a tag hides nothing
        return note.marks(text, where)
    leaves = list(Reader(text, vocabularies(context.settings.maps), base=XHTML).leaves())
    return moved(edits_of(leaves, context, note))


def edits_of(
    leaves: Sequence[Leaf], context: FileContext, note: FileNote, more: Mapping[str, Special] | None = None
) -> list[Edit]:
    """What has to be replaced.

    Args:
        more: what masks further kinds of leaves.
    """

    def as_record(value: str, note: FileNote, where: str) -> str | list[Mark]:
        return note.field_marks(value, "MEDICALRECORD", where)

    return list(LeafMasker(context, note, {PATIENT: as_record, **(more or {})}).edits(leaves))
