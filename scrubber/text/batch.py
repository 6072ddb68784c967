"""A batch: some notes read together, their tokens as parallel arrays."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scrubber.text.tokens import split
from scrubber.text.vocabulary import NEWLINE, Vocabulary

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Batch:
    """Notes and their tokens. What is said of a note does not depend on the notes that it is read with."""

    texts: Sequence[str]
    text: str
    """All notes, with a line end behind each."""
    base: Ints
    """Offset of each note in :attr:`text`, and that behind the last one's line end."""
    starts: Ints
    """Offset of each token's first code point in :attr:`text`."""
    ends: Ints
    """Offset behind each token."""
    ids: Ints
    """Each token's id in the vocabulary."""
    vocabulary: Vocabulary

    def __len__(self) -> int:
        return len(self.ids)

    @classmethod
    def of(cls, texts: Sequence[str], vocabulary: Vocabulary) -> Batch:
        """The batch of some notes."""
        vocabulary.make_room()
        text = "".join([f"{note}\n" for note in texts])
        base = np.zeros(len(texts) + 1, np.int64)
        np.cumsum([len(note) + 1 for note in texts], out=base[1:])
        pieces = split(text)
        offsets = np.cumsum(np.fromiter(map(len, pieces), np.int64, len(pieces)))
        tokens = pieces[1::2]
        return cls(texts, text, base, offsets[0:-1:2], offsets[1::2], vocabulary.ids_of(tokens), vocabulary)

    @cached_property
    def codes(self) -> NDArray[np.uint32]:
        """The code points of :attr:`text`."""
        return np.frombuffer(self.text.encode("utf-32-le", "surrogatepass"), np.uint32)

    @cached_property
    def note(self) -> Ints:
        """The number of each token's note."""
        return np.searchsorted(self.base, self.starts, side="right") - 1

    @cached_property
    def line(self) -> Ints:
        """The number of each token's line in the batch; a line end belongs to the line that it ends."""
        is_end = (self.ids == NEWLINE).astype(np.int64)
        before: Ints = np.cumsum(is_end) - is_end
        return before

    @cached_property
    def line_starts(self) -> Ints:
        """The index of the first token of each line."""
        if not len(self.ids):
            return np.zeros(0, np.int64)
        first = np.flatnonzero(self.ids[:-1] == NEWLINE) + 1
        return np.concatenate([np.zeros(1, np.int64), first])

    @cached_property
    def line_ends(self) -> Ints:
        """Behind the last token of each line, its line end left out."""
        ends = np.append(self.line_starts[1:], len(self.ids))
        return ends - (self.ids[ends - 1] == NEWLINE) if len(self.ids) else self.line_starts

    @cached_property
    def gap(self) -> Ints:
        """Characters of blanks before each token."""
        gap = self.starts.copy()
        gap[1:] -= self.ends[:-1]
        return gap

    @cached_property
    def tokens(self) -> list[str]:
        """Each token as written."""
        words = self.vocabulary.words
        return [words[i] for i in self.ids.tolist()]

    def tokens_of(self, note: int) -> tuple[int, int]:
        """The first token of a note, and behind its last."""
        low, high = np.searchsorted(self.starts, self.base[note : note + 2]).tolist()
        return low, high

    def opens(self, token: int, signs: Container[str]) -> bool:
        """Whether a token begins its line, or stands behind one of some signs."""
        first = token == int(self.line_starts[self.line[token]])
        return first or self.vocabulary.words[int(self.ids[token - 1])] in signs

    def span(self, first: int, last: int) -> tuple[int, int, int]:
        """The note, start and end in it, of the stretch from one token to another."""
        note = int(self.note[first])
        base = int(self.base[note])
        return note, int(self.starts[first]) - base, int(self.ends[last]) - base

    def spans(self, firsts: Ints, lasts: Ints) -> Iterator[tuple[int, int, int]]:
        """The same for many stretches at once."""
        notes = self.note[firsts]
        bases = self.base[notes]
        starts, ends = self.starts[firsts] - bases, self.ends[lasts] - bases
        return zip(notes.tolist(), starts.tolist(), ends.tolist(), strict=True)
