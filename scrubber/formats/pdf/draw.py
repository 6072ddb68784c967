"""New pages drawn from words: nothing of the old file is in the new one."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from scrubber.formats.pdf.letters import Letters
from scrubber.formats.pdf.reading import rows_of
from scrubber.formats.pdf.sheets import Sheet, Word

_MARGIN = 8.0
_LEAST, _MOST = 0.5, 1.6
"""How much a word may be narrowed or widened to fit where another font had it."""
_LINE = 0.5
"""Points: the width of all lines."""
_BLANK = 0.25
"""Of a font's size."""
_SIZES = (1.0, 300.0)
_BOLD = re.compile(r"bold|black|heavy|semib|demi", re.IGNORECASE)
_SLANTED = re.compile(r"italic|oblique|slanted", re.IGNORECASE)
_FIXED = re.compile(r"courier|mono|consol|typewriter|fixed", re.IGNORECASE)
_SERIF = re.compile(r"times|(?<!sans)serif|roman|georgia|garamond|cambria|palatino|bookman|CMR|minion", re.IGNORECASE)
_FONTS = {
    "Courier": ("Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique"),
    "Times": ("Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic"),
    "Helvetica": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique"),
}


class Drawing:
    """A PDF that is being drawn, page by page. The same pages give the same bytes."""

    def __init__(self) -> None:
        self._file = BytesIO()
        self._canvas = Canvas(self._file, pageCompression=1, invariant=1)
        self._canvas.setTitle("")
        self._canvas.setAuthor("")
        self._canvas.setSubject("")
        self.letters = Letters()

    def add(self, sheet: Sheet) -> None:
        """Draw a page.

        Raises:
            NoteError: it holds letters that cannot be drawn.
        """
        self._canvas.setPageSize((sheet.width, sheet.height))
        self._canvas.setLineWidth(_LINE)
        for image, matrix in sheet.pictures:
            self._canvas.saveState()
            self._canvas.transform(*matrix)
            self._canvas.drawImage(ImageReader(image), 0, 0, 1, 1)
            self._canvas.restoreState()
        self._canvas.lines(sheet.rules)
        for row in rows_of(sheet):
            for number, line in enumerate(row):
                right = row[number + 1][0].x - 2 if number + 1 < len(row) else sheet.width - _MARGIN
                self._line(line, max(right, line[-1].end))
        self._canvas.showPage()

    def finished(self) -> bytes:
        """The file."""
        self._canvas.save()
        return self._file.getvalue()

    def _line(self, words: list[Word], right: float) -> None:
        placed: list[tuple[Word, str, float, float]] = []
        shown = [word for word in words if word.text]
        cursor = words[0].x
        for number, word in enumerate(shown):
            x = max(word.x, cursor)
            end = shown[number + 1].x - word.size * _BLANK if number + 1 < len(shown) else right
            text = self.letters.drawable(word.text)
            width = _width(word, text, max(word.end, end) - word.x if word.masked else word.end - word.x)
            placed.append((word, text, x, width))
            cursor = x + width + word.size * _BLANK
        if placed:
            self._place(placed, right)

    def _place(self, placed: list[tuple[Word, str, float, float]], right: float) -> None:
        left, end = placed[0][2], placed[-1][2] + placed[-1][3]
        squeeze = max(_LEAST, min(1.0, (right - left) / (end - left))) if end > left else 1.0
        pen: Any = self._canvas.beginText()
        for word, text, x, width in placed:
            font, size = font_of(word.font), _size(word)
            pen.setFont(font, size)
            pen.setHorizScale(100 * squeeze * width / (stringWidth(text, font, size) or 1.0))
            pen.setTextOrigin(left + (x - left) * squeeze, word.baseline)
            pen.textOut(text + " ")
        self._canvas.drawText(pen)


def _size(word: Word) -> float:
    return min(max(word.size, _SIZES[0]), _SIZES[1])


def _width(word: Word, text: str, room: float) -> float:
    """How wide a word is drawn: as wide as it was, or a mask as wide as it needs to be where there is room."""
    natural: float = stringWidth(text, font_of(word.font), _size(word))
    if word.masked:
        return natural if natural <= room else max(room, natural * _LEAST)
    return room if natural and natural * _LEAST <= room <= natural * _MOST else natural


def font_of(name: str) -> str:
    """The standard font that is most like one of this name."""
    family = "Courier" if _FIXED.search(name) else "Times" if _SERIF.search(name) else "Helvetica"
    return _FONTS[family][bool(_BOLD.search(name)) + 2 * bool(_SLANTED.search(name))]
