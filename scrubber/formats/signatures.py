"""What the first bytes of a message or export tell: cheap tests, for the registry."""

from __future__ import annotations

import re
import zlib

_BOM = b"\xef\xbb\xbf"
_HL7 = re.compile(rb"(?:\xef\xbb\xbf)?[\s\x0b\x1c]*(?:MSH|FHS|BHS)[^A-Za-z0-9\s]{2}")
_FHIR = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{(?s:.)*?"resourceType"\s*:\s*"[A-Z][A-Za-z]+"')
_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|ClinicalDocument\b)")
_HTML = re.compile(rb"(?i)<!doctype\s+html|<html\b")
_VCARD = re.compile(rb"(?i)(?:\xef\xbb\xbf)?\s*BEGIN:VCARD\s")
_GZIP = b"\x1f\x8b"
_PARQUET = re.compile(rb"PAR[1E](?s:.){0,60}?[\x00-\x08]")
_VARIANTS = b"##fileformat=VCF"


def is_hl7(head: bytes) -> bool:
    """HL7 v2, in batches and MLLP frames too."""
    return _HL7.match(head) is not None


def is_fhir(head: bytes) -> bool:
    """A FHIR resource as JSON, or NDJSON."""
    return _FHIR.match(head) is not None


def is_xml(head: bytes) -> bool:
    """XML with its declaration, or CDA without; not XHTML."""
    utf16 = head.startswith((b"\xff\xfe<\0?\0x\0m\0l\0", b"\xfe\xff\0<\0?\0x\0m\0l"))
    return utf16 or (_XML.match(head) is not None and _HTML.search(head) is None)


def is_parquet(head: bytes) -> bool:
    """Parquet: its four letters, and what no text holds soon after them ("PARENT CALLED" begins a note)."""
    return _PARQUET.match(head) is not None


def is_dicom(head: bytes) -> bool:
    """DICOM part 10."""
    return head[128:132] == b"DICM"


def is_vcard(head: bytes) -> bool:
    """Address cards."""
    return _VCARD.match(head) is not None


def is_variants(head: bytes) -> bool:
    """The variant call format, gzip'd too."""
    if head.startswith(_GZIP):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, 64)
        except zlib.error:
            return False
    return head.removeprefix(_BOM).startswith(_VARIANTS)
