"""The floor: one bare pass of pyahocorasick over the text with every entry of the lexicon."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import ahocorasick

from scrubber.data import data_folder
from scrubber.gazetteers.loading import load_lexicon


def floor_automaton() -> ahocorasick.Automaton:
    """An automaton of all English words and phrases."""
    lexicon = load_lexicon([data_folder("lexicons") / "en"], compiled=False)
    automaton = ahocorasick.Automaton(ahocorasick.STORE_LENGTH)
    for table in (lexicon.words, lexicon.phrases):
        for key in table.added:
            automaton.add_word(key)
    automaton.make_automaton()
    return automaton


def floor_pass(automaton: ahocorasick.Automaton, texts: Sequence[str]) -> None:
    """The pass: nothing is done with what is found."""
    for text in texts:
        deque(automaton.iter_long(text.lower()), maxlen=0)
