"""The text of one XML part (body, header, comments, chart): gathered in reading order, written back where it stood."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrubber.formats.markup import XML_NAMESPACE, is_element, local
from scrubber.formats.runs import Runs

if TYPE_CHECKING:
    from lxml import etree

    from scrubber.formats.desk import DeskNote

_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_TEXTS = frozenset(("t", "delText"))
_CODES = frozenset(("instrText", "delInstrText"))
_DELETED = frozenset(("del", "moveFrom"))
_INSERTED = frozenset(("ins", "moveTo"))
_NORMAL, _GONE, _NEW = range(3)


@dataclass(slots=True)
class _Line:
    """A paragraph: its runs, and the field codes in it, which are read by themselves."""

    parts: list[tuple[etree._Element | str, str, int]] = field(default_factory=list)
    """An element and its ``text`` or ``tail``, or a sign; and whether it is deleted or new."""
    codes: list[tuple[etree._Element | str, str, int]] = field(default_factory=list)


class Story:
    """One part's text. Gather, then :meth:`scrub`; nothing of the tree changes before :meth:`write`.

    A paragraph is one text however many runs it has, table cells of a row are separated by tabs, and text that stands
    outside any paragraph is a line of its own. Text with tracked changes is read twice, as it was and as it is.
    """

    def __init__(self, root: etree._Element, skip: frozenset[str]) -> None:
        self._runs = Runs()
        self._places: dict[int, tuple[etree._Element, str]] = {}
        self._now: list[int] = []
        self._before: list[int] = []
        self._skip = skip
        self._lines = [_Line()]
        self._changes: list[int] = []
        self._walk(root)
        self._close(self._lines.pop(), "\n")

    def scrub(self, note: DeskNote, where: str) -> None:
        """Look for PHI in all of it."""
        self._runs.scrub(note, where, self._now)
        if self._before:
            self._runs.scrub(note, where, self._before)

    def write(self) -> bool:
        """Put what was found into the tree; whether anything changed."""
        changed = self._runs.changed()
        texts = self._runs.results()
        for number in changed:
            element, what = self._places[number]
            setattr(element, what, texts[number])
            if what == "text" and local(element) in _TEXTS | _CODES:
                element.set(f"{{{XML_NAMESPACE}}}space", "preserve")
        return bool(changed)

    def head(self, size: int = 4000) -> str:
        """How the text begins."""
        return "".join(self._runs.results()[:size])[:size]

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
            self._changes.append(_GONE)
        elif name in _INSERTED:
            self._changes.append(_NEW)
        elif name == "p":
            self._lines.append(_Line())
        elif (sign := _SIGNS.get(name)) and not _is_stop(element):
            self._lines[-1].parts.append((sign, "", self._change))
        elif name not in self._skip and element.text and (name in _TEXTS | _CODES or element.text.strip()):
            self._add(element, "text", _GONE if name.startswith("del") else self._change)

    def _leave(self, element: etree._Element) -> None:
        name = local(element)
        if name in _DELETED or name in _INSERTED:
            self._changes.pop()
        elif name == "p":
            self._close(self._lines.pop(), "\t" if _ends_cell(element) else "\n")
        if element.tail and element.tail.strip():
            self._add(element, "tail", self._change)

    @property
    def _change(self) -> int:
        return self._changes[-1] if self._changes else _NORMAL

    def _add(self, element: etree._Element, what: str, change: int) -> None:
        name = local(element) if is_element(element) else ""
        if what == "text" and name in _CODES:
            self._lines[-1].codes.append((element, what, change))
        elif len(self._lines) > 1 and (name in _TEXTS or what == "tail"):
            self._lines[-1].parts.append((element, what, change))
        else:
            self._close(_Line([(element, what, change)]), "\n")

    def _close(self, line: _Line, end: str) -> None:
        """A paragraph is whole: its runs, and its field codes as a line of their own, come to what is read."""
        for parts, sign in ((line.parts, end), (line.codes, "\n")):
            if not parts:
                continue
            numbers = [(self._run(*part[:2]), part[2]) for part in (*parts, (sign, "", _NORMAL))]
            self._now += [n for n, change in numbers if change != _GONE]
            if any(change == _GONE for _, change in numbers):
                self._before += [n for n, change in numbers if change != _NEW]

    def _run(self, element: etree._Element | str, what: str) -> int:
        if isinstance(element, str):
            return self._runs.add(element, fixed=True)
        number = self._runs.add(getattr(element, what))
        self._places[number] = (element, what)
        return number


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
