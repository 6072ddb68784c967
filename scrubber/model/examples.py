"""Examples: marked notes as the CRF learns them, the number of a feature for every token and template."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scrubber.evaluate.marks import MarkedNote
from scrubber.model.columns import Columns
from scrubber.model.labels import gold_labels
from scrubber.model.table import Keys, Table, key_of
from scrubber.model.templates import Features, Template

Read = Callable[[Sequence[str]], Columns]
"""Makes the columns of some texts, as detection does."""

SIZE = 131_072
"""Characters of a batch, about."""


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


def read_examples(
    notes: Sequence[MarkedNote],
    read: Read,
    templates: Sequence[Template],
    labels: Sequence[str],
    often: int,
    in_notes: int,
) -> Examples:
    """The examples that marked notes are.

    Args:
        often: features that occur less often are left out, and those in fewer notes than ``in_notes``.
    """
    hashes: list[list[NDArray[np.uint32]]] = [[] for _ in templates]
    marked, starts, ends, note = [], [], [], []
    tokens = seen = 0
    for part in batches(notes):
        columns = read([one.text for one in part])
        batch, features = columns.batch, Features(columns)
        for at, template in enumerate(templates):
            hashes[at].append(key_of(at, features.of(template)))
        marked.append(gold_labels(batch, [one.marks for one in part], labels))
        starts.append(batch.line_starts + tokens)
        ends.append(batch.line_ends + tokens)
        note.append(batch.note + seen)
        tokens += len(batch)
        seen += len(part)
    first = np.concatenate(starts)
    rows, keys = _numbered(hashes, np.concatenate(note), often, in_notes)
    return Examples(rows, np.concatenate(marked), first, np.concatenate(ends), keys)


def read_known_examples(
    notes: Sequence[MarkedNote], read: Read, templates: Sequence[Template], labels: Sequence[str], keys: Keys
) -> Examples:
    """The examples that marked notes are to a model that knows these features."""
    table = Table(keys, len(templates))
    rows, marked, starts, ends = [], [], [], []
    tokens = 0
    for part in batches(notes):
        columns = read([one.text for one in part])
        rows.append(known_rows(columns, templates, table))
        marked.append(gold_labels(columns.batch, [one.marks for one in part], labels))
        starts.append(columns.batch.line_starts + tokens)
        ends.append(columns.batch.line_ends + tokens)
        tokens += len(columns.batch)
    joined = np.concatenate
    return Examples(joined(rows), joined(marked), joined(starts), joined(ends), keys)


def known_rows(columns: Columns, templates: Sequence[Template], table: Table) -> NDArray[np.int32]:
    """Tokens by templates: the row of each feature, 0 for what is not known."""
    features = Features(columns)
    return np.stack([table.find(number, features.of(template)) for number, template in enumerate(templates)], axis=1)


def batches(notes: Sequence[MarkedNote]) -> Iterator[list[MarkedNote]]:
    """The notes in their order, some 128 KB at a time."""
    part: list[MarkedNote] = []
    size = 0
    for note in notes:
        part.append(note)
        size += len(note.text)
        if size >= SIZE:
            yield part
            part, size = [], 0
    if part:
        yield part


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
