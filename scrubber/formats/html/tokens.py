"""HTML cut into tokens. Joined again, they are the page to the last character, however broken it is.

A tree (html5lib, lxml) would mend what is broken and lose how it was written. Every character lies in one token, and
what is read of a token never depends on how a browser would mend it: text is scrubbed wherever it stands. The time is
linear: whatever is not closed runs to the end.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

_MARK = re.compile(r"<(?=[A-Za-z/!?])")
_NAME = re.compile(r"</?[A-Za-z][^\s/>]*")
_ATTRIBUTE = re.compile(
    r"""(?P<gap>[\s/]*)(?P<name>[^\s/>=][^\s/>=]*)(?:(?P<is>\s*=\s*)(?P<value>"[^"]*"?|'[^']*'?|[^\s>"'][^\s>]*)?)?"""
)
_REST = re.compile(r"[^>]*>?")
_REFERENCE = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?")
_CLOSED = ((("<!--",), "-->"), (("<![CDATA[",), "]]>"), (("<!", "<?", "</"), ">"))


class Kind(Enum):
    """What a token is."""

    TEXT = auto()
    REFERENCE = auto()
    """A character reference; its text is to be unescaped."""
    START = auto()
    END = auto()
    COMMENT = auto()
    CDATA = auto()
    DECLARATION = auto()
    """Anything else between < and >."""
    RAW = auto()
    """What a script or a style sheet holds."""


@dataclass(slots=True)
class Attribute:
    """One attribute as it stands in its tag: what comes before its value, the value with its quotes."""

    name: str
    before: str
    value: str | None

    @property
    def quote(self) -> str:
        """Its quotation mark, or none."""
        return self.value[0] if self.value and self.value[0] in "\"'" else ""

    @property
    def text(self) -> str:
        """The value without quotes, its character references as they are."""
        value = self.value or ""
        return value[1:].removesuffix(self.quote) if self.quote else value


@dataclass(slots=True)
class Token:
    """A stretch of the page."""

    kind: Kind
    raw: str
    name: str = ""
    """Of a tag's element, in lower case; of the element around RAW."""
    attributes: list[Attribute] = field(default_factory=list)
    end: str = ""
    """What follows a tag's attributes."""


def tokens(page: str, raw: Collection[str], escaped: Collection[str]) -> Iterator[Token]:
    """The tokens of a page.

    Args:
        raw: elements whose content is one RAW token; escaped: elements whose content is text and references only.
    """
    at = 0
    while at < len(page):
        found = _MARK.search(page, at)
        start = found.start() if found else len(page)
        yield from _text(page[at:start])
        if found is None:
            return
        token = _token(page, start)
        yield token
        at = start + len(token.raw)
        if token.kind is Kind.START and token.name in (*raw, *escaped) and not token.end.startswith("/"):
            end = _end_of(page, token.name, at)
            content = page[at:end]
            if token.name in escaped:
                yield from _text(content)
            elif content:
                yield Token(Kind.RAW, content, token.name)
            at = end


def _token(page: str, start: int) -> Token:
    name = _NAME.match(page, start)
    if name:
        return _tag(page, start, name)
    for begins, end in _CLOSED:
        if page.startswith(begins, start):
            at = page.find(end, start + len(begins[0]))
            raw = page[start : len(page) if at < 0 else at + len(end)]
            return Token(_KINDS.get(begins[0], Kind.DECLARATION), raw)
    raise AssertionError("_MARK finds nothing else")


_KINDS = {"<!--": Kind.COMMENT, "<![CDATA[": Kind.CDATA}


def _tag(page: str, start: int, name: re.Match[str]) -> Token:
    attributes: list[Attribute] = []
    at = name.end()
    while match := _ATTRIBUTE.match(page, at):
        before = match["gap"] + match["name"] + (match["is"] or "")
        attributes.append(Attribute(match["name"].lower(), before, match["value"]))
        at = match.end()
    end = _REST.match(page, at)
    assert end is not None
    kind = Kind.END if page[start + 1] == "/" else Kind.START
    return Token(kind, page[start : end.end()], name[0].strip("</").lower(), attributes, end[0])


def _text(text: str) -> Iterator[Token]:
    at = 0
    for match in _REFERENCE.finditer(text):
        if match.start() > at:
            yield Token(Kind.TEXT, text[at : match.start()])
        yield Token(Kind.REFERENCE, match[0])
        at = match.end()
    if at < len(text):
        yield Token(Kind.TEXT, text[at:])


def _end_of(page: str, name: str, at: int) -> int:
    """Where an element's closing tag begins, or the page's end."""
    match = re.compile(rf"</{re.escape(name)}(?=[\s/>])", re.IGNORECASE).search(page, at)
    return match.start() if match else len(page)
