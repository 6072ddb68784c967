"""Templates: which columns the CRF sees together, as data, and the features (hashes) that they make of a batch."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scrubber.errors import DataError
from scrubber.model.columns import Columns
from scrubber.model.hashing import Hashes, mixed
from scrubber.text.hashing import text_hash
from scrubber.text.vocabulary import AFFIXES, Vocabulary

_PART = re.compile(r"([a-z_]+\d?)(?:\[([+-]\d)\])?")
_OF_WORDS = {"word", "shape", "lists", *(f"{side}{n}" for side in ("prefix", "suffix") for n in AFFIXES)}
"""Columns that the vocabulary knows."""
_OUTSIDE = (0xA5A5A5, 0x5A5A5A)
"""What stands in place of what lies before and behind the line."""

Part = tuple[str, int]


@dataclass(frozen=True)
class Template:
    """Columns that count together."""

    text: str
    """As the data file has it."""
    parts: tuple[Part, ...]
    """The columns, and how many tokens away."""

    @classmethod
    def of(cls, text: str) -> Template:
        """Read one.

        Raises:
            DataError: it names no columns.
        """
        parts = []
        for word in text.split():
            match = _PART.fullmatch(word)
            if match is None or not (match[1] in _OF_WORDS or hasattr(Columns, match[1])):
                raise DataError(f"template '{text}': no column '{word}'")
            parts.append((match[1], int(match[2] or 0)))
        return cls(text, tuple(parts))

    @property
    def seed(self) -> np.uint64:
        """What its hashes begin with."""
        return np.uint64(text_hash(self.text))

    @property
    def place(self) -> int | None:
        """Where the one word stands that the whole template is about; None if it is about several, or their place."""
        places = {place for name, place in self.parts if name in _OF_WORDS}
        alone = len(places) == 1 and all(name in _OF_WORDS for name, _ in self.parts)
        return places.pop() if alone else None


class Features:
    """The features of a batch's tokens, made of its columns."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._batch = columns.batch
        self._shifted: dict[Part, NDArray[np.generic]] = {}
        self._same_line: dict[int, NDArray[np.bool_]] = {}

    def of(self, template: Template, tokens: NDArray[np.int64] | None = None) -> Hashes:
        """The feature of each token, or of some, for a template."""
        state = None
        for part in template.parts:
            values = self._values(part)
            values = values if tokens is None else values[tokens]
            if state is None:
                state = np.full(len(values), template.seed)
            state = mixed(state, values)
        assert state is not None
        return state

    def ids(self, place: int) -> NDArray[np.int64]:
        """The word id of the token so many places away from each; :data:`EDGE` beyond the line."""
        return self._at(self._batch.ids, place, (0, 0)).astype(np.int64, copy=False)

    def _values(self, part: Part) -> NDArray[np.generic]:
        if part not in self._shifted:
            name, place = part
            if name in _OF_WORDS:
                column = self._batch.vocabulary.hashes(name)[self._batch.ids]
                outside = self._batch.vocabulary.hashes(name)[0]
                values = self._at(column, place, (outside, outside))
            else:
                values = self._at(self._columns[name], place, _OUTSIDE)
            self._shifted[part] = values
        return self._shifted[part]

    def _at(self, column: NDArray[np.generic], place: int, outside: tuple[int, int]) -> NDArray[np.generic]:
        """A column's values so many places away, on the same line."""
        if not place:
            return column
        return np.where(self._inside(place), np.roll(column, -place), column.dtype.type(outside[place > 0]))

    def _inside(self, place: int) -> NDArray[np.bool_]:
        """Whether what stands so many places away from a token is on its line."""
        if place not in self._same_line:
            line = self._batch.line
            inside = np.roll(line, -place) == line
            if place < 0:
                inside[:-place] = False
            else:
                inside[max(0, len(inside) - place) :] = False
            self._same_line[place] = inside
        return self._same_line[place]


def word_features(template: Template, vocabulary: Vocabulary, ids: NDArray[np.int64]) -> Hashes:
    """For a template of one word: the features that words of the vocabulary make."""
    state = np.full(len(ids), template.seed)
    for name, _ in template.parts:
        state = mixed(state, vocabulary.hashes(name)[ids])
    return state
