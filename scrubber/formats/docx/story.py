"""The text of one XML part (body, header, comments, chart): gathered in reading order, written back where it stood."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from scrubber.formats.lines import Change, Line, Lines, Part
from scrubber.formats.markup import XML_NAMESPACE, is_element, local

if TYPE_CHECKING:
    from lxml import etree

    from scrubber.formats.context import FileNote

_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_TEXTS = frozenset(("t", "delText"))
_CODES = frozenset(("instrText", "delInstrText"))
_DELETED = frozenset(("del", "moveFrom"))
_INSERTED = frozenset(("ins", "moveTo"))

Key: TypeAlias = "tuple[etree._Element, str]"
"""An element and its ``text`` or ``tail``."""


class Story:
    """One part's text. Gather, then :meth:`scrub`; nothing of the tree changes before :meth:`write`.

    A paragraph is one text however many runs it has, table cells of a row are separated by tabs, and text that stands
    outside any paragraph is a line of its own. Text with tracked changes is read twice, as it was and as it is.
    """

    def __init__(self, root: etree._Element, skip: frozenset[str]) -> None:
        self._lines: Lines[Key] = Lines()
        self._skip = skip
        self._open: list[tuple[Line[Key], Line[Key]]] = []
        """The paragraphs that have begun: their runs, and the field codes in them, which are read by themselves."""
        self._changes: list[Change] = []
        self._walk(root)

    def scrub(self, note: FileNote, where: str) -> None:
        """Look for PHI in all of it."""
        self._lines.scrub(note, where)

    def write(self) -> bool:
        """Put what was found into the tree; whether anything changed."""
        changed = self._lines.changed()
        for (element, what), text, _ in changed:
            setattr(element, what, text)
            if what == "text" and local(element) in _TEXTS | _CODES:
                element.set(f"{{{XML_NAMESPACE}}}space", "preserve")
        return bool(changed)

    def head(self, size: int = 4000) -> str:
        """How the text begins."""
        return self._lines.head(size)

    def _walk(self, root: etree._Element) -> None:
        """Depth first, without recursion: documents nest as deep as they like."""
        stack: list[tuple[etree._Element, bool]] = [(root, False)]
        while stack:
            element, done = stack.pop()
            if done:
                self._leave(element)
                continue
            if is_element(element):
                self._enter(element)
                stack.append((element, True))
                stack.extend((child, False) for child in reversed(element))
                continue
            for what in ("text", "tail"):  # of a comment
                if (getattr(element, what) or "").strip():
                    self._add(element, what, self._change)

    def _enter(self, element: etree._Element) -> None:
        name = local(element)
        if name in _DELETED:
            self._changes.append(Change.DELETED)
        elif name in _INSERTED:
            self._changes.append(Change.INSERTED)
        elif name == "p":
            self._open.append((Line(), Line()))
        elif name == "fldChar" and self._open:  # what follows is another field's
            text, codes = self._open[-1]
            self._lines.close_code(codes)
            self._open[-1] = (text, Line())
        elif (sign := _SIGNS.get(name)) and not _is_stop(element):
            if self._open:
                self._open[-1][0].parts.append(Part(sign, None, self._change))
        elif name not in self._skip and element.text and (name in _TEXTS | _CODES or element.text.strip()):
            self._add(element, "text", Change.DELETED if name.startswith("del") else self._change)

    def _leave(self, element: etree._Element) -> None:
        name = local(element)
        if name in _DELETED or name in _INSERTED:
            self._changes.pop()
        elif name == "p":
            text, codes = self._open.pop()
            self._lines.close(text, "\t" if _ends_cell(element) else "\n")
            self._lines.close_code(codes)
        if element.tail and element.tail.strip():
            self._add(element, "tail", self._change)

    @property
    def _change(self) -> Change:
        return self._changes[-1] if self._changes else Change.NONE

    def _add(self, element: etree._Element, what: str, change: Change) -> None:
        """Text: of the paragraph in which it stands, or a line of its own."""
        part = Part(getattr(element, what), (element, what), change)
        name = local(element) if what == "text" and is_element(element) else ""
        if self._open and name in _CODES:
            self._open[-1][1].parts.append(part)
        elif self._open and (name in _TEXTS or what == "tail"):
            self._open[-1][0].parts.append(part)
        else:
            self._lines.close(Line([part]))


def _is_stop(element: etree._Element) -> bool:
    """Whether a tab is the definition of a tab stop."""
    parent = element.getparent()
    return parent is not None and local(parent) == "tabs"


def _ends_cell(paragraph: etree._Element) -> bool:
    """Whether a paragraph is the last of a table cell that is not the last of its row."""
    cell = paragraph.getparent()
    if cell is None or local(cell) != "tc" or paragraph.getnext() is not None:
        return False
    following = cell.getnext()
    return following is not None
