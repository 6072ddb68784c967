"""FHIR as XML, read as the nodes that the same resource has in JSON: values stand in attributes."""

from __future__ import annotations

from dataclasses import dataclass, field

from scrubber.formats.fhir.absent import REASON
from scrubber.formats.fhir.resource import Notation
from scrubber.formats.json.nodes import Node, Object
from scrubber.formats.leaves import TEXT, Leaf
from scrubber.formats.slices import Edit, Slice
from scrubber.formats.xml.tokens import Token, comment_escaped, text_slice, tokens, xml_escaped

_ABSENT = f'<{{0}}extension url="{REASON}"><{{0}}valueCode value="masked"/></{{0}}extension>'
_NARRATIVE = "div"


@dataclass(slots=True)
class _Open:
    """An element that has begun."""

    name: str
    node: Object = field(default_factory=Object)
    inner: list[Object] = field(default_factory=list)
    """The resources within it, which are its value in JSON."""


class XmlResource:
    """A resource, or a bundle of them, in well-formed XML."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.loose: list[Leaf] = []
        """Comments, and what else stands outside values."""
        self._absent: dict[int, list[Edit]] = {}
        """By the place of a value, what takes it out and has its element say that it is masked."""
        root = _Open("")
        self._stack = [root]
        self._narrative = 0
        """How deep in a narrative the reading is, and"""
        self._begin = 0
        """where that begins."""
        for token in tokens(source):
            self._take(token)
        self.root: Node = root.inner[0] if root.inner else root.node
        self.notation = Notation(xml_escaped, lambda holder, at, value: self._absent.get(value.start, ()), typed=False)

    def _take(self, token: Token) -> None:
        if token.kind == "text" and not self._narrative and self._source[token.start : token.end].isspace():
            return
        if self._narrative or (token.kind == "open" and _local(token.name) == _NARRATIVE):
            self._in_narrative(token)
        elif token.kind == "open":
            self._opened(token)
            if token.empty:
                self._closed()
        elif token.kind == "close":
            self._closed()
        elif token.kind == "text":
            self.loose.append(Leaf(TEXT, text_slice(self._source, token.start, token.end), "text", xml_escaped))
        else:
            content = Slice(token.start, token.end, self._source[token.start : token.end])
            self.loose.append(Leaf(TEXT, content, token.kind, comment_escaped, aside=True))

    def _in_narrative(self, token: Token) -> None:
        if token.kind == "open":
            self._begin = self._begin if self._narrative else token.start - 1
            self._narrative += not token.empty
        elif token.kind == "close":
            self._narrative -= 1
        if not self._narrative:
            self._put(_NARRATIVE, Slice(self._begin, token.stop, self._source[self._begin : token.stop]))

    def _opened(self, token: Token) -> None:
        own = _Open(_local(token.name))
        for name, start, end in token.attributes:
            value = text_slice(self._source, start, end)
            if name == "value":
                self._put(own.name, value)
                self._absent[start] = self._masked(token, start, end)
            elif ":" not in name and name != "xmlns":
                own.node.members.append((name, value))
        if own.name[:1].isupper():
            own.node.members.insert(0, ("resourceType", Slice(token.start, token.end, own.name)))
        self._stack.append(own)

    def _closed(self) -> None:
        element = self._stack.pop()
        if element.name[:1].isupper():
            self._stack[-1].inner.append(element.node)
        for node in element.inner or ([element.node] if element.node.members else ()):
            self._put(element.name, node)

    def _put(self, name: str, node: Node) -> None:
        self._stack[-1].node.members.append((name, node))

    def _masked(self, token: Token, start: int, end: int) -> list[Edit]:
        said = _ABSENT.format(token.name.removesuffix(_local(token.name)))
        if token.empty and self._stack[-1].name == "extension" and _local(token.name).startswith("value"):
            return [Edit(token.start - 1, token.stop, said)]
        value = Edit(self._source.rindex("value", token.start, start) - 1, end + 1, "")
        if token.empty:
            return [value, Edit(token.stop - 2, token.stop, f">{said}</{token.name}>")]
        return [value, Edit(token.stop, token.stop, said)]


def _local(name: str) -> str:
    return name.rpartition(":")[2]
