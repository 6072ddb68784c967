"""The nodes of a pattern: what a match asks of the next character, one after another, from the shape of the pattern."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import regex

from scrubber.rules.prefilter.chars import Chars
from scrubber.rules.prefilter.parse import Unreadable, parse
from scrubber.rules.prefilter.shapes import Ahead, Alt, Assertion, Char, Repeat, Seq, Shape

COPIES = 4
"""Repeats of up to so many are counted; of more, it is only known that there are at least so many."""
LARGEST = 20_000
"""Nodes that one pattern may take. One of more is let through wherever it is asked for."""
CHAR, GUARD, SPLIT, ACCEPT = range(4)
"""Kinds of nodes: takes one character; lets pass all but some characters, takes none; branches; the end."""


class Node(NamedTuple):
    """One node."""

    kind: int
    tests: tuple[Chars, ...] = ()
    """What a character takes, or a guard does not let pass."""
    following: tuple[int, ...] = ()
    """The numbers of the nodes behind it."""


class Nodes(NamedTuple):
    """The nodes of one pattern."""

    start: int
    """The number of the one where a match begins."""
    not_behind: tuple[Chars, ...]
    """The characters behind which no match begins."""
    nodes: list[Node]


def nodes_of(pattern: str) -> Nodes:
    """The nodes of a pattern, macros filled in; one that takes anything, of what cannot be read or is too large."""
    with suppress(Unreadable, regex.error):
        shape = parse(pattern)
        if _size(shape) <= LARGEST:
            builder = _Builder(shape)
            return Nodes(builder.start, _not_behind(shape), builder.nodes)
    return Nodes(0, (), [Node(ACCEPT)])


def _size(shape: Shape) -> int:
    """How many nodes a shape takes, about."""
    match shape:
        case Seq(parts) | Alt(parts):
            return 1 + sum(map(_size, parts))
        case Repeat(item, low, high):
            most = COPIES if high is None else min(high, COPIES)
            return 1 + _size(item) * max(1, most, min(low, COPIES) + 1)
        case Ahead(item):
            return _size(item)
    return 1


def _not_behind(shape: Shape) -> tuple[Chars, ...]:
    """The characters behind which the shape cannot begin."""
    forbidden: list[Chars] = []
    for item in shape.items if isinstance(shape, Seq) else (shape,):
        if not isinstance(item, Assertion):
            break
        forbidden += item.last
    return tuple(forbidden)


class _Builder:
    """Makes the nodes of one shape, from its end to its start."""

    def __init__(self, shape: Shape) -> None:
        self.nodes = [Node(ACCEPT)]
        self.start = self._build(shape, 0)

    def _node(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _build(self, shape: Shape, then: int) -> int:
        """The first node of a shape behind which ``then`` comes."""
        match shape:
            case Char(atom):
                return self._node(Node(CHAR, (atom,), (then,)))
            case Seq(items):
                for item in reversed(items):
                    then = self._build(item, then)
                return then
            case Alt(branches):
                return self._node(Node(SPLIT, (), tuple(self._build(branch, then) for branch in branches)))
            case Repeat():
                return self._repeat(shape, then)
            case Ahead(item):
                # What stands ahead and what follows must both match; where nothing follows, the former is checked
                return self._build(item, 0) if self._is_end(then) else then
            case Assertion(forbidden):
                return self._node(Node(GUARD, forbidden, (then,))) if forbidden else then

    def _repeat(self, shape: Repeat, then: int) -> int:
        low, high = min(shape.low, COPIES), shape.high
        if high is None or high > COPIES:
            node = self._node(Node(SPLIT))
            self.nodes[node] = Node(SPLIT, (), (self._build(shape.item, node), then))
        else:
            node = then
            for _ in range(high - low):
                node = self._node(Node(SPLIT, (), (self._build(shape.item, node), then)))
        for _ in range(low):
            node = self._build(shape.item, node)
        return node

    def _is_end(self, number: int) -> bool:
        while self.nodes[number].kind == GUARD:
            number = self.nodes[number].following[0]
        return number == 0
