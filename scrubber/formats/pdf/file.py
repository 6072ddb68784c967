"""PDF: its words are masked and a new file is drawn from them, or written as text; nothing of the old file stays."""

from __future__ import annotations

from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.pdf.draw import Drawing
from scrubber.formats.pdf.reading import scrub_sheet, sheet_text
from scrubber.formats.pdf.sheets import Sheet, sheets
from scrubber.formats.pdf.streams import check_streams
from scrubber.formats.pictures import KEEP, WARNING
from scrubber.formats.signatures import is_pdf
from scrubber.formats.spool import drain, spool
from scrubber.formats.whole import HEAD, read_whole

AS_PDF, AS_TEXT = ("pdf", "text")
MOST = 256 * 1024 * 1024
_SCANNED = 0.5
"""Of a page: a picture of this size is the page, unless there is more text than on a stamp."""
_STAMP = 200
_DRAWN = 200
"""Strokes from which a page without text must be taken for writing."""
_UNREAD = 0.1


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Write a new PDF, or text, from a PDF's words.

    Raises:
        NoteError: it is encrypted, broken or a bomb, or has pages whose text cannot be read (scanned ones).
    """
    data = read_whole(source, "a PDF", MOST)
    if not is_pdf(data[:1024]):
        raise NoteError("no PDF: it does not begin like one")
    check_streams(data)
    note = None
    keeps = context.settings.pictures == KEEP
    drawn = context.settings.pdf_as == AS_PDF or context.is_inside
    drawing = Drawing() if drawn and not context.keeps else None
    with spool() as texts:
        for number, sheet in enumerate(sheets(data, pictures=keeps), 1):
            if error := _fault(sheet):
                context.leave_out(f"page {number}", error, data)
                continue
            _warn(sheet, context)
            head = sheet_text(sheet)[:HEAD]
            note = note or context.note(head=head, whole=head)
            scrub_sheet(sheet, note, f"page {number}")
            if drawing is not None:
                drawing.add(sheet)
            else:
                texts.write(("\f" if number > 1 else "").encode() + sheet_text(sheet).encode())
        if note is None:
            raise NoteError("a PDF without pages that can be read")
        if drawing is None:
            drain(texts, target.write)
            return
    target.write(drawing.finished())
    if drawing.letters.changed:
        context.warn("letters and signs that the standard fonts of a PDF lack are written otherwise (>=, alpha, ?)")


def _fault(sheet: Sheet) -> str:
    """Why a page's text cannot be read, so that it would be lost; empty where it can."""
    if (sheet.picture >= _SCANNED and sheet.characters < _STAMP) or (sheet.picture and not sheet.characters):
        return "a picture (scanned?), whose text cannot be read"
    if not sheet.characters and sheet.paths > _DRAWN:
        return "drawn, without text that can be read"
    if sheet.turned > sheet.characters:
        return "turned to the side"
    if sheet.unread > sheet.characters * _UNREAD:
        return "does not say what its letters mean"
    return ""


def _warn(sheet: Sheet, context: FileContext) -> None:
    """Say what the new file lacks."""
    if sheet.pictures:
        context.warn(WARNING[KEEP])
    if sheet.lost or sheet.paths:
        context.warn("pictures and drawings are left out: what they show cannot be looked at")
    if sheet.turned:
        context.warn("turned text is left out")
    if sheet.unread:
        context.warn("letters whose meaning the PDF does not tell are written as ?")
    if sheet.notes:
        context.warn("notes that are not shown on the page are left out")
