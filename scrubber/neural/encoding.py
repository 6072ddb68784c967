"""Encoding: the tokens of a batch as a network sees them, in windows of like length."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from scrubber.model.chain import Chains, windows
from scrubber.text.batch import Batch, Ints

Floats = NDArray[np.float32]
Letters = NDArray[np.uint8]
Mask = NDArray[np.bool_]

TOKENS = 2048
"""Of windows that go through a network together: more do not fit a core's cache."""
LONGEST = 12
"""Characters of a word that are seen: its first ones, and as many of its last."""
ALPHABET = 128
"""Characters by their codes; all others are one."""
_OTHER = 1
WHOLE = 1 << 40
"""More tokens than any note has."""
LENGTHS = (16, 32, 64, 96, 128, 160, 192)
"""Windows are padded to one of these. It depends on a window's own length alone, as what comes out of it does."""


def spell(batch: Batch, tokens: Ints) -> Letters:
    """Some tokens by characters: the codes of each word's first and last ones."""
    words, at = np.unique(batch.ids[tokens], return_inverse=True)
    codes = np.zeros((len(words), LONGEST), np.uint8)
    for number, word in enumerate(words.tolist()):
        text = batch.vocabulary.words[word]
        seen = text if len(text) <= LONGEST else text[: LONGEST // 2] + text[-LONGEST // 2 :]
        codes[number, : len(seen)] = [c if c < ALPHABET else _OTHER for c in map(ord, seen)]
    return codes[at]


def distinct(letters: Letters) -> tuple[Ints, Ints]:
    """The words that some windows hold, each once, by their characters; and which one stands at each place."""
    spelled = np.ascontiguousarray(letters).view(f"S{LONGEST}")[..., 0]
    words, at = np.unique(spelled, return_inverse=True)
    return words.view(np.uint8).reshape(-1, LONGEST).astype(np.int64), at.reshape(spelled.shape)


def near_windows(batch: Batch, tokens: Ints, reach: int = WHOLE) -> Chains:
    """Windows over what lies so near to some tokens, in order, in their notes, line ends among it; of long stretches
    those in which one of the tokens counts."""
    bounds = np.searchsorted(batch.starts, batch.base)
    note = batch.note[tokens]
    lows = np.maximum(tokens - reach, bounds[note])
    highs = np.minimum(tokens + reach + 1, bounds[note + 1])
    parted = np.flatnonzero((lows[1:] > highs[:-1]) | (np.diff(note) != 0)) + 1
    bounds = np.unique(np.concatenate([[0], parted, [len(tokens)]]))
    found = windows(lows[bounds[:-1]], highs[bounds[1:] - 1])
    asked = np.searchsorted(tokens, found.high) > np.searchsorted(tokens, found.low)
    return Chains(*(column[asked] for column in found))


def blocks(chains: Chains, tokens: int) -> Iterator[tuple[Ints, int]]:
    """Numbers of windows that are padded to the same length, of some many tokens together, and that length."""
    lengths = np.array(LENGTHS)[np.searchsorted(LENGTHS, chains.ends - chains.starts)]
    for length in LENGTHS:
        alike = np.flatnonzero(lengths == length)
        count = max(1, tokens // length)
        for at in range(0, len(alike), count):
            yield alike[at : at + count], length


def places(chains: Chains, numbers: Ints, length: int) -> tuple[Ints, Mask]:
    """Windows by places: the token at each, and whether there is one."""
    at = chains.starts[numbers][:, None] + np.arange(length)
    there = at < chains.ends[numbers][:, None]
    return np.where(there, at, 0), there


def window_scores(score: Callable[[Ints, Mask], Floats], chains: Chains, shape: tuple[int, int]) -> Floats:
    """What a network says of tokens, by labels: of each token what the window says in which it counts.

    Args:
        score: scores the tokens of some windows (:func:`places`). shape: how many tokens and labels there are.
    """
    scores = np.zeros(shape, np.float32)
    for numbers, length in blocks(chains, TOKENS):
        token, there = places(chains, numbers, length)
        low, high = (column[numbers][:, None] for column in (chains.low, chains.high))
        counts = there & (token >= low) & (token < high)
        scores[token[counts]] = score(token, there)[counts]
    return scores
