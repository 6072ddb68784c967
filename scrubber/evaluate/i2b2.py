"""The XML of the 2014 i2b2/UTHealth shared task: the text in CDATA, a tag an entity, named by category.

``<DATE id="P0" start="16" end="26" text="2067-05-03" TYPE="DATE" comment=""/>``
"""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from scrubber.errors import NoteError
from scrubber.evaluate.marks import Mark, MarkedNote, in_order, mark
from scrubber.evaluate.schemes import category, load_scheme

_ENTITIES = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_LOCATION = {"OTHER": "LOCATION-OTHER"}


def read_i2b2(name: str, xml: str) -> MarkedNote:
    """The note of an i2b2 2014 file, with the types as it spells them.

    Raises:
        NoteError: no well-formed file of this kind, or a tag with impossible offsets.
    """
    if _ENTITIES.search(xml):
        raise NoteError(f"{name}: the XML declares a document type or entities, which are not read")
    try:
        root = ElementTree.fromstring(xml.lstrip("\ufeff").encode())
    except ElementTree.ParseError as error:
        line, column = error.position
        raise NoteError(f"{name}: no well-formed XML at line {line}, column {column}") from None
    body, tags = root.find("TEXT"), root.find("TAGS")
    if body is None or tags is None:
        raise NoteError(f"{name}: no i2b2 2014 file: TEXT or TAGS is missing")
    text = body.text or ""
    return MarkedNote(name, text, in_order(_mark(name, len(text), tag) for tag in tags))


def _mark(name: str, size: int, tag: ElementTree.Element) -> Mark:
    type_ = tag.get("TYPE") or tag.tag
    if tag.tag == "LOCATION":
        type_ = _IN_LOCATION.get(type_, type_)
    try:
        one = mark(type_, int(tag.get("start", "")), int(tag.get("end", "")))
    except ValueError:
        raise NoteError(f"{name}: tag {tag.get('id', '?')} has impossible offsets") from None
    if one.end > size:
        raise NoteError(f"{name}: tag {tag.get('id', '?')} points past the end of the text")
    return one


def write_i2b2(note: MarkedNote) -> str:
    """The i2b2 2014 file of a note; its marks may bear the scheme's types or ours.

    Raises:
        NoteError: the text holds a control character that no XML file can hold.
    """
    unfit = _NOT_XML.search(note.text)
    if unfit:
        raise NoteError(f"{note.name}: XML cannot hold the control character at offset {unfit.start()}; use brat")
    scheme = load_scheme("i2b2")
    tags = []
    spans = ((m.type, start, end) for m in in_order(note.marks) for start, end in m.parts)
    for number, (type_, start, end) in enumerate(spans):
        # The element is named by category; the scheme's catch-all is PHI, as in the task's own files.
        element = category(scheme.ours(type_)).replace("?", "PHI")
        tags.append(
            f'<{element} id="P{number}" start="{start}" end="{end}" text={_attribute(note.text[start:end])} '
            f'TYPE={_attribute(type_)} comment="" />\n'
        )
    return (
        '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n'
        f"<TEXT>{_cdata(note.text)}</TEXT>\n<TAGS>\n{''.join(tags)}</TAGS>\n</deIdi2b2>\n"
    )


def _attribute(value: str) -> str:
    return quoteattr(value, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _cdata(text: str) -> str:
    """The text in CDATA. A parser reads a carriage return as a line feed, so those stand outside it, spelled out."""
    safe = text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    return f"<![CDATA[{safe}]]>"
