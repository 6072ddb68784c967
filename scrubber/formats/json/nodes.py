"""JSON as it stands in a file: every string and number with its place, so that the rest can stay byte for byte."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from scrubber.errors import NoteError
from scrubber.formats.slices import Slice, decoded

DEPTH = 200
"""Levels of nesting that are read; more is refused."""
_TOKEN = re.compile(r'"(?P<string>(?:[^"\\]|\\.)*+)"|(?P<open>[{\[])|(?P<close>[}\]])|(?P<other>[^\s{}\[\]:,"]+)')
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.")


@dataclass(slots=True)
class Object:
    """An object: its members in order, names repeated if they are."""

    members: list[tuple[str, Node]] = field(default_factory=list)
    keys: list[Slice] = field(default_factory=list)
    """The names as they stand in the file."""
    start: int = 0
    """The place of its first bracket."""
    _first: dict[str, Node] = field(default_factory=dict, repr=False)

    def get(self, name: str) -> Node | None:
        """The first member of this name. The object is whole by then."""
        if not self._first:
            self._first = dict(reversed(self.members))
        return self._first.get(name)

    def items(self, name: str) -> list[Node]:
        """All members of this name, those in an array each by itself."""
        found = (value.items if isinstance(value, Array) else (value,) for key, value in self.members if key == name)
        return [item for items in found for item in items]

    def text(self, name: str) -> str:
        """A member's text; empty if it is none."""
        value = self.get(name)
        return value.text if isinstance(value, Slice) else ""


@dataclass(slots=True)
class Array:
    """An array."""

    items: list[Node] = field(default_factory=list)
    end: int = 0
    """The place of its last bracket."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number, true, false or null."""

    start: int
    end: int
    text: str


Node = Object | Array | Slice | Scalar
"""A slice is a string, without its quotation marks."""


def parse_json(source: str) -> Node:
    """The value that a document holds.

    Raises:
        NoteError: it is no JSON, or nested deeper than :data:`DEPTH`.
    """
    try:
        json.loads(source)
    except (ValueError, RecursionError):
        raise NoteError("broken: no valid JSON") from None
    root = Array()
    stack: list[Object | Array] = [root]
    key: list[str | None] = [None]
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup
        if kind == "close":
            key.pop()
            if isinstance(closed := stack.pop(), Array):
                closed.end = match.start()
            continue
        node = _node(source, match)
        holder = stack[-1]
        if isinstance(holder, Array):
            holder.items.append(node)
        elif (name := key[-1]) is None:
            assert isinstance(node, Slice)
            key[-1] = node.text
            holder.keys.append(node)
            continue
        else:
            holder.members.append((name, node))
            key[-1] = None
        if isinstance(node, Object | Array):
            if len(stack) > DEPTH:
                raise NoteError(f"JSON nested more than {DEPTH} deep")
            stack.append(node)
            key.append(None)
    return root.items[0]


def _node(source: str, match: re.Match[str]) -> Node:
    if match.lastgroup == "open":
        return Object(start=match.start()) if match[0] == "{" else Array()
    if match.lastgroup == "other":
        return Scalar(match.start(), match.end(), match[0])
    return decoded(source, match.start("string"), match.end("string"), _ESCAPE, _expanded)


def _expanded(match: re.Match[str]) -> str:
    return str(json.loads(f'"{match[0]}"'))


def json_escaped(text: str) -> str:
    """A replacement as it may stand between quotation marks."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def is_value(name: str) -> bool:
    """Whether a key may be a value ("4471902", "Seen by Dr. Osei") rather than the name of one."""
    return not name.isascii() or " " in name.strip() or "@" in name or sum(map(str.isdigit, name)) > 4
