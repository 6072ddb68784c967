"""What the automaton runs on: the nodes that a pattern's shape takes, as a table that can be kept in a file.

A node is one character (then: its successor), a guard (the next character is none of these), branches, or the end. The
numbers of its atoms and of the nodes behind it are texts, read when a match first comes there: few come far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scrubber.rules.prefilter.chars import Chars

CHAR, GUARD, SPLIT, ACCEPT = "cgse"


class NodeTable(NamedTuple):
    """The nodes of one pattern, by number. The end is number 0."""

    start: int
    """Where a match begins."""
    not_behind: tuple[Chars, ...]
    """The characters behind which no match begins."""
    atoms: Sequence[Chars]
    kinds: str
    """A letter a node."""
    tested: Sequence[str]
    """The numbers of the atoms that a character takes, or a guard does not let pass: "3" or "1,2"."""
    following: Sequence[str]
    """The numbers of the nodes behind each."""

    def tests(self, node: int) -> tuple[Chars, ...]:
        """What a character takes, and what a guard does not let pass; nothing for the other kinds."""
        atoms, numbers = self.atoms, self.tested[node]
        return tuple([atoms[int(number)] for number in numbers.split(",")]) if numbers else ()

    def behind(self, node: int) -> list[int]:
        """The nodes that follow one."""
        return [int(number) for number in self.following[node].split(",")]


ANYTHING = NodeTable(0, (), (), ACCEPT, ("",), ("",))
"""Stands for a pattern that the prefilter cannot read: it always survives."""
