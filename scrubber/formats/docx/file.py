"""Word documents (DOCX, DOTX): every part of the package that can hold text is read, or the document is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

from scrubber.errors import NoteError
from scrubber.formats.context import FileContext, FileNote, Writable
from scrubber.formats.docx.attributes import Attributes
from scrubber.formats.docx.parts import Kind, check_types, kind_of, reading_order
from scrubber.formats.docx.properties import scrub_custom, scrub_labelled, scrub_pairs, scrub_properties
from scrubber.formats.docx.relations import scrub_overrides, scrub_relations
from scrubber.formats.docx.story import Story
from scrubber.formats.links import Anchors
from scrubber.formats.maps import load_map
from scrubber.formats.markup import is_element, local, parse_xml, xml_bytes
from scrubber.formats.nested import nested_format, scrub_nested
from scrubber.formats.packages import open_package, read_member, write_package
from scrubber.formats.pictures import scrub_picture

if TYPE_CHECKING:
    from lxml import etree

MAIN = "[Content_Types].xml"
_WORDS = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")
_OWN_NAME = re.compile(
    r"(?:image|picture|hdphoto|font|document|afchunk|package|Microsoft_(?:Excel|Word)_[A-Za-z]*(?:sheet|document))\d{0,3}",
    re.IGNORECASE,
)
"""Names that Word gives."""


def rewrite(source: BinaryIO, target: Writable, context: FileContext) -> None:
    """Copy a document with all PHI masked, wherever in the package it stands.

    Raises:
        NoteError: it is broken, encrypted, a zip bomb, or holds macros or parts that cannot be read.
    """
    with open_package(source) as package:
        parts = {info.filename: read_member(package, info) for info in package.infolist() if not info.is_dir()}
    if MAIN not in parts or not any(name.startswith("word/") for name in parts):
        raise NoteError("broken: a zip file, and no Word document")
    check_types(parts[MAIN])
    document = _Document(parts, context)
    document.scrub()
    write_package(target, document.members())


class _Document:
    """The parts of a package at work, by name in their order."""

    def __init__(self, parts: dict[str, bytes], context: FileContext) -> None:
        self._parts = parts
        self._context = context
        self._kinds = {name: kind_of(name) for name in parts}
        self._names = {name: "" if kind is Kind.GONE else name for name, kind in self._kinds.items()}
        """What the parts will be called; nothing: they go."""
        table = load_map("word", ())
        self._skip = frozenset(table["skip"]["elements"])
        self._drop = frozenset(table["drop"]["elements"])
        self._shortened: set[str] = set()

    def scrub(self) -> None:
        """Everything, stories first: the note learns from them what the other parts mean."""
        stories = [(name, self._story(name)) for name in sorted(self._of(Kind.STORY), key=reading_order)]
        read = [(name, tree, Story(tree.getroot(), self._skip)) for name, tree in stories]
        head = "".join(story.head() for _, _, story in read[:3])
        note = self._context.note(head=head, whole=head)
        attributes = Attributes(note, self._context.keeps)
        for name, tree, story in read:
            where = _place(name)
            story.scrub(note, where)
            changed = story.write()
            changed |= attributes.scrub(tree.getroot(), where)
            changed |= _variables(note, tree.getroot(), where)
            self._put(name, tree, changed or name in self._shortened)
        self._rename(note)
        self._others(note)

    def members(self) -> list[tuple[str, bytes]]:
        """The parts to write."""
        return [(self._names[name], data) for name, data in self._parts.items() if self._names[name]]

    def _rename(self, note: FileNote) -> None:
        """Give parts whose names tell something others: some programs call a picture what its file was called.

        Raises:
            NoteError: the name of a part that is no file within the document, or of a folder, tells something.
        """
        anchors = Anchors(note)
        for name, kind in self._kinds.items():
            if kind not in (Kind.TYPES, Kind.GONE) and _tells(note, name, kind):
                raise NoteError("holds a part whose name tells something: refused")
        for name in [n for n, kind in self._kinds.items() if kind in (Kind.PICTURE, Kind.FILE, Kind.FONT)]:
            folder, slash, last = name.rpartition("/")
            stem, dot, suffix = last.rpartition(".")
            if _OWN_NAME.fullmatch(stem):
                continue
            self._names[name] = f"{folder}{slash}{anchors.name(stem, 'parts')}{dot}{suffix}"

    def _others(self, note: FileNote) -> None:
        for name, kind in self._kinds.items():
            if kind is Kind.PICTURE:
                self._parts[name] = scrub_picture(self._context, self._parts[name])
            elif kind is Kind.FILE:
                self._parts[name] = self._embedded(note, name)
            elif kind not in (Kind.STORY, Kind.FONT, Kind.GONE):
                tree = self._tree(name)
                self._put(name, tree, self._structure(note, name, kind, tree.getroot()))

    def _structure(self, note: FileNote, name: str, kind: Kind, root: etree._Element) -> bool:
        if kind is Kind.TYPES:
            return scrub_overrides(root, self._names)
        if kind is Kind.RELATIONS:
            return scrub_relations(note, root, name, self._names)
        if kind is Kind.CUSTOM_XML:
            return scrub_labelled(note, [root], "custom XML")
        if kind is Kind.CUSTOM_PROPERTIES:
            scrub_custom(note, root, "properties")
        else:
            scrub_properties(note, root, "properties")
        return True

    def _embedded(self, note: FileNote, name: str) -> bytes:
        data = self._parts[name]
        format_ = nested_format(name, data)
        if format_ is not None:
            return scrub_nested(self._context, note, format_, data)
        if not name.lower().endswith(".txt"):
            raise NoteError("holds an embedded file of a format that is not handled: refused")
        try:
            return note.text(data.decode("utf-8"), "embedded text").encode("utf-8")
        except UnicodeDecodeError as error:
            raise NoteError("holds an embedded text that is not UTF-8: refused") from error

    def _of(self, kind: Kind) -> list[str]:
        return [name for name, its in self._kinds.items() if its is kind]

    def _tree(self, name: str) -> etree._ElementTree:
        return parse_xml(self._parts[name])

    def _story(self, name: str) -> etree._ElementTree:
        """A part with text, without what is packed into it (field data) or means a part that goes."""
        tree = self._tree(name)
        for element in [e for e in tree.getroot().iter() if is_element(e) and local(e) in self._drop]:
            element.getparent().remove(element)
            self._shortened.add(name)
        return tree

    def _put(self, name: str, tree: etree._ElementTree, changed: bool) -> None:
        if changed:
            self._parts[name] = xml_bytes(tree)


def _variables(note: FileNote, root: etree._Element, where: str) -> bool:
    return scrub_pairs(note, [e for e in root.iter() if is_element(e) and local(e) == "docVar"], where)


def _place(name: str) -> str:
    """How findings call a part: body, header 1."""
    stem = name.rpartition("/")[2].rpartition(".")[0]
    number = match[0] if (match := _NUMBER.search(stem)) else ""
    word = "body" if stem == "document" else _NUMBER.sub("", stem)
    return f"{word} {number}".strip()


def _tells(note: FileNote, name: str, kind: Kind) -> bool:
    """Whether the name of a part tells something, but for the last name of a file, which gets another."""
    usual = set(load_map("word", ())["parts"]["words"])
    renamed = kind in (Kind.PICTURE, Kind.FILE, Kind.FONT)
    steps = [step for step in name.split("/")[: -1 if renamed else None] if not set(_WORDS.findall(step)) <= usual]
    return any(note.marks(" ".join(_WORDS.findall(step)), "parts") for step in steps)
