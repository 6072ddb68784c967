"""What the first bytes of a file tell: cheap tests, for the registry.

Most inputs are none of all this: a few letters that must be there are looked for before a pattern is even compiled.
"""

from __future__ import annotations

import zlib

from scrubber.lazy_pattern import lazy_re

_BOM = b"\xef\xbb\xbf"
_HL7 = lazy_re(rb"(?:\xef\xbb\xbf)?[\s\x0b\x1c]*(?:MSH|FHS|BHS)[^A-Za-z0-9\s]{2}")
_HL7_NAMES = (b"MSH", b"FHS", b"BHS")
_RESOURCE = lazy_re(rb'"resourceType"\s*:\s*"[A-Z][A-Za-z]+"')
_JSON = lazy_re(rb"(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*[\"}]")
_JSON_TOKEN = lazy_re(rb'"(?:[^"\\]|\\.)*+"?|[{}\[\]]')  # an open string is read once, to its end
_XML = lazy_re(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|ClinicalDocument\b)")
_HTML = lazy_re(rb"(?i)<!doctype\s+html|<html\b")
_VCARD = lazy_re(rb"(?i)(?:\xef\xbb\xbf)?\s*BEGIN:VC(?:ARD|ALENDAR)\s")
_GZIP = b"\x1f\x8b"
_PARQUET = lazy_re(rb"PAR[1E](?s:.){0,60}?[\x00-\x08]")
_VARIANTS = b"##fileformat=VCF"
_PAGE = lazy_re(
    rb"(?is)(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*"
    rb"(?:<!doctype\s+html\b|<html[\s>]|<head[\s>]|<body[\s>])"
)
_HEADER = lazy_re(rb"[!-9;-~]{1,76}:[ \t]?[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*")
_MAIL_NAMES = lazy_re(
    rb"(?im)^(?:from|to|cc|date|received|return-path|delivered-to|message-id|mime-version|content-type):"
)
_ENOUGH_NAMES = 3
MAILBOX_LINE = lazy_re(rb"From [^\r\n]{0,998}\b\d\d?:\d\d(?::\d\d)?\b[^\r\n]{0,99}\b\d{4}\b[^\r\n]{0,99}\r?\n")
"""Before each message of a mailbox: who sent it, and when it came."""


def is_hl7(head: bytes) -> bool:
    """HL7 v2, in batches and MLLP frames too."""
    return any(name in head for name in _HL7_NAMES) and _HL7.match(head) is not None


def is_fhir(head: bytes) -> bool:
    """FHIR as JSON, NDJSON or an array of resources, where that can be told so early."""
    return says_fhir(head) is True


def says_fhir(data: bytes) -> bool | None:
    """Whether the first object of JSON (in an array, if that is what it is) says itself that it is a FHIR resource.

    None if the data end before the object does.
    """
    if b"{" not in data or _JSON.match(data) is None:
        return False
    depth = 0
    for token in _JSON_TOKEN.finditer(data, data.index(b"{")):
        if token[0] in (b"{", b"["):
            depth += 1
        elif token[0] in (b"}", b"]"):
            depth -= 1
            if not depth:
                return False
        elif depth == 1 and _RESOURCE.match(data, token.start()):
            return True
    return None


def is_xml(head: bytes) -> bool:
    """XML with its declaration, or CDA without; not XHTML."""
    utf16 = head.startswith((b"\xff\xfe<\0?\0x\0m\0l\0", b"\xfe\xff\0<\0?\0x\0m\0l"))
    return utf16 or (b"<" in head and _XML.match(head) is not None and _HTML.search(head) is None)


def is_parquet(head: bytes) -> bool:
    """Parquet: its four letters, and what no text holds soon after them ("PARENT CALLED" begins a note)."""
    return head.startswith(b"PAR") and _PARQUET.match(head) is not None


def is_dicom(head: bytes) -> bool:
    """DICOM part 10."""
    return head[128:132] == b"DICM"


def is_vcard(head: bytes) -> bool:
    """Address cards and calendars."""
    return b"begin:vc" in head.lower() and _VCARD.match(head) is not None


def is_gzip(head: bytes) -> bool:
    """A file in gzip."""
    return head.startswith(_GZIP)


def is_variants(head: bytes) -> bool:
    """The variant call format, gzip'd too."""
    if head.startswith(_GZIP):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, 64)
        except zlib.error:
            return False
    return head.removeprefix(_BOM).startswith(_VARIANTS)


def is_docx(head: bytes) -> bool:
    """A zip file with a Word document's parts."""
    return head.startswith(b"PK\x03\x04") and (b"word/" in head or b"wordprocessingml" in head)


def is_xlsx(head: bytes) -> bool:
    """A zip file with a workbook's parts."""
    return head.startswith(b"PK\x03\x04") and (b"xl/" in head or b"spreadsheetml" in head)


def is_pdf(head: bytes) -> bool:
    """A PDF; its sign may stand anywhere in the first kilobyte."""
    return b"%PDF-" in head[:1024]


def is_rtf(head: bytes) -> bool:
    """Rich text."""
    return head.lstrip().startswith(b"{\\rtf")


def is_html(head: bytes) -> bool:
    """HTML or XHTML that says so at its start."""
    return b"<" in head and _PAGE.match(head) is not None  # what is none need not compile the pattern


def is_mail(head: bytes) -> bool:
    """A message: header lines from its first byte on, three of which every message has."""
    end = 0
    while match := _HEADER.match(head, end):
        end = match.end()
    names = {name.lower() for name in _MAIL_NAMES.findall(head[:end])}
    return (len(names) >= _ENOUGH_NAMES and b"message-id:" in names) or (b"mime-version:" in names and len(names) > 1)


def is_mailbox(head: bytes) -> bool:
    """Messages in a row: a line "From " with a time, and headers below it."""
    if not head.startswith(b"From ") or not (line := MAILBOX_LINE.match(head)):
        return False
    return _HEADER.match(head, line.end()) is not None
