"""Examples: marked notes as a network learns them, the features, characters and label of every token, in windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scrubber.evaluate.marks import MarkedNote
from scrubber.model.chain import Chains
from scrubber.model.examples import Read, known_rows, read_parts
from scrubber.model.table import Keys, Table
from scrubber.model.templates import Template
from scrubber.neural.encoding import Letters, note_windows, spell


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


def read_examples(
    notes: Sequence[MarkedNote],
    read: Read,
    templates: Sequence[Template],
    keys: Keys,
    labels: Sequence[str],
    *,
    spelled: bool,
) -> Examples:
    """The examples that marked notes are, for a network that has vectors for these keys."""
    table = Table(keys, len(templates))
    rows, letters, marked, chains = [], [], [], []
    for part in read_parts(notes, read, labels):
        rows.append(known_rows(part.columns, templates, table))
        if spelled:
            letters.append(spell(part.columns.batch))
        marked.append(part.labels.astype(np.int64))
        chains.append([column + part.first for column in note_windows(part.columns.batch)])
    every = np.concatenate(marked)
    whole = Chains(*(np.concatenate(column) for column in zip(*chains, strict=True)))
    unknown = np.concatenate([[0], np.cumsum(every < 0)])
    known = unknown[whole.ends] == unknown[whole.starts]
    return Examples(
        np.concatenate(rows),
        np.concatenate(letters) if spelled else None,
        every,
        Chains(*(column[known] for column in whole)),
    )
