"""Examples: marked notes as a network learns them, the features, characters and label of every token, in windows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scrubber.model.chain import Chains
from scrubber.model.table import Keys
from scrubber.model.templates import Template
from scrubber.neural.encoding import Letters, near_windows, spell
from scrubber.training.examples import Examples as Read
from scrubber.training.examples import Part
from scrubber.training.examples import read_examples as read_often
from scrubber.training.examples import read_known_examples as read_known


@dataclass(frozen=True)
class Examples:
    """Tokens to learn from."""

    rows: NDArray[np.int32]
    """Tokens by columns: the number of a vector, 0 for what has none."""
    letters: Letters | None
    """Tokens by characters; none where the network does not see them."""
    labels: NDArray[np.int64]
    chains: Chains
    """The windows that all labels are known of."""
    keys: Keys
    """Of the features that have vectors."""


def read_examples(
    parts: Iterable[Part], templates: Sequence[Template], often: int, in_notes: int, *, spelled: bool
) -> Examples:
    """The examples that marked notes are.

    Args:
        often, in_notes: features that occur less often, or in fewer notes, have no vector.
    """
    windows = _Windows(spelled)
    return windows.examples(read_often(windows.through(parts), templates, often, in_notes))


def read_known_examples(parts: Iterable[Part], templates: Sequence[Template], keys: Keys, *, spelled: bool) -> Examples:
    """The examples that marked notes are to a network that has vectors for these keys."""
    windows = _Windows(spelled)
    return windows.examples(read_known(windows.through(parts), templates, keys))


class _Windows:
    """Gathers what a network sees beside features, part by part."""

    def __init__(self, spelled: bool) -> None:
        self._spelled = spelled
        self._letters: list[Letters] = []
        self._chains: list[list[NDArray[np.int64]]] = []

    def through(self, parts: Iterable[Part]) -> Iterator[Part]:
        """The parts, once they are taken in."""
        for part in parts:
            batch, every = part.columns.batch, np.arange(len(part.columns.batch))
            if self._spelled:
                self._letters.append(spell(batch, every))
            self._chains.append([column + part.first for column in near_windows(batch, every)])
            yield part

    def examples(self, read: Read) -> Examples:
        """All of them, with the numbers of their tokens' features."""
        whole = Chains(*(np.concatenate(column) for column in zip(*self._chains, strict=True)))
        unknown = np.concatenate([[0], np.cumsum(read.labels < 0)])
        known = unknown[whole.ends] == unknown[whole.starts]
        return Examples(
            read.rows,
            np.concatenate(self._letters) if self._spelled else None,
            read.labels.astype(np.int64),
            Chains(*(column[known] for column in whole)),
            read.keys,
        )
