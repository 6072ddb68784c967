"""The screen: says at a keyword, in one walk over the characters from there, which rules can match at all.

Tens of rules begin at every number, and nearly all of them fail; asking each one costs microseconds. The screen reads
the rules' patterns (:mod:`~scrubber.detect.screen.parse`), keeps of them what one automaton without memory can check
(:mod:`~scrubber.detect.screen.nodes`), and runs all of them at once, one dictionary look-up a character. It errs on
one side only: a rule that it lets through may still fail, a rule that it turns away cannot match. What it does costs a
bounded number of steps at a keyword, whatever the text and whoever wrote the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from scrubber.detect.screen.chars import Chars
from scrubber.detect.screen.compiled import table_of
from scrubber.detect.screen.machine import DEPTH, Machine, State
from scrubber.detect.screen.nodes import ANYTHING
from scrubber.rules import Rule

Walked = tuple[tuple[int, ...], State | None]


class Screen:
    """The screen of a sequence of rules, which it knows by their index. A rule is read when it is first in question."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._machine = Machine()
        self._read: dict[tuple[int, bool], tuple[int, tuple[Chars, ...]]] = {}

    def when_full(self, forget: Callable[[], None]) -> None:
        """Have a caller who keeps states let go of them when memory runs full."""
        self._machine.when_full.append(forget)

    def start(self, rules: tuple[int, ...], before: str) -> State:
        """The state in which these rules are about to match behind the character ``before`` ('': the text begins)."""
        key = (rules, before)
        return self._machine.starts.get(key) or self._machine.start(self._nodes(rules, before), key)

    def _nodes(self, rules: Iterable[int], before: str) -> Iterator[int]:
        """The first nodes of those rules that may begin behind a character."""
        for index in rules:
            node, forbidden = self._read.get((index, False)) or self._node(index, begun=False)
            wanted = self._rules[index].before
            if (not wanted or (before and before in wanted)) and not (before and any(before in c for c in forbidden)):
                yield node

    def walked(self, state: State, chars: str) -> Walked:
        """Where a walk over these characters leads: the rules that can still match, and the state if more can tell."""
        for char in chars[:DEPTH]:
            if state.ended:
                break
            following = state.step(char)
            if following is None:
                return state.survivors, None
            state = following
        return state.survivors, None if state.ended or len(chars) > DEPTH else state

    def begins(self, index: int, text: str, at: int) -> bool:
        """Whether a match of a rule that reaches back from its keyword can begin at this offset."""
        before = text[at - 1] if at else ""
        key = (index, before)
        state = self._machine.starts.get(key)
        if state is None:
            node, forbidden = self._read.get((index, True)) or self._node(index, begun=True)
            ruled_out = bool(before) and any(before in chars for chars in forbidden)
            state = self._machine.start([] if ruled_out else [node], key)
        return bool(state.walk(text, at))

    def _node(self, index: int, *, begun: bool) -> tuple[int, tuple[Chars, ...]]:
        rule = self._rules[index]
        # at the keyword of a rule that reaches back, its match has begun already
        table = table_of(rule) if begun or not rule.reach else ANYTHING
        found = self._read[index, begun] = self._machine.add(table, index), table.not_behind
        return found
