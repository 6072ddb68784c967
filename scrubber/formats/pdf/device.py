"""Takes the characters of a page from pdfminer, and counts what is no text."""

from __future__ import annotations

import unicodedata
from typing import Any

from pdfminer.converter import PDFLayoutAnalyzer
from pdfminer.layout import LAParams, LTChar, LTPage
from pdfminer.pdfinterp import PDFResourceManager

from scrubber.errors import NoteError
from scrubber.formats.pdf.images import Picture, image_of
from scrubber.formats.pdf.paths import Segment, segments

MOST_CHARACTERS = 1_000_000
MOST_FIGURES = 100_000
UNREAD = "\ufffd"
_BULLET = "\uf0b7"
_PRIVATE = "Co"
_LIGATURES = ("\ufb00", "\ufb06")
_ASKEW = 0.15
_SAME_PLACE = 0.3
"""Of a character's width: so near to each other, two equal ones are one, printed twice to look bold."""


class Device(PDFLayoutAnalyzer):
    """Gathers one page after another in :attr:`page`.

    Args:
        pictures: whether they are taken as well.

    Raises:
        NoteError: a page holds more than is allowed.
    """

    def __init__(self, resources: PDFResourceManager, *, pictures: bool = False) -> None:
        super().__init__(resources, laparams=None)
        self._takes = pictures
        self.layout = LAParams(boxes_flow=None)
        self.page: LTPage | None = None
        self.clear()

    def clear(self) -> None:
        """Forget the counts of the page before."""
        self.characters = self.turned = self.unread = self.paths = self.figures = 0
        self.rules: list[Segment] = []
        """Lines and sides of boxes that are drawn again; paths are all others."""
        self.pictures: list[Picture] = []
        """Those that are wanted, and can be drawn again."""
        self.lost = 0
        """Pictures that are not among them."""
        self.picture = 0.0
        """The area of the largest picture, in square points."""
        self._places: set[tuple[str, int, int]] = set()

    def begin_page(self, page: Any, ctm: Any) -> None:
        self.clear()
        super().begin_page(page, ctm)

    def receive_layout(self, ltpage: LTPage) -> None:
        ltpage.analyze(self.layout)
        self.page = ltpage

    def begin_figure(self, name: str, bbox: Any, matrix: Any) -> None:
        """Text in figures is the page's text: nothing is opened."""
        self.figures += 1
        if self.figures > MOST_FIGURES:
            raise NoteError("a page of more drawings than are allowed")

    def end_figure(self, _: str) -> None:
        pass

    def render_image(self, name: str, stream: Any) -> None:
        a, b, c, d = self.ctm[:4]
        self.picture = max(self.picture, abs(a * d - b * c))
        image = image_of(stream) if self._takes else None
        self.lost += image is None
        if image is not None:
            self.pictures.append(Picture(image, tuple(self.ctm)))

    def paint_path(self, gstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Any) -> None:
        found = segments(path, self.ctm, outlined=stroke)
        self.rules += found
        self.paths += not found
        if len(self.rules) > MOST_FIGURES:
            raise NoteError("a page of more drawings than are allowed")

    def render_char(self, matrix: Any, *about: Any, **named: Any) -> float:
        advance = super().render_char(matrix, *about, **named)
        objects = self.cur_item._objs
        item = objects[-1]
        assert isinstance(item, LTChar)
        item._text = self._letters(item.get_text())
        if not _runs_right(item):
            self.turned += bool(item.get_text().strip())
            objects.pop()
        elif self._is_double(item):
            objects.pop()
        else:
            self.characters += bool(item.get_text().strip())
        if self.characters + self.turned > MOST_CHARACTERS:
            raise NoteError("a page of more text than is allowed")
        return advance

    def handle_undefined_char(self, font: Any, cid: int) -> str:
        return UNREAD

    def _letters(self, text: str) -> str:
        """A glyph's text as one reads it: no ligatures, no signs of private use."""
        if text == _BULLET:
            return "•"
        if UNREAD in text or any(unicodedata.category(c) == _PRIVATE for c in text):
            self.unread += 1
            return UNREAD
        if len(text) == 1 and _LIGATURES[0] <= text <= _LIGATURES[1]:
            return unicodedata.normalize("NFKC", text)
        return text.replace("\x00", "")

    def _is_double(self, item: LTChar) -> bool:
        wide = max(item.width * _SAME_PLACE, 0.01)
        high = max(item.height * _SAME_PLACE, 0.01)
        text, x, y = item.get_text(), int(item.x0 / wide), int(item.y0 / high)
        if not text.strip():
            return False
        if any((text, x + i, y + j) in self._places for i in (-1, 0, 1) for j in (-1, 0, 1)):
            return True
        self._places.add((text, x, y))
        return False


def _runs_right(item: LTChar) -> bool:
    """Whether a character's line runs from left to right, as all lines are read here; no more than a little askew."""
    a, b = item.matrix[:2]
    return bool(item.adv == 0 or (a * item.adv > 0 and abs(b) <= _ASKEW * abs(a)))
