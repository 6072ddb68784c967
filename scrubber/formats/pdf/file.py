"""PDF: its words are masked and a new file is drawn from them, or written as text; nothing of the old file stays."""

from __future__ import annotations

from typing import BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, Writable
from scrubber.formats.document_signatures import is_pdf
from scrubber.formats.pdf.draw import Drawing
from scrubber.formats.pdf.reading import scrub_sheet, sheet_text
from scrubber.formats.pdf.sheets import Sheet, sheets
from scrubber.formats.pdf.streams import check_streams
from scrubber.formats.spool import drain, spool
from scrubber.formats.whole import read_whole

AS_PDF, AS_TEXT = PDF_AS = ("pdf", "text")
MOST = 256 * 1024 * 1024
_SCANNED = 0.5
"""Of a page: a picture of this size is the page, unless there is more text than on a stamp."""
_STAMP = 200
_DRAWN = 200
"""Strokes from which a page without text must be taken for writing."""
_UNREAD = 0.1
_HEAD = 4000


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
    drawn = context.settings.pdf_as == AS_PDF or context.is_inside
    drawing = Drawing() if drawn and not context.keeps else None
    with spool() as texts:
        for number, sheet in enumerate(sheets(data), 1):
            _check(sheet, number)
            _warn(sheet, context)
            head = sheet_text(sheet)[:_HEAD]
            note = note or context.note(head=head, whole=head)
            scrub_sheet(sheet, note, f"page {number}")
            if drawing is not None:
                drawing.add(sheet)
            else:
                texts.write(("\f" if number > 1 else "").encode() + sheet_text(sheet).encode())
        if note is None:
            raise NoteError("broken: a PDF without pages")
        if drawing is None:
            drain(texts, target.write)
            return
    target.write(drawing.finished())
    if drawing.letters.changed:
        context.warn("letters and signs that the standard fonts of a PDF lack are written otherwise (>=, alpha, ?)")


def _check(sheet: Sheet, number: int) -> None:
    """Refuse a page whose text cannot be read: it would be lost."""
    if (sheet.picture >= _SCANNED and sheet.characters < _STAMP) or (sheet.picture and not sheet.characters):
        raise NoteError(f"page {number} is a picture (scanned?): not handled, since its text cannot be read")
    if not sheet.characters and sheet.paths > _DRAWN:
        raise NoteError(f"page {number} is drawn, without text: not handled, since it cannot be read")
    if sheet.turned > sheet.characters:
        raise NoteError(f"page {number} is turned: not handled")
    if sheet.unread > sheet.characters * _UNREAD:
        raise NoteError(f"page {number} does not say what its letters mean: not handled")


def _warn(sheet: Sheet, context: FileContext) -> None:
    """Say what the new file lacks."""
    if sheet.picture or sheet.paths:
        context.warn("pictures, lines and drawings are left out: what they show cannot be looked at")
    if sheet.turned:
        context.warn("turned text is left out")
    if sheet.unread:
        context.warn("letters whose meaning the PDF does not tell are written as ?")
    if sheet.notes:
        context.warn("notes that are not shown on the page are left out")
