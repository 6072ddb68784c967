"""XML as it stands in a file: tags, texts, comments with their places. Well-formedness is expat's to judge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from html.entities import html5
from xml.parsers import expat

import regex

from scrubber.errors import NoteError
from scrubber.formats.slices import Slice, decoded

DEPTH = 500
_TOKEN = regex.compile(  # not re, which before Python 3.11.4 loses what a group around a possessive repeat holds
    r"<!--(?P<comment>.*?)-->|<!\[CDATA\[(?P<cdata>.*?)\]\]>|<\?xml\s[^>]*\?>"
    r"|<\?[^\s?]+(?:\s+type=[\"']text/(?:xsl|xml|css)[\"'])?(?P<pi>.*?)\?>"
    r"|</(?P<close>[^\s>]+)\s*>|<(?P<open>[^\s/>!?]+)(?P<attributes>(?:[^\"'>/]|\"[^\"]*\"|'[^']*'|/(?!>))*+)(?P<empty>/?)>",
    regex.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_ENTITY = re.compile(
    r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});|[\u00a0\u00ad\u200b-\u200d\u2060]"
)
_FOLDED = re.compile(_ENTITY.pattern + r"|[ \t]*[\r\n]\s*")
_UNSEEN = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x2060))
"""Soft hyphens and the like: a name that holds them is the same name."""
_PREDEFINED = frozenset({"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of markup, or the text between two."""

    kind: str
    """"open", "close", "text", "cdata", "comment", "pi"."""
    name: str
    start: int
    end: int
    """Of its content."""
    stop: int
    """Where its markup ends."""
    attributes: list[tuple[str, int, int]] = field(default_factory=list)
    empty: bool = False


def check_xml(source: str) -> None:
    """Have expat read it.

    Raises:
        NoteError: it is not well-formed, declares a document type (and with it entities), or is nested too deep.
    """
    parser = expat.ParserCreate("utf-8")
    depth = 0

    def refuse(*_: object) -> None:
        raise NoteError("XML with a document type declaration, which may define entities, is refused")

    def start(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > DEPTH:
            raise NoteError(f"XML nested more than {DEPTH} deep")

    def end(*_: object) -> None:
        nonlocal depth
        depth -= 1

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(source.encode("utf-8"), True)
    except (expat.ExpatError, UnicodeEncodeError):
        raise NoteError("broken: no well-formed XML") from None


def tokens(source: str) -> Iterator[Token]:
    """The tokens of well-formed XML, in order."""
    at = 0
    for match in _TOKEN.finditer(source):
        if match.start() > at:
            yield Token("text", "", at, match.start(), match.start())
        at = match.end()
        kind = next((k for k in ("comment", "cdata", "pi", "close", "open") if match[k] is not None), "")
        if kind == "open":
            attributes = [
                (m[1], *(m.span(2) if m[2] is not None else m.span(3)))
                for m in _ATTRIBUTE.finditer(source, *match.span("attributes"))
            ]
            yield Token(kind, match["open"], *match.span("open"), at, attributes, bool(match["empty"]))
        elif kind == "close":
            yield Token(kind, match["close"], *match.span("close"), at)
        elif kind:
            yield Token(kind, "", *match.span(kind), at)
    if at < len(source):
        yield Token("text", "", at, len(source), len(source))


def text_slice(source: str, start: int, end: int, folded: bool = False) -> Slice:
    """Text or an attribute's value as it reads; ``folded``: line ends and what indents the next line are a space."""
    return decoded(source, start, end, _FOLDED if folded else _ENTITY, _expanded)


def without_html_entities(source: str) -> str:
    """XHTML with a blank for every entity that HTML defines and XML does not, to see whether it is well-formed."""

    def blank(match: re.Match[str]) -> str:
        name = match[0][1:]
        return " " if match[0] not in _PREDEFINED and name in html5 else match[0]

    return _ENTITY.sub(blank, source)


def _expanded(match: re.Match[str]) -> str:
    found = unescape(match[0])
    return " " if found.isspace() else found.translate(_UNSEEN)


def xml_escaped(text: str) -> str:
    """A replacement as it may stand in text and in attributes."""
    return escape(text).replace("&#x27;", "&#39;")


def comment_escaped(text: str) -> str:
    """A replacement as it may stand in a comment, a CDATA section or a processing instruction."""
    return (
        text.replace("-", "‐")
        if "--" in text or text.endswith("-")
        else text.replace("]]>", "]] >").replace("?>", "? >")
    )
