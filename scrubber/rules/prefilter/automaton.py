"""The automata of many patterns in one numpy table (state x character), walked over many places of a text at once.

Each pattern has states of its own: there are few, and texts soon have visited them all, while those of patterns walked
together would be as many as there are ways to combine them. States and the table's cells are made when a walk first
comes there. A cell holds 0 (not made yet), the number of the state that follows, or, below 0, how the walk ends.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrubber.rules.prefilter.chars import NO_CHARACTER, Chars
from scrubber.rules.prefilter.nodes import ACCEPT, CHAR, SPLIT, NodeTable

Ints = NDArray[np.int64]
Codes = NDArray[np.uint32]

END = 0x110000
"""The code that stands before and behind a text."""
DEPTH = 64
"""Characters that are looked at."""
STATES = 24_000
"""States that are kept; past that, all are forgotten and made anew, so that memory is bounded."""
CLASSES = 256
"""Distinct characters that are kept, 0 being none of them; past that, as with states."""

_ROWS = 2048
"""By so many rows the table grows."""
_SURVIVES, _DIES = -1, -2
"""Cells: the pattern can match, whatever follows, or cannot."""
_TAKES, _PASSES, _ENDS, _REFUSES = range(1, 5)
"""What a node does with a character: takes it, lets it pass to the nodes behind (a guard), is the end already."""
_BEGIN = "b"
"""The kind of a node before the first, which takes a character behind which its pattern may begin."""

Question = tuple[str, str, tuple[Chars, ...]]
"""What a node asks of a character: its kind, characters and atoms. Many nodes ask the same: many, for a digit."""
State = tuple[int, ...]
"""Where a walk stands: the nodes that wait for the next character."""


class Full(Exception):
    """No room for another state or character."""


class Automaton:
    """The nodes of all patterns, and the states made of them."""

    def __init__(self) -> None:
        self._tables: list[tuple[NodeTable, int]] = []
        """The table of each node, and the number of the table's first node here."""
        self._ends: set[int] = set()
        self._first: list[int] = []
        """The node before the first, by pattern."""
        self._questions: list[Question] = [(ACCEPT, "", ())]
        """By number. Number 0 is nobody's."""
        self._numbers: dict[Question, int] = {}
        self._short: dict[tuple[int, str, str], int] = {}
        """The same by table, as it is written there."""
        self._asks: list[int] = []
        """The number of each node's question; 0 where nobody has come there yet."""
        self._behind: dict[int, frozenset[int]] = {}
        """The nodes that wait for the next character once a node has taken its own."""
        self._closures: dict[int, frozenset[int]] = {}
        """The nodes that are reached from a node without a character."""
        self._forget()

    def _forget(self) -> None:
        self._starts = np.zeros(len(self._first), np.int64)
        """By pattern: the state in which its walk begins; 0 where none has begun yet."""
        self._states: list[State] = [()]  # number 0 is nobody's
        self._state_numbers: dict[State, int] = {}
        self._cells = np.zeros((_ROWS, CLASSES), np.int16)
        self._classes = np.zeros(END + 1, np.int16)
        self._chars: list[str] = ["", ""]  # number 1 is the text's end
        self._said: list[bytearray] = [bytearray(), bytearray()]
        """By class: the answer to each question, a byte a question; 0 where it was not asked yet."""
        self._classes[END] = 1

    def add(self, table: NodeTable, before: str = "") -> int:
        """Take in a pattern, which begins behind one of these characters (or any, the text's start as well).

        Returns:
            its number.
        """
        base = len(self._tables)
        count = len(table.kinds)
        begin = base + count
        self._tables += [(table, base)] * (count + 1)
        self._asks += [0] * count
        self._asks.append(self._question_number((_BEGIN, before, table.not_behind)))
        self._behind[begin] = self._closure(base + table.start)
        self._ends.add(base)
        self._first.append(begin)
        self._starts = np.append(self._starts, 0)
        return len(self._first) - 1

    def survivors(self, codes: Codes, places: Ints, patterns: Ints) -> NDArray[np.bool_]:
        """Whether each pattern can match at the place beside it.

        Args:
            codes: the text, :data:`END` before it (which is behind its last character) and where it ends.
            places: offsets.
            patterns: numbers of patterns.
        """
        try:
            return self._walk(codes, places - 1, self._started(patterns))
        except Full:
            self._forget()
        half = len(places) // 2
        parts = slice(half), slice(half, None)
        return np.concatenate([self.survivors(codes, places[part], patterns[part]) for part in parts])

    def _started(self, patterns: Ints) -> Ints:
        """The state in which each walk begins."""
        states: Ints = self._starts[patterns]
        if not states.all():
            for pattern in np.unique(patterns[states == 0]).tolist():
                self._starts[pattern] = self._state((self._first[pattern],))
            states = self._starts[patterns]
        return states

    def _walk(self, codes: Codes, at: Ints, states: Ints) -> NDArray[np.bool_]:
        """Whether each walk comes to a good end, or to none within :data:`DEPTH` characters."""
        survives = np.ones(len(at), bool)
        waiting = np.arange(len(at))
        for _ in range(DEPTH + 1):
            if not len(waiting):
                break
            states = self._stepped(states, codes[at])
            survives[waiting[states == _DIES]] = False
            goes_on = np.flatnonzero(states > 0)
            waiting, at, states = waiting[goes_on], at[goes_on] + 1, states[goes_on]
        return survives

    def _stepped(self, states: Ints, codes: Codes) -> Ints:
        classes = self._classes[codes]
        if not classes.all():
            for code in np.unique(codes[classes == 0]).tolist():
                self._new_class(code)
            classes = self._classes[codes]
        cells = self._cells[states, classes]
        if not cells.all():
            unknown = cells == 0
            pairs = np.unique(states[unknown] * CLASSES + classes[unknown])
            for state, class_ in zip((pairs // CLASSES).tolist(), (pairs % CLASSES).tolist(), strict=True):
                cell = self._step(state, class_)
                self._cells[state, class_] = cell
            cells = self._cells[states, classes]
        return cells.astype(np.int64)

    def _new_class(self, code: int) -> None:
        if len(self._chars) >= CLASSES:
            raise Full
        self._classes[code] = len(self._chars)
        self._chars.append(chr(code))
        self._said.append(bytearray())

    def _step(self, number: int, class_: int) -> int:
        """The cell one character further."""
        char = self._chars[class_]
        if len(char.casefold()) > 1:  # may match several characters of a pattern
            return _SURVIVES
        said, asks = self._said[class_], self._asks
        reached: set[int] = set()
        waiting = list(self._states[number])
        seen = set(waiting)
        for node in waiting:  # grows
            question = asks[node] or self._question(node)
            answer = (question < len(said) and said[question]) or self._ask(question, char, said)
            if answer == _TAKES:
                reached |= self._behind.get(node) or self._closure_behind(node)
            elif answer == _PASSES:
                for further in self._behind.get(node) or self._closure_behind(node):
                    if further not in seen:
                        seen.add(further)
                        waiting.append(further)
            elif answer == _ENDS:
                return _SURVIVES
        return self._cell(reached)

    def _cell(self, nodes: set[int]) -> int:
        if not nodes:
            return _DIES
        return self._state(tuple(sorted(nodes))) if self._ends.isdisjoint(nodes) else _SURVIVES

    def _state(self, state: State) -> int:
        """The number of a state."""
        number = self._state_numbers.get(state)
        if number is None:
            number = len(self._states)
            if number >= STATES:
                raise Full
            self._state_numbers[state] = number
            self._states.append(state)
            if number >= len(self._cells):
                self._cells = np.concatenate([self._cells, np.zeros((_ROWS, CLASSES), np.int16)])
        return number

    def _question(self, node: int) -> int:
        """The number of what a node asks, noted down."""
        table, base = self._tables[node]
        short = base, table.kinds[node - base], table.tested[node - base]
        number = self._short.get(short)
        if number is None:
            number = self._short[short] = self._question_number((short[1], "", table.tests(node - base)))
        self._asks[node] = number
        return number

    def _question_number(self, question: Question) -> int:
        number = self._numbers.setdefault(question, len(self._questions))
        if number == len(self._questions):
            self._questions.append(question)
        return number

    def _ask(self, number: int, char: str, said: bytearray) -> int:
        """The answer that a character gives to a question, noted down."""
        said.extend(bytes(max(0, len(self._questions) - len(said))))
        answer = said[number] = _answer(self._questions[number], char)
        return answer

    def _closure_behind(self, node: int) -> frozenset[int]:
        table, base = self._tables[node]
        following = base + int(table.following[node - base])
        found = self._behind[node] = self._closures.get(following) or self._closure(following)
        return found

    def _closure(self, node: int) -> frozenset[int]:
        """The nodes that are reached from a node without a character; guards are not passed."""
        table, base = self._tables[node]
        kinds = table.kinds
        if kinds[node - base] != SPLIT:
            closure = frozenset((node,))
        else:
            waiting = [node - base]
            seen, ends = set(waiting), []
            for at in waiting:  # grows
                if kinds[at] != SPLIT:
                    ends.append(base + at)
                    continue
                for further in table.behind(at):
                    if further not in seen:
                        seen.add(further)
                        waiting.append(further)
            closure = frozenset(ends)
        self._closures[node] = closure
        return closure


def _answer(question: Question, char: str) -> int:
    """What a node that asks this does with a character; "" is the text's end."""
    kind, before, tests = question
    if kind == ACCEPT:
        return _ENDS
    if kind == _BEGIN:
        behind = not before or (char and char in before)
        return _TAKES if behind and not (char and any(char in test for test in tests)) else _REFUSES
    if kind == CHAR:
        if not char:
            return _ENDS if tests[0].source == NO_CHARACTER else _REFUSES
        return _TAKES if char in tests[0] else _REFUSES
    return _REFUSES if char and any(char in test for test in tests) else _PASSES
