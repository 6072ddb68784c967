"""What the first bytes of a document tell: cheap tests, for the registry."""

from __future__ import annotations

from scrubber.lazy_pattern import lazy_re

_HTML = lazy_re(
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
    return b"<" in head and _HTML.match(head) is not None  # what is none need not compile the pattern


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
