"""Encoding: what a network sees of the tokens of a batch, as numbers of vectors, in windows of like length."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from scrubber.model.chain import Chains, marginals, windows
from scrubber.model.columns import Columns
from scrubber.model.examples import known_rows
from scrubber.model.table import Table
from scrubber.model.templates import Template
from scrubber.text.batch import Batch, Ints

Rows = NDArray[np.int32]
Letters = NDArray[np.uint8]
Whole = NDArray[np.int64]

TOKENS = 6144
"""Of windows that go through a network together: more do not fit a core's cache."""
LONGEST = 12
"""Characters of a word that are seen: its first ones, and as many of its last."""
ALPHABET = 128
"""Characters by their codes; all others are one."""
_OTHER = 1
LENGTHS = (16, 32, 64, 96, 128, 160, 192)
"""Windows are padded to one of these. It depends on a window's own length alone, as what comes out of it does."""


def encode(columns: Columns, templates: Sequence[Template], table: Table) -> Rows:
    """Tokens by templates: the row of each feature, 0 for what is not known; and one column of the table's last row.

    That is every token's: there the network sees that there is one.
    """
    present = np.full((len(columns.batch), 1), table.size, np.int32)
    return np.concatenate([known_rows(columns, templates, table), present], axis=1)


def spell(batch: Batch) -> Letters:
    """Tokens by characters: the codes of each word's first and last ones."""
    words, at = np.unique(batch.ids, return_inverse=True)
    codes = np.zeros((len(words), LONGEST), np.uint8)
    for number, word in enumerate(words.tolist()):
        text = batch.vocabulary.words[word]
        seen = text if len(text) <= LONGEST else text[: LONGEST // 2] + text[-LONGEST // 2 :]
        codes[number, : len(seen)] = [c if c < ALPHABET else _OTHER for c in map(ord, seen)]
    return codes[at]


def note_windows(batch: Batch) -> Chains:
    """Windows over each note's tokens, its line ends among them."""
    bounds = np.searchsorted(batch.starts, batch.base)
    return windows(*_filled(bounds))


def _filled(bounds: Ints) -> tuple[Ints, Ints]:
    starts, ends = bounds[:-1], bounds[1:]
    return starts[ends > starts], ends[ends > starts]


def blocks(chains: Chains, tokens: int) -> Iterator[tuple[Ints, int]]:
    """Numbers of windows that are padded to the same length, of some many tokens together, and that length."""
    lengths = np.array(LENGTHS)[np.searchsorted(LENGTHS, chains.ends - chains.starts)]
    for length in LENGTHS:
        alike = np.flatnonzero(lengths == length)
        count = max(1, tokens // length)
        for at in range(0, len(alike), count):
            yield alike[at : at + count], length


def window_scores(
    run: Callable[[Whole, Whole], NDArray[np.float32]], rows: Rows, characters: Letters, chains: Chains
) -> NDArray[np.float32]:
    """What a network says of all tokens, by labels: of each token what the window says in which it counts."""
    scores = np.zeros((len(rows), 0), np.float32)
    for numbers, length in blocks(chains, TOKENS):
        token, there = places(chains, numbers, length)
        found = run(np.where(there[..., None], rows[token], 0).astype(np.int64), characters[token].astype(np.int64))
        if not scores.size:
            scores = np.zeros((len(rows), found.shape[2]), np.float32)
        low, high = (column[numbers][:, None] for column in (chains.low, chains.high))
        counts = there & (token >= low) & (token < high)
        scores[token[counts]] = found[counts]
    return scores


def chances(
    scores: NDArray[np.float32], chains: Chains, first: NDArray[np.float64], moves: NDArray[np.float64]
) -> NDArray[np.float32]:
    """The probability of every label at every token, by the chain: ``first`` and ``moves`` are logarithms."""
    shape = len(chains.starts), scores.shape[1]
    opening = np.broadcast_to(np.exp(first, dtype=np.float32), shape)
    return marginals(scores, 1.0, chains, opening, np.ones(shape, np.float32), np.exp(moves, dtype=np.float32))


def places(chains: Chains, numbers: Ints, length: int) -> tuple[Ints, NDArray[np.bool_]]:
    """Windows by places: the token at each, and whether there is one."""
    at = chains.starts[numbers][:, None] + np.arange(length)
    there = at < chains.ends[numbers][:, None]
    return np.where(there, at, 0), there
