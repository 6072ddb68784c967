"""Templates: which columns the CRF sees together, as data, and the features (hashes) that they make of a batch."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scrubber.errors import DataError
from scrubber.model.columns import Columns
from scrubber.model.hashing import Hashes, mixed
from scrubber.text.batch import Ints
from scrubber.text.hashing import text_hash
from scrubber.text.vocabulary import AFFIXES, EDGE, Vocabulary

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
    def seed(self) -> Hashes:
        """What its hashes begin with."""
        return np.array([text_hash(self.text)], np.uint64)

    @property
    def place(self) -> int | None:
        """Where the one word stands that the whole template is about; None if it is about several, or their place."""
        places = {place for name, place in self.parts if name in _OF_WORDS}
        alone = len(places) == 1 and all(name in _OF_WORDS for name, _ in self.parts)
        return places.pop() if alone else None


class Features:
    """The features of a batch's tokens, made of its columns.

    Args:
        columns: of all tokens. tokens: those that features are made of, by index; by default all.
    """

    def __init__(self, columns: Columns, tokens: Ints | None = None) -> None:
        self._columns = columns
        self._batch = columns.batch
        self._tokens = np.arange(len(columns.batch)) if tokens is None else tokens
        self._values: dict[Part, NDArray[np.generic]] = {}
        self._near: dict[int, tuple[Ints, NDArray[np.bool_]]] = {}
        self._ids: dict[int, Ints] = {}

    def __len__(self) -> int:
        return len(self._tokens)

    def of(self, template: Template) -> Hashes:
        """The feature of each token for a template."""
        state: Hashes = template.seed
        for part in template.parts:
            state = mixed(state, self._value(part))
        return state

    def ids(self, place: int) -> Ints:
        """The word id of the token so many places away from each; :data:`EDGE` beyond the line."""
        if place not in self._ids:
            near, outside = self._at(place)
            ids = self._batch.ids[near]
            ids[outside] = EDGE
            self._ids[place] = ids
        return self._ids[place]

    def _value(self, part: Part) -> NDArray[np.generic]:
        """The values of a column so many places away from each token."""
        if part not in self._values:
            name, place = part
            if name in _OF_WORDS:
                self._values[part] = self._batch.vocabulary.hashes(name)[self.ids(place)]
            else:
                near, outside = self._at(place)
                values = self._columns[name][near]
                values[outside] = _OUTSIDE[place > 0]
                self._values[part] = values
        return self._values[part]

    def _at(self, place: int) -> tuple[Ints, NDArray[np.bool_]]:
        """Which token stands so many places away from each, and whether none does on the same line."""
        if place not in self._near:
            near = self._tokens + place
            inside = np.clip(near, 0, len(self._batch) - 1)
            outside = (near != inside) | (self._batch.line[inside] != self._batch.line[self._tokens])
            self._near[place] = inside, outside
        return self._near[place]


def word_features(template: Template, vocabulary: Vocabulary, ids: NDArray[np.int64]) -> Hashes:
    """For a template of one word: the features that words of the vocabulary make."""
    state: Hashes = template.seed
    for name, _ in template.parts:
        state = mixed(state, vocabulary.hashes(name)[ids])
    return state
