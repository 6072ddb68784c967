"""The automata of many patterns as one array, walked over many places of a text at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scrubber.rules.prefilter import dfa
from scrubber.rules.prefilter.chars import ALPHABET
from scrubber.rules.prefilter.dfa import DIES, SURVIVES, SYMBOLS, Dfa

Ints = NDArray[np.int64]
Codes = NDArray[np.uint32]

END = 0x110000
"""The code that stands before and behind a text."""
DEPTH = 64
"""Characters that are looked at: a pattern that has not failed by then may match."""

_SYMBOLS = np.full(END + 1, dfa.OTHER, np.int16)
"""By code."""
_SYMBOLS[list(map(ord, ALPHABET))] = range(len(ALPHABET))
_SYMBOLS[END] = dfa.END


class Automata:
    """Automata by number. A state is the place of its row in the array of all cells.

    Args:
        dfas: one a number.
    """

    def __init__(self, dfas: Sequence[Dfa]) -> None:
        classes = [np.frombuffer(one.classes, np.int16) for one in dfas]
        ends = np.cumsum([0, *(len(one.cells) // 2 for one in dfas)])
        self._starts = ends[:-1]
        """By number: its first state."""
        self._cells = np.empty(ends[-1], np.int32)
        for one, kinds, start, end in zip(dfas, classes, ends.tolist(), ends[1:].tolist(), strict=False):
            cells = np.frombuffer(one.cells, np.int16).astype(np.int32)
            self._cells[start:end] = np.where(cells < 0, cells, cells * (int(kinds.max()) + 1) + start)
        self._classes = np.concatenate([np.zeros(0, np.int16), *classes])
        """By number and symbol."""

    def survivors(self, codes: Codes, places: Ints, numbers: Ints) -> NDArray[np.bool_]:
        """Whether a match can begin at each place by the automaton beside it.

        Args:
            codes: the text, :data:`END` before it (which is behind its last character) and where it ends.
            places: offsets. numbers: of automata.
        """
        survives = np.ones(len(places), bool)
        waiting = np.arange(len(places))
        at, states, alphabets = places - 1, self._starts[numbers], numbers * SYMBOLS
        for _ in range(DEPTH + 1):
            if not len(waiting):
                break
            states = self._cells[states + self._classes[alphabets + _SYMBOLS[codes[at]]]]
            survives[waiting[states == DIES]] = False
            goes_on = np.flatnonzero(states > SURVIVES)
            waiting, at, states, alphabets = waiting[goes_on], at[goes_on] + 1, states[goes_on], alphabets[goes_on]
        return survives
