"""Makes the nodes of a pattern (:mod:`~scrubber.rules.prefilter.nodes`): for those that are not compiled."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import regex

from scrubber.rules.prefilter.chars import Chars
from scrubber.rules.prefilter.nodes import ACCEPT, ANYTHING, CHAR, GUARD, SPLIT, NodeTable
from scrubber.rules.prefilter.parse import Unreadable, parse
from scrubber.rules.prefilter.shapes import Ahead, Alt, Assertion, Char, Repeat, Seq, Shape

COPIES = 4
"""Repeats of up to so many are counted; of more, it is only known that there are at least so many."""
LARGEST = 20_000
"""Nodes that one pattern may take. One of more is let through wherever it is asked for."""


def node_table(pattern: str) -> NodeTable:
    """The nodes of a pattern, macros filled in."""
    with suppress(Unreadable, regex.error):
        shape = parse(pattern)
        if _size(shape) <= LARGEST:
            return _Builder(shape).table()
    return ANYTHING


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


def _joined(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


class _Builder:
    """Makes the nodes of one shape, from its end to its start."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._atoms: dict[Chars, int] = {}
        self._kinds: list[str] = []
        self._tests: list[tuple[Chars, ...]] = []
        self._following: list[tuple[int, ...]] = []

    def table(self) -> NodeTable:
        """All of them."""
        self._end = self._node(ACCEPT)
        start = self._build(self._shape, self._end)
        tested = [_joined([self._atoms[atom] for atom in tests]) for tests in self._tests]
        following = list(map(_joined, self._following))
        atoms = list(self._atoms)
        return NodeTable(start, _not_behind(self._shape), atoms, "".join(self._kinds), tested, following)

    def _node(self, kind: str, tests: tuple[Chars, ...] = (), following: tuple[int, ...] = ()) -> int:
        for atom in tests:
            self._atoms.setdefault(atom, len(self._atoms))
        self._kinds.append(kind)
        self._tests.append(tests)
        self._following.append(following)
        return len(self._kinds) - 1

    def _build(self, shape: Shape, then: int) -> int:
        """The first node of a shape behind which ``then`` comes."""
        match shape:
            case Char(atom):
                return self._node(CHAR, (atom,), (then,))
            case Seq(items):
                for item in reversed(items):
                    then = self._build(item, then)
                return then
            case Alt(branches):
                return self._node(SPLIT, (), tuple(self._build(branch, then) for branch in branches))
            case Repeat():
                return self._repeat(shape, then)
            case Ahead(item):
                # What stands ahead and what follows must both match; where nothing follows, the former is checked
                return self._build(item, self._end) if self._is_end(then) else then
            case Assertion(forbidden):
                return self._node(GUARD, forbidden, (then,)) if forbidden else then

    def _repeat(self, shape: Repeat, then: int) -> int:
        low, high = min(shape.low, COPIES), shape.high
        if high is None or high > COPIES:
            node = self._node(SPLIT)
            self._following[node] = (self._build(shape.item, node), then)
        else:
            node = then
            for _ in range(high - low):
                node = self._node(SPLIT, (), (self._build(shape.item, node), then))
        for _ in range(low):
            node = self._build(shape.item, node)
        return node

    def _is_end(self, node: int) -> bool:
        while self._kinds[node] == GUARD:
            node = self._following[node][0]
        return self._kinds[node] == ACCEPT
