"""One HTML page: its text read as a reader sees it, and everything else in it that may tell something."""

from __future__ import annotations

import html
import re
from typing import Any

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, FileNote
from scrubber.formats.html.scripts import scrub_css, scrub_json
from scrubber.formats.html.tags import Tags
from scrubber.formats.html.tokens import Kind, Token, tokens
from scrubber.formats.lines import Change, Line, Lines, Part
from scrubber.formats.maps import load_map

DEPTH = 8
"""How deep pages may lie within pages (conditional comments, srcdoc)."""
_BLANKS = re.compile(r"[ \t\r\n\f]{2,}|[\t\r\n\f]")
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[]*>|<\?xml[^>]*\?>", re.IGNORECASE)
_CONDITION = re.compile(r"(<!--\[if[^\]]*\]>(?:<!-->)?)(.*?)((?:<!)?(?:--)?<!\[endif\]-->)", re.DOTALL | re.IGNORECASE)
_JSON = re.compile(r"json", re.IGNORECASE)


def scrub_page(page: str, note: FileNote, context: FileContext, *, where: str = "text", depth: int = 0) -> str:
    """A page or a fragment of one, masked; whatever is not PHI is as it was, to the character.

    Raises:
        NoteError: it defines entities, or pages lie within pages too deep.
    """
    if depth > DEPTH:
        raise NoteError("holds pages within pages, too deep")
    return _Page(page, note, context, where, depth).scrub()


class _Page:
    def __init__(self, page: str, note: FileNote, context: FileContext, where: str, depth: int) -> None:
        self._elements: dict[str, Any] = load_map("html", ())["elements"]
        self._inline = frozenset(self._elements["inline"])
        self._note = note
        self._context = context
        self._where = where
        self._depth = depth
        self._lines: Lines[int] = Lines()
        """Keys are places in the output."""
        self._line: Line[int] = Line()
        self._out: list[str | Token] = []
        self._changes = {"del": 0, "ins": 0}
        self._last = "\n"
        self._kept_blanks = 0
        for token in tokens(page, self._elements["raw"], self._elements["escaped"]):
            self._take(token)
        self._lines.close(self._line)

    def scrub(self) -> str:
        self._lines.scrub(self._note, self._where)
        for place, text, _ in self._lines.changed(html.escape):
            self._out[place] = text
        tags = Tags(self._note, self._context, self._inner)
        script_type = ""
        written: list[str] = []
        for piece in self._out:
            if isinstance(piece, str):
                written.append(piece)
            elif piece.kind is Kind.RAW:
                written.append(self._raw(piece, script_type))
            elif piece.kind in (Kind.START, Kind.END):
                script_type = next((a.text for a in piece.attributes if a.name == "type"), "")
                written.append(tags.scrub(piece))
            else:
                written.append(self._hidden(piece))
        return "".join(written)

    def _take(self, token: Token) -> None:
        if token.kind is Kind.TEXT:
            self._words(token.raw)
        elif token.kind is Kind.REFERENCE:
            self._piece(html.unescape(token.raw), token.raw)
        elif token.kind is Kind.CDATA:
            self._cdata(token.raw)
        else:
            if token.kind in (Kind.START, Kind.END):
                self._tag(token)
            self._out.append(token)

    def _words(self, text: str) -> None:
        """Text, its white space as it is seen: one blank."""
        at = 0
        for blank in _BLANKS.finditer(text) if not self._kept_blanks else ():
            self._piece(text[at : blank.start()], text[at : blank.start()])
            self._piece("" if self._last in "\n\t" else " ", blank[0])
            at = blank.end()
        self._piece(text[at:], text[at:])

    def _piece(self, view: str, raw: str) -> None:
        if not raw:
            return
        deleted, inserted = self._changes["del"], self._changes["ins"]
        change = Change.DELETED if deleted else Change.INSERTED if inserted else Change.NONE
        self._line.parts.append(Part(view, len(self._out), change))
        self._out.append(raw)
        self._last = view[-1:] or self._last

    def _cdata(self, raw: str) -> None:
        inner = raw[len("<![CDATA[") :].removesuffix("]]>")
        self._out.append(raw[: len("<![CDATA[")])
        self._piece(inner, inner)
        self._out.append(raw[len("<![CDATA[") + len(inner) :])

    def _tag(self, token: Token) -> None:
        """What a tag is to the eye: nothing, the end of a line, or of a cell."""
        name = token.name
        if name in self._elements["preformatted"]:
            self._kept_blanks = max(0, self._kept_blanks + (1 if token.kind is Kind.START else -1))
        if name in self._changes:
            self._changes[name] = max(0, self._changes[name] + (1 if token.kind is Kind.START else -1))
        if name in self._inline:
            return
        sign = "\t" if name in self._elements["cells"] else "\n"
        if self._last != "\n" and not (sign == "\t" and self._last == "\t"):
            self._last = sign
            if sign == "\t":
                self._line.parts.append(Part(sign))
            else:
                self._lines.close(self._line)
                self._line = Line()

    def _raw(self, token: Token, script_type: str) -> str:
        if token.name == "style":
            return scrub_css(token.raw, self._note)
        if token.name in ("iframe", "noembed", "noframes", "xmp"):
            return self._inner(token.raw)
        if _JSON.search(script_type):
            return scrub_json(token.raw, self._note)
        return self._note.text(token.raw, "script")

    def _hidden(self, token: Token) -> str:
        """A comment or declaration."""
        if _DOCTYPE.fullmatch(token.raw):
            return token.raw
        if token.raw[:9].upper() == "<!DOCTYPE":
            raise NoteError("its document type defines entities: refused")
        if condition := _CONDITION.fullmatch(token.raw):
            return condition[1] + self._inner(condition[2]) + condition[3]
        return self._note.text(token.raw, "comment")

    def _inner(self, page: str) -> str:
        return scrub_page(page, self._note, self._context, where=self._where, depth=self._depth + 1)
