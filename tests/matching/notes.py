"""A batch made with the tokenizer, for tests and measurements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from scrubber.tokens import tokenize


@dataclass
class Words:
    """The distinct tokens, by id."""

    words: list[str] = field(default_factory=list)
    ids: dict[str, int] = field(default_factory=dict)

    def id_of(self, word: str) -> int:
        """Its id, a new one for a new word."""
        number = self.ids.setdefault(word, len(self.words))
        if number == len(self.words):
            self.words.append(word)
        return number


@dataclass
class Notes:
    """Notes as arrays."""

    texts: Sequence[str]
    codes: NDArray[np.uint32]
    base: NDArray[np.int32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    ids: NDArray[np.int32]
    note: NDArray[np.int32]
    vocabulary: Words


def batch(texts: Sequence[str], vocabulary: Words | None = None) -> Notes:
    """The notes, joined by line ends."""
    known = vocabulary or Words()
    base = [0, *accumulate(len(text) + 1 for text in texts)][: len(texts)]
    tokens = [tokenize(text) for text in texts]
    shifted = list(zip(base, tokens, strict=True))
    return Notes(
        texts,
        np.frombuffer("\n".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32),
        np.array(base, np.int32),
        np.array([at + start for at, one in shifted for start in one.starts], np.int32),
        np.array([at + end for at, one in shifted for end in one.ends], np.int32),
        np.array([known.id_of(word) for one in tokens for word in one.texts], np.int32),
        np.array([number for number, one in enumerate(tokens) for _ in one.texts], np.int32),
        known,
    )
