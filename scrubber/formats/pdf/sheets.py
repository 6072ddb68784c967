"""The pages of a PDF as words with their places, form fields included."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from pdfminer.layout import LTChar, LTPage, LTTextBox, LTTextLine
from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import PDFStream, dict_value, list_value, resolve1
from pdfminer.utils import MATRIX_IDENTITY, apply_matrix_rect, mult_matrix

from scrubber.errors import NoteError
from scrubber.formats.pdf.device import UNREAD, Device
from scrubber.formats.pdf.images import Picture
from scrubber.formats.pdf.paths import Segment

_HIDDEN = 2
_ROTATED = {90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}


@dataclass(slots=True)
class Word:
    """Letters without a blank between them. Points from the page's lower left."""

    text: str
    x: float
    end: float
    baseline: float
    size: float
    font: str
    masked: bool = False


@dataclass(slots=True)
class Sheet:
    """One page."""

    width: float
    height: float
    boxes: list[list[list[Word]]] = field(default_factory=list)
    """Blocks of lines of words, from the top."""
    characters: int = 0
    turned: int = 0
    """Characters of turned text, which are not among the words."""
    unread: int = 0
    """Characters of which nobody knows what they mean."""
    paths: int = 0
    rules: list[Segment] = field(default_factory=list)
    """Straight lines and the sides of boxes."""
    picture: float = 0.0
    """The largest picture's share of the page."""
    pictures: list[Picture] = field(default_factory=list)
    """Those that are drawn again; and how many are not:"""
    lost: int = 0
    notes: int = 0
    """Annotations that are not shown on the page."""


def sheets(data: bytes, *, pictures: bool = False) -> Iterator[Sheet]:
    """The pages.

    Args:
        pictures: whether they are taken as well.

    Raises:
        NoteError: the file is broken, encrypted, or larger inside than is allowed.
    """
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL + 1)  # its messages quote the file
    pages = _pages(data, pictures)
    while (sheet := _next(pages)) is not None:
        yield sheet


def _next(pages: Iterator[Sheet]) -> Sheet | None:
    """The next page; None after the last one."""
    try:
        return next(pages, None)
    except (NoteError, MemoryError):
        raise
    except RecursionError:
        raise NoteError("broken: its parts contain each other") from None
    except Exception as error:  # pdfminer meets broken files with errors of any kind
        raise NoteError("broken: no PDF that can be read") from error


def _pages(data: bytes, pictures: bool) -> Iterator[Sheet]:
    try:
        document = PDFDocument(PDFParser(BytesIO(data)))
    except PDFPasswordIncorrect:
        raise NoteError("encrypted, with a password") from None
    device = Device(PDFResourceManager(), pictures=pictures)
    interpreter = PDFPageInterpreter(device.rsrcmgr, device)
    for page in PDFPage.create_pages(document):
        yield _sheet(page, interpreter, device)


def _sheet(page: PDFPage, interpreter: PDFPageInterpreter, device: Device) -> Sheet:
    x0, y0, x1, y1 = page.mediabox
    shift = {90: (-y0, x1), 180: (x1, y1), 270: (y1, -x0)}.get(page.rotate, (-x0, -y0))
    ctm = (*_ROTATED.get(page.rotate, (1, 0, 0, 1)), *shift)
    device.begin_page(page, ctm)
    interpreter.render_contents(page.resources, page.contents, ctm=ctm)
    notes = sum(not _shown(note, interpreter, ctm) for note in list_value(page.annots or []))
    device.end_page(page)
    assert device.page is not None
    width, height = max(device.page.width, 1.0), max(device.page.height, 1.0)
    return Sheet(
        width,
        height,
        _boxes(device.page),
        device.characters,
        device.turned,
        device.unread,
        device.paths,
        device.rules,
        device.picture / (width * height),
        device.pictures,
        device.lost,
        notes,
    )


def _shown(note: Any, interpreter: PDFPageInterpreter, ctm: Any) -> bool:
    """Draw what an annotation or a form field shows on the page; False if it says something that is not shown."""
    about = dict_value(note)
    if int(resolve1(about.get("F", 0))) & _HIDDEN:
        return False
    shown = resolve1(dict_value(about["AP"]).get("N")) if "AP" in about else None
    if isinstance(shown, dict):  # one for each state of a check box
        shown = resolve1(shown.get(getattr(resolve1(about.get("AS")), "name", "")))
    if not isinstance(shown, PDFStream) or "BBox" not in shown:
        return not ({"Contents", "V"} & about.keys())
    matrix = tuple(list_value(shown.get("Matrix", MATRIX_IDENTITY)))
    box = apply_matrix_rect(matrix, tuple(list_value(shown["BBox"])))
    left, low, right, high = list_value(about["Rect"])
    wide = (right - left) / ((box[2] - box[0]) or 1)
    tall = (high - low) / ((box[3] - box[1]) or 1)
    place = (wide, 0, 0, tall, left - box[0] * wide, low - box[1] * tall)
    inner = interpreter.subinterp()
    resources = dict_value(shown.get("Resources") or {})
    inner.render_contents(resources, [shown], ctm=mult_matrix(matrix, mult_matrix(place, ctm)))
    return True


def _boxes(page: LTPage) -> list[list[list[Word]]]:
    boxes = []
    for item in page:
        if isinstance(item, LTTextBox):
            lines = [_words(line) for line in item]
            boxes.append([line for line in lines if line])
        elif isinstance(item, LTChar) and item.get_text().strip():
            boxes.append([[_word([item])]])
    return [box for box in boxes if box]


def _words(line: LTTextLine) -> list[Word]:
    words: list[Word] = []
    letters: list[LTChar] = []
    for item in line:
        if isinstance(item, LTChar) and item.get_text().strip():
            letters.append(item)
        elif letters:
            words.append(_word(letters))
            letters = []
    return [*words, _word(letters)] if letters else words


def _word(letters: list[LTChar]) -> Word:
    first = letters[0]
    text = "".join(letter.get_text() for letter in letters)
    size = max(letter.size for letter in letters)
    return Word(text, first.x0, letters[-1].x1, first.matrix[5], size, first.fontname)


__all__ = ["UNREAD", "Sheet", "Word", "sheets"]
