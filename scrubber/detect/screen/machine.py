"""One automaton of many shapes, made state by state as texts lead there."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from scrubber.detect.screen.shapes import Ahead, Alt, Assertion, Char, Chars, Repeat, Seq, Shape
from scrubber.words import Memo

COPIES = 4
"""Repeats of up to so many are counted; of more, it is only known that there are at least so many."""
DEPTH = 48
"""Characters that are looked at."""
STATES = 20_000
"""States that are kept; past that, all are forgotten and made anew, so that memory is bounded."""

CHARS = 256
"""Characters of which it is kept what nodes do with them."""

_CHAR, _GUARD, _SPLIT, _ACCEPT = range(4)
_TAKES, _PASSES, _ENDS, _REFUSES = range(1, 5)
"""What a node does with a character: takes it, lets it pass to the nodes behind (a guard), is the end already."""


def size(shape: Shape) -> int:
    """How many nodes a shape takes, about."""
    match shape:
        case Seq(parts) | Alt(parts):
            return 1 + sum(map(size, parts))
        case Repeat(item, low, high):
            most = COPIES if high is None else min(high, COPIES)
            return 1 + size(item) * max(1, most, min(low, COPIES) + 1)
        case Ahead(item):
            return size(item)
    return 1


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
        """The shapes that have matched, or still can."""

    def walk(self, text: str, at: int) -> tuple[int, ...]:
        """The numbers of the shapes that can match ``text`` from an offset on, in order."""
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
    """The nodes of all shapes.

    A node is one character (then: its successor), a guard (the next character is none of these), branches, or the end.
    """

    def __init__(self) -> None:
        self.owners: list[int] = []
        """The number of the shape to which each node belongs."""
        self.starts: dict[Hashable, State] = {}
        """For the callers: states that they want to find again. Is emptied when memory runs full."""
        self._kinds: list[int] = []
        self._tests: list[tuple[Chars, ...]] = []
        self._next: list[tuple[int, ...]] = []
        self._ends: set[int] = set()
        self._answers: Memo[str, bytearray] = Memo(lambda _: bytearray(), CHARS)
        """By character: what each node does with it, a byte a node; 0 where it was not asked yet."""
        self._closures: dict[int, frozenset[int]] = {}
        self._states: dict[tuple[frozenset[int], frozenset[int]], State] = {}

    def add(self, shape: Shape | None, owner: int) -> int:
        """The first node of a new shape, which survives under the number ``owner``; None: it always survives."""
        end = self._node(_ACCEPT, owner)
        return end if shape is None else self._build(shape, end, end)

    def start(self, nodes: Iterable[int], key: Hashable) -> State:
        """The state in which the shapes that begin at these nodes are about to be matched, found again by its key."""
        state = self._state(frozenset[int]().union(*map(self._closure, nodes)), frozenset())
        if len(self.starts) >= STATES:
            self.starts.clear()
        self.starts[key] = state
        return state

    def step(self, state: State, char: str) -> State:
        """The state one character further."""
        answers = self._answers[char]
        answers.extend(bytes(len(self.owners) - len(answers)))
        reached: set[int] = set()
        accepted = set(state.accepted)
        waiting = list(state.threads)
        seen = set(waiting)
        for node in waiting:  # grows
            answer = answers[node] or self._ask(node, char, answers)
            if answer == _TAKES:
                reached |= self._closure(self._next[node][0])
            elif answer == _PASSES:
                for further in self._closure(self._next[node][0]):
                    if further not in seen:
                        seen.add(further)
                        waiting.append(further)
            elif answer == _ENDS:
                accepted.add(self.owners[node])
        following = state.after[char] = self._state(frozenset(reached), frozenset(accepted))
        return following

    def _ask(self, node: int, char: str, answers: bytearray) -> int:
        """What a node does with a character, noted down."""
        kind = self._kinds[node]
        if kind == _ACCEPT:
            answer = _ENDS
        elif kind == _CHAR:
            answer = _TAKES if char in self._tests[node][0] else _REFUSES
        else:
            answer = _REFUSES if any(char in test for test in self._tests[node]) else _PASSES
        answers[node] = answer
        return answer

    def _state(self, nodes: frozenset[int], accepted: frozenset[int]) -> State:
        owners = self.owners
        accepted = accepted.union([owners[node] for node in nodes & self._ends])
        threads = frozenset([node for node in nodes if owners[node] not in accepted]) if accepted else nodes
        state = self._states.get((threads, accepted))
        if state is None:
            if len(self._states) >= STATES:
                self._states.clear()
                self.starts.clear()
            state = self._states[threads, accepted] = State(self, threads, accepted)
        return state

    def _closure(self, node: int) -> frozenset[int]:
        """The nodes that are reached from a node without a character; guards are not passed."""
        found = self._closures.get(node)
        if found is None:
            seen, waiting = {node}, [node]
            for at in waiting:  # grows
                if self._kinds[at] == _SPLIT:
                    for further in self._next[at]:
                        if further not in seen:
                            seen.add(further)
                            waiting.append(further)
            found = self._closures[node] = frozenset(at for at in seen if self._kinds[at] != _SPLIT)
        return found

    def _node(self, kind: int, owner: int, tests: tuple[Chars, ...] = (), following: tuple[int, ...] = ()) -> int:
        self._kinds.append(kind)
        self._tests.append(tests)
        self._next.append(following)
        self.owners.append(owner)
        node = len(self.owners) - 1
        if kind == _ACCEPT:
            self._ends.add(node)
        return node

    def _build(self, shape: Shape, then: int, end: int) -> int:
        """The first node of a shape behind which ``then`` comes; ``end`` is where the whole pattern has matched."""
        owner = self.owners[end]
        match shape:
            case Char(atom):
                return self._node(_CHAR, owner, (atom,), (then,))
            case Seq(items):
                for item in reversed(items):
                    then = self._build(item, then, end)
                return then
            case Alt(branches):
                return self._node(_SPLIT, owner, (), tuple(self._build(branch, then, end) for branch in branches))
            case Repeat():
                return self._repeat(shape, then, end)
            case Ahead(item):
                # What stands ahead and what follows must both match; where nothing follows, the former is checked
                return self._build(item, end, end) if self._is_end(then) else then
            case Assertion(forbidden):
                return self._node(_GUARD, owner, forbidden, (then,)) if forbidden else then

    def _repeat(self, shape: Repeat, then: int, end: int) -> int:
        owner = self.owners[end]
        low, high = min(shape.low, COPIES), shape.high
        if high is None or high > COPIES:
            node = self._node(_SPLIT, owner)
            self._next[node] = (self._build(shape.item, node, end), then)
        else:
            node = then
            for _ in range(high - low):
                node = self._node(_SPLIT, owner, (), (self._build(shape.item, node, end), then))
        for _ in range(low):
            node = self._build(shape.item, node, end)
        return node

    def _is_end(self, node: int) -> bool:
        while self._kinds[node] == _GUARD:
            node = self._next[node][0]
        return self._kinds[node] == _ACCEPT
