"""Memory: what a note has established so far."""

from __future__ import annotations

from collections import Counter

MOST = 4096
"""Established words that a note remembers at most: what bounds the memory of an endless stream."""


class Memory:
    """What a note has established so far, by lower-cased word (initials as they are written); carried from piece to
    piece of a stream.
    """

    def __init__(self) -> None:
        self.types: dict[str, Counter[str]] = {}

    def copy(self) -> Memory:
        """The same, to learn on by itself."""
        made = Memory()
        made.types = {word: counts.copy() for word, counts in self.types.items()}
        return made

    def learn(self, word: str, type_: str) -> None:
        """Count one sure sighting."""
        if word not in self.types:
            if len(self.types) >= MOST:
                self.types.pop(next(iter(self.types)))
            self.types[word] = Counter()
        self.types[word][type_] += 1

    def type_of(self, word: str) -> str | None:
        """The type under which a word was established most often, or None."""
        counts = self.types.get(word)
        return max(sorted(counts), key=counts.__getitem__) if counts else None
