"""A page's words as text: block by block, and row by row across the page."""

from __future__ import annotations

from scrubber.formats.context import FileNote
from scrubber.formats.pdf.sheets import Sheet, Word
from scrubber.formats.runs import Runs

_CLOSING = frozenset(",.;:!?)]}'’\"”")
_SAME_ROW = 0.5
"""Of a line's size: lines whose baselines lie so near to each other are one row."""


def scrub_sheet(sheet: Sheet, note: FileNote, where: str) -> None:
    """Mask a page's words in place; the words of a mask stand in the first one, the others are empty.

    The page is read twice, since a PDF does not say how: as rows (a label and its value far to the right) and as blocks
    (columns, paragraphs). What both readings find adds up.
    """
    runs = Runs()
    numbers = {id(word): runs.add(word.text) for box in sheet.boxes for line in box for word in line}
    blank, tab, end = (runs.add(sign, fixed=True) for sign in (" ", "\t", "\n"))

    def joined(lines: list[list[Word]], sign: int) -> list[int]:
        view: list[int] = []
        for line in lines:
            for word in line:
                view += (numbers[id(word)], blank)
            view[-1] = sign
        return view

    blocks = [number for box in sheet.boxes for number in joined(box, end)]
    rows = _rows([line for box in sheet.boxes for line in box])
    across = [number for row in rows for number in (*joined(row, tab)[:-1], end)]
    runs.scrub(note, where, across)
    if across != blocks:
        runs.scrub(note, where, blocks)
    texts = runs.results()
    for box in sheet.boxes:
        for line in box:
            for word in line:
                new = texts[numbers[id(word)]]
                word.text, word.masked = new, new != word.text
            _rejoin(line)


def _rejoin(line: list[Word]) -> None:
    """Put a sign that is left of a masked word ("Velankar,") behind the mask, which stands in the word before."""
    last: Word | None = None
    for word in line:
        if last and last.masked and word.masked and word.text and _CLOSING.issuperset(word.text):
            last.text, word.text = last.text + word.text, ""
        last = word if word.text else last


def sheet_text(sheet: Sheet) -> str:
    """A page as plain text, block by block."""
    blocks = ("\n".join(_line(line) for line in box) for box in sheet.boxes)
    return "\n\n".join(blocks) + "\n"


def rows_of(sheet: Sheet) -> list[list[list[Word]]]:
    """The rows of a page from the top, each its lines from the left."""
    return _rows([line for box in sheet.boxes for line in box])


def _line(words: list[Word]) -> str:
    return " ".join(word.text for word in words if word.text)


def _rows(lines: list[list[Word]]) -> list[list[list[Word]]]:
    rows: list[list[list[Word]]] = []
    base = 0.0
    for line in sorted(lines, key=lambda words: (-words[0].baseline, words[0].x)):
        if rows and base - line[0].baseline < line[0].size * _SAME_ROW:
            rows[-1].append(line)
        else:
            rows.append([line])
            base = line[0].baseline
    return [sorted(row, key=lambda words: words[0].x) for row in rows]
