"""One automaton of many patterns, made state by state as texts lead there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable

from scrubber.detect.screen.chars import Chars
from scrubber.detect.screen.nodes import ACCEPT, CHAR, SPLIT, NodeTable
from scrubber.words import Memo

DEPTH = 48
"""Characters that are looked at."""
STATES = 20_000
"""States that are kept; past that, all are forgotten and made anew, so that memory is bounded."""

CHARS = 256
"""Characters of which it is kept what nodes do with them."""

_TAKES, _PASSES, _ENDS, _REFUSES = range(1, 5)
"""What a node does with a character: takes it, lets it pass to the nodes behind (a guard), is the end already."""

Question = tuple[str, tuple[Chars, ...]]
"""What a node asks of a character: its kind and its atoms. Many nodes ask the same: every second one, for a digit."""


class State:
    """Where a walk stands."""

    __slots__ = ("_machine", "accepted", "after", "ended", "survivors", "threads")

    def __init__(self, machine: Machine, threads: frozenset[int], accepted: frozenset[int]) -> None:
        self._machine = machine
        self.threads = threads
        self.accepted = accepted
        self.after: dict[str, State] = {}
        self.ended = not threads
        """Nothing that may follow changes the survivors."""
        self.survivors = tuple(sorted(accepted.union(map(machine.owners.__getitem__, threads))))
        """The patterns that have matched, or still can."""

    def walk(self, text: str, at: int) -> tuple[int, ...]:
        """The numbers of the patterns that can match ``text`` from an offset on, in order."""
        state = self
        if not state.ended:
            for char in text[at : at + DEPTH]:
                following = state.after.get(char) or state.step(char)
                if following is None:
                    break
                state = following
                if state.ended:
                    break
        return state.survivors

    def step(self, char: str) -> State | None:
        """The state one character further; None where that character may match several of a pattern."""
        following = self.after.get(char)
        if following is None and len(char.casefold()) == 1:
            following = self._machine.step(self, char)
        return following


class Machine:
    """The nodes of all patterns, and the states made of them."""

    def __init__(self) -> None:
        self.owners: list[int] = []
        """The number of the pattern to which each node belongs."""
        self.starts: dict[Hashable, State] = {}
        """For the callers: states that they want to find again. Is emptied when memory runs full."""
        self.when_full: list[Callable[[], None]] = []
        """What callers do then who hold states elsewhere: let go of them."""
        self._adding = threading.Lock()
        self._tables: list[tuple[NodeTable, int]] = []
        """The table of each node, and the number of the table's first node here."""
        self._ends: set[int] = set()
        self._answers: Memo[str, bytearray] = Memo(lambda _: bytearray(), CHARS)
        """By character: the answer to each question, a byte a question; 0 where it was not asked yet."""
        self._questions: list[Question] = [(ACCEPT, ())]
        """By number. Number 0 is nobody's."""
        self._numbers: dict[Question, int] = {}
        self._asks: list[int] = []
        """The number of each node's question; 0 where nobody has come there yet."""
        self._behind: dict[int, frozenset[int]] = {}
        """The nodes that wait for the next character once a node has taken its own."""
        self._states: dict[tuple[frozenset[int], frozenset[int]], State] = {}

    def add(self, table: NodeTable, owner: int) -> int:
        """Take in the nodes of a pattern, which survives under the number ``owner``. The first one's number."""
        count = len(table.kinds)
        with self._adding:  # threads that added at once would take the same numbers
            base = len(self._tables)
            self._tables += [(table, base)] * count
            self._asks += [0] * count
            self.owners += [owner] * count
            self._ends.add(base)
        return base + table.start

    def start(self, nodes: Iterable[int], key: Hashable) -> State:
        """The state in which the patterns that begin at these nodes are about to be matched, found again by its key."""
        state = self._state(frozenset[int]().union(*map(self._closure, nodes)), frozenset())
        if len(self.starts) >= STATES:
            self.starts.clear()
        self.starts[key] = state
        return state

    def step(self, state: State, char: str) -> State:
        """The state one character further."""
        answers, asks = self._answers[char], self._asks
        reached: set[int] = set()
        accepted = set(state.accepted)
        waiting = list(state.threads)
        seen = set(waiting)
        for node in waiting:  # grows
            question = asks[node] or self._question(node)
            answer = (question < len(answers) and answers[question]) or self._ask(question, char, answers)
            if answer == _TAKES:
                reached |= self._behind.get(node) or self._closure_behind(node)
            elif answer == _PASSES:
                for further in self._behind.get(node) or self._closure_behind(node):
                    if further not in seen:
                        seen.add(further)
                        waiting.append(further)
            elif answer == _ENDS:
                accepted.add(self.owners[node])
        following = state.after[char] = self._state(frozenset(reached), frozenset(accepted))
        return following

    def _question(self, node: int) -> int:
        """The number of what a node asks, noted down."""
        table, base = self._tables[node]
        question = table.kinds[node - base], table.tests(node - base)
        with self._adding:
            number = self._numbers.setdefault(question, len(self._questions))
            if number == len(self._questions):
                self._questions.append(question)
        self._asks[node] = number
        return number

    def _ask(self, number: int, char: str, answers: bytearray) -> int:
        """The answer that a character gives to a question, noted down."""
        kind, tests = self._questions[number]
        if kind == ACCEPT:
            answer = _ENDS
        elif kind == CHAR:
            answer = _TAKES if char in tests[0] else _REFUSES
        else:
            answer = _REFUSES if any(char in test for test in tests) else _PASSES
        answers.extend(bytes(max(0, len(self._questions) - len(answers))))
        answers[number] = answer
        return answer

    def _state(self, nodes: frozenset[int], accepted: frozenset[int]) -> State:
        owners = self.owners
        accepted = accepted.union([owners[node] for node in nodes & self._ends])
        threads = frozenset([node for node in nodes if owners[node] not in accepted]) if accepted else nodes
        state = self._states.get((threads, accepted))
        if state is None:
            if len(self._states) >= STATES:
                self._forget()
            state = self._states[threads, accepted] = State(self, threads, accepted)
        return state

    def _forget(self) -> None:
        """Let all states go, wherever they are held: a single one would keep all those that follow it."""
        for state in list(self._states.values()):
            state.after.clear()
        self._states.clear()
        self.starts.clear()
        for forget in self.when_full:
            forget()

    def _closure_behind(self, node: int) -> frozenset[int]:
        table, base = self._tables[node]
        found = self._behind[node] = self._closure(base + table.behind(node - base)[0])
        return found

    def _closure(self, node: int) -> frozenset[int]:
        """The nodes that are reached from a node without a character; guards are not passed."""
        table, base = self._tables[node]
        waiting = [node - base]
        seen, closure = set(waiting), []
        for at in waiting:  # grows
            if table.kinds[at] != SPLIT:
                closure.append(base + at)
                continue
            for further in table.behind(at):
                if further not in seen:
                    seen.add(further)
                    waiting.append(further)
        return frozenset(closure)
