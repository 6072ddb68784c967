"""One document: its leaves, in order, each with what it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from scrubber.formats.identifiers import NAMES
from scrubber.formats.leaves import BASE64, KEEP, TERM, TEXT, UID, Leaf, reads_as_text
from scrubber.formats.slices import Slice
from scrubber.formats.uids import is_public_uid
from scrubber.formats.xml.tokens import Token, comment_escaped, text_slice, tokens, xml_escaped
from scrubber.formats.xml.vocabulary import KNOWN, Vocabulary

FHIR = "http://hl7.org/fhir"
RESOURCE = "resource"
_NAMESPACES = ("xmlns", "xsi:")
_FIRST = 20
"""Elements that tell the vocabulary of a document without namespace."""
GIVEN, FAMILY = "given", "family"


@dataclass(slots=True)
class _Element:
    name: str
    vocabulary: Vocabulary
    namespace: str
    namespaces: Mapping[str, str]
    data: bool = False
    """Whether its text is base64."""
    kind: str = ""
    """What its attribute "value" holds, as it or the value that it is a part of tells."""


class Reader:
    """Reads a document's leaves.

    Args:
        vocabularies: by namespace; the empty string's for all others.
        base: of which vocabulary a document without namespace is.
    """

    def __init__(self, source: str, vocabularies: Mapping[str, Vocabulary], base: str = "") -> None:
        self._source = source
        self._vocabularies = vocabularies
        self._base = base
        self._open: list[_Element] = []
        self._path: list[str] = []
        self._between = ""
        self._begin = self._resource = 0
        """Where a resource of FHIR within the document begins, and how deep in it the reading is."""

    def leaves(self) -> Iterator[Leaf]:
        """Texts, attributes and comments in order, those that are never looked at left out. May be read again."""
        self._open, self._path, self._between = [], [], "\n\n"
        for token in tokens(self._source):
            if self._resource:
                yield from self._within(token)
            elif token.kind == "open":
                yield from self._opened(token)
            elif token.kind == "close":
                self._closed()
            elif token.kind in ("comment", "pi"):
                content = Slice(token.start, token.end, self._source[token.start : token.end])
                yield Leaf(TEXT, content, token.kind, comment_escaped, aside=True)
            elif self._open:
                yield from self._text(token)

    def _opened(self, token: Token) -> Iterator[Leaf]:
        raw = {name: self._source[start:end] for name, start, end in token.attributes}
        element = self._element(token.name, raw)
        if element.namespace == FHIR:
            self._begin = token.start - 1
            yield from self._within(token)
            return
        self._path.append(element.name)
        self._separate(element)
        where = ".".join(self._path[-2:])
        for name, start, end in token.attributes:
            slice_ = text_slice(self._source, start, end)
            what = self._attribute(element, name, slice_.text, raw)
            if what != KEEP and slice_.text.strip():
                between = "\n\n" + element.vocabulary.label(name)
                at = self._source.rindex(name, token.start, start)
                typed = element.vocabulary.typed(what, raw, at, end) if name == "value" else None
                yield Leaf(what, slice_, f"{where}@{name}", xml_escaped, between, typed=typed)
        self._open.append(element)
        if token.empty:
            self._closed()

    def _attribute(self, element: _Element, name: str, text: str, raw: Mapping[str, str]) -> str:
        """What an attribute holds. ``raw``: all of the element."""
        what = element.vocabulary.of_attribute(self._path, name, text, element.kind)
        if what == KEEP:
            return TEXT if not name.startswith(_NAMESPACES) and reads_as_text(text) else KEEP
        if what == UID and raw.get("extension"):  # the root says who gives the number, and the number is masked
            return KEEP
        if what == TERM and not (raw.get("code") and is_public_uid(raw.get("codeSystem", "?"))):
            return TEXT
        return TERM if what == KNOWN else what

    def _within(self, token: Token) -> Iterator[Leaf]:
        """A token of a FHIR resource, which is one leaf."""
        self._resource += (token.kind == "open" and not token.empty) - (token.kind == "close")
        if not self._resource:
            yield Leaf(RESOURCE, Slice(self._begin, token.stop, self._source[self._begin : token.stop]), RESOURCE, str)

    def _element(self, tag: str, attributes: Mapping[str, str]) -> _Element:
        outer = self._open[-1].namespaces if self._open else {}
        own = {name.partition(":")[2]: uri for name, uri in attributes.items() if name.split(":")[0] == "xmlns"}
        namespaces = {**outer, **own} if own else outer
        prefix, _, local = tag.rpartition(":")
        namespace = namespaces.get(prefix, self._base)
        vocabulary = self._vocabularies.get(namespace)
        if vocabulary is None:  # sdtc: and the like belong to what they extend
            vocabulary = self._open[-1].vocabulary if self._open and prefix else self._vocabularies[""]
        data = vocabulary.holds_data(attributes)
        kind = vocabulary.kind(local, attributes) or (self._open[-1].kind if self._open else "")
        return _Element(local, vocabulary, namespace, namespaces, data, kind)

    def _closed(self) -> None:
        self._separate(self._open.pop())
        self._path.pop()

    def _separate(self, element: _Element) -> None:
        """What the element puts between the texts around it."""
        if element.name not in element.vocabulary.inline:
            cell = element.name in element.vocabulary.cells
            self._between = "\t" if cell and self._between in ("", "\t") else "\n"

    def _text(self, token: Token) -> Iterator[Leaf]:
        element = self._open[-1]
        if token.kind == "cdata":
            slice_, escape = Slice(token.start, token.end, self._source[token.start : token.end]), comment_escaped
        else:
            slice_ = text_slice(self._source, token.start, token.end, element.vocabulary.folded)
            escape = xml_escaped
        if not slice_.text or (self._between and slice_.text.isspace()):
            return
        what = BASE64 if element.data else element.vocabulary.of_text(self._path, slice_.text)
        if what == KEEP and reads_as_text(slice_.text):
            what = TEXT
        if what == TEXT:
            label = element.vocabulary.label(element.name) if self._between else ""
            yield Leaf(TEXT, slice_, element.name, escape, self._between + label)
            self._between = ""
        elif what != KEEP and slice_.text.strip():
            yield Leaf(what, slice_, element.name, escape)


def is_fhir(source: str) -> bool:
    """Whether a document is a FHIR resource."""
    root = next(token for token in tokens(source) if token.kind == "open")
    prefix = root.name.rpartition(":")[0]
    name = f"xmlns:{prefix}" if prefix else "xmlns"
    return any(key == name and source[start:end] == FHIR for key, start, end in root.attributes)


def namespace_of(source: str, vocabularies: Mapping[str, Vocabulary]) -> str:
    """The namespace of a document, or a part of one, that names none, by the first elements that tell it."""
    first = [token.name for token in islice((t for t in tokens(source) if t.kind == "open"), _FIRST)]
    return next((uri for uri, known in vocabularies.items() if any(known.fits(name) for name in first)), "")


def with_people(leaves: Iterable[Leaf]) -> Iterator[Leaf]:
    """The leaves, parts of a name each with the whole of it."""
    parts: list[Leaf] = []
    for leaf in leaves:
        part = leaf.what in NAMES and _element(leaf) in (GIVEN, FAMILY)
        if parts and not (part and leaf.what == parts[0].what):
            yield from _joined(parts)
            parts = []
        if part:
            parts.append(leaf)
        else:
            yield leaf
    yield from _joined(parts)


def _element(leaf: Leaf) -> str:
    return leaf.where.partition("@")[0].rpartition(".")[2]


def _joined(parts: Sequence[Leaf]) -> Iterator[Leaf]:
    given = [leaf.slice.text for leaf in parts if _element(leaf) == GIVEN]
    family = [leaf.slice.text for leaf in parts if _element(leaf) == FAMILY]
    person = " ".join(" ".join([*given, *family]).split())
    yield from (replace(leaf, person=person) for leaf in parts)
