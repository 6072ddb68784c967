"""One automaton of many patterns as a numpy table (state x character), walked over many places of a text at once.

States and the table's cells are made when a walk first comes there. A cell holds 0 (not made yet), the number of the
state that follows, or, below 0, an answer: which patterns can match, where no further character can change that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
STATES = 32_000
"""States, and answers, that are kept; past that, all are forgotten and made anew, so that memory is bounded."""
CLASSES = 256
"""Distinct characters that are kept, 0 being none of them; past that, as with states."""

_FIRST_ROWS = 1024
_TAKES, _PASSES, _ENDS, _REFUSES = range(1, 5)
"""What a node does with a character: takes it, lets it pass to the nodes behind (a guard), is the end already."""

Question = tuple[str, tuple[Chars, ...]]
"""What a node asks of a character: its kind and its atoms. Many nodes ask the same: every second one, for a digit."""
State = tuple[tuple[int, ...], tuple[int, ...]]
"""Where a walk stands: the nodes that wait for the next character, and the patterns that have matched."""


class Full(Exception):
    """No room for another state or character."""


class Automaton:
    """The nodes of all patterns, and the states made of them.

    Args:
        start: the first nodes of the patterns that may match at a place, given the place's key (any number).
    """

    def __init__(self, start: Callable[[int], Iterable[int]]) -> None:
        self._start = start
        self._owners: list[int] = []
        """The number of the pattern to which each node belongs."""
        self._tables: list[tuple[NodeTable, int]] = []
        """The table of each node, and the number of the table's first node here."""
        self._ends: set[int] = set()
        self._questions: list[Question] = [(ACCEPT, ())]
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
        self._starts: dict[int, int] = {}
        self._states: list[State] = [((), ())]  # number 0 is nobody's
        self._state_numbers: dict[State, int] = {}
        self._answers: list[tuple[int, ...]] = [()]  # cells hold the negative number: 0 is nobody's
        self._answer_numbers: dict[tuple[int, ...], int] = {}
        self._flat = np.zeros(0, np.int64)
        self._sizes = np.zeros(0, np.int64)
        self._cells = np.zeros((_FIRST_ROWS, CLASSES), np.int16)
        self._classes = np.zeros(END + 1, np.int16)
        self._chars: list[str] = ["", ""]  # number 1 is the text's end
        self._said: list[bytearray] = [bytearray(), bytearray()]
        """By class: the answer to each question, a byte a question; 0 where it was not asked yet."""
        self._classes[END] = 1

    def add(self, table: NodeTable, owner: int) -> int:
        """Take in the nodes of a pattern, which survives under the number ``owner``. The first one's number."""
        base = len(self._tables)
        count = len(table.kinds)
        self._tables += [(table, base)] * count
        self._asks += [0] * count
        self._owners += [owner] * count
        self._ends.add(base)
        return base + table.start

    def survivors(self, codes: Codes, places: Ints, keys: Ints) -> tuple[Ints, Ints]:
        """The patterns that can match at each place: indices of places, and beside each the number of a pattern.

        Args:
            codes: the text, :data:`END` where it ends.
            places: offsets.
            keys: how the walk begins at each place.
        """
        try:
            return self._expanded(self._walk(codes, places, self._started(keys)))
        except Full:
            self._forget()
        half = len(places) // 2
        first, second = (self.survivors(codes, places[part], keys[part]) for part in (slice(half), slice(half, None)))
        return np.concatenate([first[0], second[0] + half]), np.concatenate([first[1], second[1]])

    def _expanded(self, answers: Ints) -> tuple[Ints, Ints]:
        if len(self._sizes) < len(self._answers):
            self._sizes = np.array([len(answer) for answer in self._answers], np.int64)
            self._flat = np.array([owner for answer in self._answers for owner in answer], np.int64)
        firsts = np.cumsum(self._sizes) - self._sizes
        sizes = self._sizes[answers]
        indices = np.repeat(np.arange(len(answers)), sizes)
        within = np.arange(len(indices)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return indices, self._flat[firsts[answers][indices] + within]

    def _started(self, keys: Ints) -> Ints:
        """The cell with which the walk begins under each key."""
        distinct, which = np.unique(keys, return_inverse=True)
        starts = self._starts
        cells = [starts.get(key) or self._begun(key) for key in distinct.tolist()]
        return np.array(cells, np.int64)[which]

    def _begun(self, key: int) -> int:
        nodes = frozenset[int]().union(*map(self._closure, self._start(key)))
        if len(self._starts) >= 4 * STATES:
            raise Full
        cell = self._starts[key] = self._cell(nodes, frozenset())
        return cell

    def _walk(self, codes: Codes, places: Ints, cells: Ints) -> Ints:
        """The number of the answer at each place."""
        answers = np.zeros(len(places), np.int64)
        waiting = np.arange(len(places))
        at = places
        for _ in range(DEPTH):
            goes_on = cells > 0
            if not goes_on.all():
                answers[waiting[~goes_on]] = -cells[~goes_on]
                waiting, at, cells = waiting[goes_on], at[goes_on], cells[goes_on]
            if not len(waiting):
                return answers
            cells = self._stepped(cells, codes[at])
            at = at + 1
        left = {cell: self._answer(*self._states[cell]) if cell > 0 else cell for cell in set(cells.tolist())}
        answers[waiting] = [-left[cell] for cell in cells.tolist()]
        return answers

    def _stepped(self, states: Ints, codes: Codes) -> Ints:
        classes = self._classes[codes]
        if not classes.all():
            for code in np.unique(codes[classes == 0]).tolist():
                self._new_class(code)
            classes = self._classes[codes]
        cells = self._cells[states, classes]
        unknown = cells == 0
        if unknown.any():
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
        state = self._states[number]
        char = self._chars[class_]
        if len(char.casefold()) > 1:  # may match several characters of a pattern
            return self._answer(*state)
        said, asks = self._said[class_], self._asks
        reached: set[int] = set()
        accepted = set(state[1])
        waiting = list(state[0])
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
                accepted.add(self._owners[node])
        return self._cell(frozenset(reached), frozenset(accepted))

    def _question(self, node: int) -> int:
        """The number of what a node asks, noted down."""
        table, base = self._tables[node]
        short = base, table.kinds[node - base], table.tested[node - base]
        number = self._short.get(short)
        if number is None:
            question = short[1], table.tests(node - base)
            number = self._short[short] = self._numbers.setdefault(question, len(self._questions))
            if number == len(self._questions):
                self._questions.append(question)
        self._asks[node] = number
        return number

    def _ask(self, number: int, char: str, said: bytearray) -> int:
        """The answer that a character gives to a question, noted down."""
        kind, tests = self._questions[number]
        if kind == ACCEPT:
            answer = _ENDS
        elif kind == CHAR:
            if not char:
                answer = _ENDS if tests[0].source == NO_CHARACTER else _REFUSES
            else:
                answer = _TAKES if char in tests[0] else _REFUSES
        else:
            answer = _REFUSES if char and any(char in test for test in tests) else _PASSES
        said.extend(bytes(max(0, len(self._questions) - len(said))))
        said[number] = answer
        return answer

    def _cell(self, nodes: frozenset[int], accepted: frozenset[int]) -> int:
        """The state of these nodes, or the answer if none of them waits for anything."""
        owners = self._owners
        accepted = accepted.union([owners[node] for node in nodes & self._ends])
        threads = tuple(sorted([node for node in nodes if owners[node] not in accepted] if accepted else nodes))
        state = threads, tuple(sorted(accepted))
        if not threads:
            return self._answer(*state)
        number = self._state_numbers.get(state)
        if number is None:
            number = self._state_numbers[state] = len(self._states)
            self._states.append(state)
            if number >= STATES:
                raise Full
            if number >= len(self._cells):
                self._cells = np.concatenate([self._cells, np.zeros_like(self._cells)])
        return number

    def _answer(self, threads: tuple[int, ...], accepted: tuple[int, ...]) -> int:
        """The cell that says which patterns have matched, or still can."""
        survivors = tuple(sorted({*accepted, *[self._owners[node] for node in threads]}))
        number = self._answer_numbers.get(survivors)
        if number is None:
            number = self._answer_numbers[survivors] = len(self._answers)
            self._answers.append(survivors)
            if number >= STATES:
                raise Full
        return -number

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
