"""Makes the automaton of a pattern: every state in which a match may stand, and where each character leads from there.

States are sets of nodes (the subset construction). It is done when the package is built, and on loading for a site's
own rules, which take some 10 ms each.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.rules.prefilter.chars import ALPHABET, NO_CHARACTER, Chars
from scrubber.rules.prefilter.nodes import ACCEPT, CHAR, GUARD, SPLIT, Nodes, nodes_of

SURVIVES, DIES = -1, -2
"""Cells: the pattern can match, whatever follows, or cannot."""
END, OTHER = len(ALPHABET), len(ALPHABET) + 1
"""Symbols besides the characters of the alphabet: what stands before and behind a text, and any other character."""
SYMBOLS = len(ALPHABET) + 2
STATES = 2_000
"""Of one pattern at most: where more would be needed, it survives."""

Shorts = NDArray[np.int16]


class Dfa(NamedTuple):
    """An automaton, as bytes of 16-bit numbers."""

    classes: bytes
    """By symbol its class: no atom of the pattern tells those of a class apart."""
    cells: bytes
    """State by class: the state that follows, or how the walk ends. State 0 takes the character before the match."""

    @classmethod
    def of(cls, pattern: str, before: str) -> Dfa:
        """The automaton of a pattern, macros filled in, that begins behind one of some characters ("": any)."""
        nodes = nodes_of(pattern)
        atoms = list({atom: None for node in nodes.nodes for atom in node.tests} | dict.fromkeys(nodes.not_behind))
        kinds, classes = _classes(atoms, nodes.not_behind, before)
        return cls(classes.tobytes(), _Subsets(nodes, atoms).cells(kinds).tobytes())


class _Kind(NamedTuple):
    """What is known of the characters of one class."""

    held: int
    """The atoms that match them, as bits."""
    begins: bool
    """A match may begin behind them."""
    end: bool
    """It is the one behind and before a text."""
    other: bool
    """They are none of the alphabet."""


def _classes(atoms: list[Chars], not_behind: Sequence[Chars], before: str) -> tuple[list[_Kind], Shorts]:
    """The classes, and the class of each symbol."""
    held = np.zeros((SYMBOLS, len(atoms) + 3), bool)
    for number, atom in enumerate(atoms):
        held[:END, number] = atom.held
        held[END, number] = atom.source == NO_CHARACTER
    held[:, -3] = not before
    held[:END, -3] |= [char in before for char in ALPHABET]
    for atom in not_behind:
        held[:END, -3] &= ~atom.held
    held[OTHER, -3] = held[END, -2] = held[OTHER, -1] = True
    rows, classes = np.unique(held, axis=0, return_inverse=True)
    kinds = [_Kind(sum(1 << int(at) for at in np.flatnonzero(row[:-3])), *row[-3:].tolist()) for row in rows]
    return kinds, classes.ravel().astype(np.int16)


class _Subsets:
    """The states of one pattern's automaton, made one after another."""

    def __init__(self, nodes: Nodes, atoms: list[Chars]) -> None:
        bits = {atom: 1 << at for at, atom in enumerate(atoms)}
        self._nodes = nodes.nodes
        self._tests = [sum({bits[atom] for atom in node.tests}) for node in nodes.nodes]
        """Of each node, as bits."""
        self._start = nodes.start
        self._reached: dict[int, frozenset[int]] = {}
        self._states: list[tuple[int, ...]] = [()]
        """The nodes that wait for the next character, by the state's number; number 0 stands before the first node."""
        self._numbers: dict[tuple[int, ...], int] = {}

    def cells(self, kinds: Sequence[_Kind]) -> Shorts:
        """The table of all states."""
        first = self._cell(self._closure(self._start))
        rows = [[first if kind.begins else DIES for kind in kinds]]
        rows += (self._row(state, kinds) for state in islice(self._states, 1, None))  # grows
        return np.array(rows, np.int16)

    def _row(self, state: tuple[int, ...], kinds: Sequence[_Kind]) -> list[int]:
        """Where each class leads from a state. Most tell nothing apart that is asked there."""
        asked = self._asked(state)
        steps: dict[tuple[int, bool], int] = {}
        row = []
        for kind in kinds:
            key = kind.held & asked, kind.end
            if key not in steps:
                steps[key] = self._step(state, *key)
            row.append(SURVIVES if kind.other else steps[key])
        return row

    def _asked(self, state: tuple[int, ...]) -> int:
        """What is tested of the next character in a state, as bits: guards pass it on to the nodes behind them."""
        asked = 0
        for number in self._passed(state, 0):
            asked |= self._tests[number]
        return asked

    def _passed(self, state: tuple[int, ...], held: int) -> list[int]:
        """The nodes of a state, and those to which guards pass on a character that these atoms match."""
        passed = list(state)
        for number in passed:  # grows
            node = self._nodes[number]
            if node.kind == GUARD and not self._tests[number] & held:
                passed += self._closure(node.following[0]).difference(passed)
        return passed

    def _step(self, state: tuple[int, ...], held: int, at_end: bool) -> int:
        """Where a character leads from a state."""
        reached: set[int] = set()
        for number in self._passed(state, held):
            node = self._nodes[number]
            if node.kind == ACCEPT:
                return SURVIVES
            if node.kind == CHAR and self._tests[number] & held:
                reached |= self._closure(node.following[0])
        if at_end:
            return SURVIVES if reached else DIES
        return self._cell(reached)

    def _cell(self, reached: set[int] | frozenset[int]) -> int:
        """The number of a state, a new one where it has none yet."""
        if not reached:
            return DIES
        if any(self._nodes[number].kind == ACCEPT for number in reached):
            return SURVIVES
        state = tuple(sorted(reached))
        number = self._numbers.get(state)
        if number is None:
            if len(self._states) >= STATES:
                return SURVIVES
            number = self._numbers[state] = len(self._states)
            self._states.append(state)
        return number

    def _closure(self, number: int) -> frozenset[int]:
        """The nodes that are reached from a node without a character; guards are not passed."""
        if number not in self._reached:
            waiting, seen = [number], {number}
            for at in waiting:  # grows
                if self._nodes[at].kind == SPLIT:
                    further = set(self._nodes[at].following) - seen
                    seen |= further
                    waiting += further
            self._reached[number] = frozenset(at for at in seen if self._nodes[at].kind != SPLIT)
        return self._reached[number]
