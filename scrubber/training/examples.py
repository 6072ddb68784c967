"""Examples: marked notes as the CRF learns them, the number of a feature for every token and template."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scrubber.evaluate.marks import MarkedNote
from scrubber.model.columns import Columns
from scrubber.model.labels import gold_labels
from scrubber.model.table import Keys, Table, key_of
from scrubber.model.templates import Features, Template
from scrubber.text.groups import grouped

Read = Callable[[Sequence[str]], Columns]
"""Makes the columns of some texts, as detection does."""


@dataclass(frozen=True)
class Examples:
    """What is learned from."""

    rows: NDArray[np.int32]
    """Tokens by templates: the number of a feature; 0 where it is none of those that are kept."""
    labels: NDArray[np.int16]
    """The number of each token's label."""
    starts: NDArray[np.int64]
    """The first token of each line."""
    ends: NDArray[np.int64]
    """And where it ends: its line end is no part of it."""
    keys: NDArray[np.uint32]
    """Of the features, sorted; the first has number 1."""


class Part(NamedTuple):
    """Some notes that were read together."""

    columns: Columns
    labels: NDArray[np.int16]
    """The number of each token's label."""
    first: int
    """How many tokens the notes before have."""


def read_parts(notes: Sequence[MarkedNote], read: Read, labels: Sequence[str]) -> Iterator[Part]:
    """The notes in their order, read some 128 KB at a time."""
    first = 0
    for part in grouped(notes, lambda note: len(note.text)):
        columns = read([note.text for note in part])
        yield Part(columns, gold_labels(columns.batch, [note.marks for note in part], labels), first)
        first += len(columns.batch)


def read_examples(parts: Iterable[Part], templates: Sequence[Template], often: int, in_notes: int) -> Examples:
    """The examples that marked notes are.

    Args:
        often: features that occur less often are left out, and those in fewer notes than ``in_notes``.
    """
    hashes: list[list[NDArray[np.uint32]]] = [[] for _ in templates]
    lines, note = _Lines(), []
    seen = 0
    for part in parts:
        features = Features(part.columns)
        for at, template in enumerate(templates):
            hashes[at].append(key_of(at, features.of(template)))
        lines.add(part)
        note.append(part.columns.batch.note + seen)
        seen += len(part.columns.batch.texts)
    rows, keys = _numbered(hashes, np.concatenate(note), often, in_notes)
    return lines.examples(rows, keys)


def read_known_examples(parts: Iterable[Part], templates: Sequence[Template], keys: Keys) -> Examples:
    """The examples that marked notes are to a model that knows these features."""
    table = Table(keys, len(templates))
    lines, rows = _Lines(), []
    for part in parts:
        rows.append(_known_rows(part.columns, templates, table))
        lines.add(part)
    return lines.examples(np.concatenate(rows), keys)


def _known_rows(columns: Columns, templates: Sequence[Template], table: Table) -> NDArray[np.int32]:
    """Tokens by templates: the row of each feature, 0 for what is not known."""
    features = Features(columns)
    return np.stack([table.find(number, features.of(template)) for number, template in enumerate(templates)], axis=1)


class _Lines:
    """Gathers labels and lines, part by part."""

    def __init__(self) -> None:
        self._labels: list[NDArray[np.int16]] = []
        self._starts: list[NDArray[np.int64]] = []
        self._ends: list[NDArray[np.int64]] = []

    def add(self, part: Part) -> None:
        """Take in the next part."""
        batch = part.columns.batch
        self._labels.append(part.labels)
        self._starts.append(batch.line_starts + part.first)
        self._ends.append(batch.line_ends + part.first)

    def examples(self, rows: NDArray[np.int32], keys: Keys) -> Examples:
        """All of them, with the numbers of their tokens' features."""
        joined = np.concatenate
        return Examples(rows, joined(self._labels), joined(self._starts), joined(self._ends), keys)


def _numbered(
    hashes: list[list[NDArray[np.uint32]]], note: NDArray[np.int64], often: int, in_notes: int
) -> tuple[NDArray[np.int32], NDArray[np.uint32]]:
    """Give each feature that occurs often enough a number: its place among all keys in order, from 1."""
    kept = []
    rows = np.zeros((len(note), len(hashes)), np.int32)
    count = 0
    for at in range(len(hashes)):
        column = np.concatenate(hashes[at])
        hashes[at] = []  # they are large, and not needed again
        keys, counts = np.unique(column, return_counts=True)
        keys = keys[counts >= often]
        place = np.minimum(np.searchsorted(keys, column), max(0, len(keys) - 1))
        known = keys[place] == column if len(keys) else np.zeros(len(column), bool)
        enough = np.bincount(_firsts(place[known], note[known]), minlength=len(keys)) >= in_notes
        number = np.where(enough, np.cumsum(enough) + count, 0)
        rows[known, at] = number[place[known]]
        kept.append(keys[enough])
        count += int(enough.sum())
    return rows, np.concatenate(kept)


def _firsts(place: NDArray[np.int64], note: NDArray[np.int64]) -> NDArray[np.int64]:
    """The features, each once for every note that has it."""
    pairs = np.unique(note * np.int64(1 << 32) + place)
    return pairs & np.int64((1 << 32) - 1)
