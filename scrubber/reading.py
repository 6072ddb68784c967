"""A reading: a batch of documents as detectors see it, with what rules and lists say of its tokens."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scrubber.budget import watched
from scrubber.gazetteers.lexicon import Lexicon
from scrubber.model.columns import Columns
from scrubber.model.covers import Cover
from scrubber.model.label_chain import Scored
from scrubber.model.mean import in_doubt, mean
from scrubber.model.tagged import Tagged
from scrubber.text.batch import Batch
from scrubber.text.document import Document
from scrubber.text.hashing import remembered_hash
from scrubber.text.span import Span
from scrubber.text.vocabulary import NEWLINE

if TYPE_CHECKING:
    from scrubber.model.crf import Crf
    from scrubber.neural.tagger import NetworkTagger

Spans = list[list[Span]]
"""Spans by note: overlapping, of any weight, in no order. Offsets count from their note's beginning."""


@dataclass
class Reading:
    """What is known of some documents before anything is judged."""

    documents: Sequence[Document]
    batch: Batch
    lexicon: Lexicon
    rules: Spans
    """What the rules found."""
    vetoes: Spans
    """What rules found that must not be masked, unless something heavier says so."""
    phrases: Sequence[Sequence[tuple[int, int, int]]]
    """(start, end, flags) of each phrase of the lexicon, by note."""
    crf: Crf | None = None
    network: NetworkTagger | None = None
    together: bool = False
    """Whether the CRF asks the network where it is in doubt."""

    @cached_property
    def columns(self) -> Columns:
        """What the CRF sees."""
        covers = [
            self._covers([(note, s.start, s.end, remembered_hash(s.source), remembered_hash(s.type), s.weight)
                          for note, spans in enumerate(found) for s in watched(spans)])
            for found in (self.rules, self.vetoes)
        ]  # fmt: skip
        short = self.lexicon.short
        phrases = self._covers([(note, start, end, remembered_hash(short(mask)), 0, 50)
                                for note, found in enumerate(self.phrases) for start, end, mask in found])  # fmt: skip
        return Columns(self.batch, covers[0], covers[1], phrases)

    @cached_property
    def crf_scored(self) -> Scored:
        """What the CRF says before its chain is asked."""
        assert self.crf is not None
        return self.crf.scored(self.columns)

    @cached_property
    def tagged(self) -> Tagged:
        """What the CRF says."""
        assert self.crf is not None
        return self.crf_scored.tag(self.batch) if self.crf.chained else self.crf.tag_alone(self.columns)

    @property
    def _chained(self) -> bool:
        return self.crf is not None and self.crf.chained

    @cached_property
    def network_scored(self) -> Scored:
        """What the network says before its chain is asked, of the tokens that the CRF looks at where that runs."""
        assert self.network is not None
        tokens = self.crf_scored.tokens if self._chained else np.flatnonzero(self.batch.ids != NEWLINE)
        return self.network.scored(self.columns, tokens)

    @cached_property
    def network_tagged(self) -> Tagged:
        """What the network says."""
        return self.network_scored.tag(self.batch)

    @cached_property
    def mean_tagged(self) -> Tagged:
        """What the CRF says, and where it is in doubt the mean of both."""
        assert self.network is not None
        doubtful = self.crf_scored.part(in_doubt(self.tagged, self.batch))
        if not len(doubtful.tokens):
            return self.tagged
        both = mean(doubtful, self.network.scored(self.columns, doubtful.tokens))
        return self.tagged.under(both.tag(self.batch))

    @property
    def said(self) -> Tagged:
        """What goes for all types: what CRF and network say together, where any type listens to that."""
        return self.mean_tagged if self.together else self.tagged

    def _covers(self, rows: Sequence[tuple[int, int, int, int, int, int]]) -> list[Cover]:
        if not rows:
            return []
        notes, starts, ends = np.array([row[:3] for row in rows]).T
        starts, ends = starts + self.batch.base[notes], ends + self.batch.base[notes]
        first = np.searchsorted(self.batch.starts, starts).tolist()
        last = (np.searchsorted(self.batch.starts, ends) - 1).tolist()
        return [Cover(low, high, *row[3:]) for low, high, row in zip(first, last, rows, strict=True) if low <= high]

    @cached_property
    def _starts(self) -> list[int]:
        return list(self.batch.starts.tolist())

    @cached_property
    def _bases(self) -> list[int]:
        return list(self.batch.base.tolist())

    def covered(self, note: int, spans: Sequence[Span]) -> NDArray[np.bool_]:
        """Whether each of a note's tokens begins inside one of some spans."""
        low, high = self.batch.tokens_of(note)
        starts = self.batch.starts[low:high] - self.batch.base[note]
        edges = np.zeros(high - low + 1, np.int64)
        np.add.at(edges, np.searchsorted(starts, [span.start for span in spans]), 1)
        np.add.at(edges, np.searchsorted(starts, [span.end for span in spans]), -1)
        inside: NDArray[np.bool_] = np.cumsum(edges)[:-1] > 0
        return inside

    def inside(self, note: int, span: Span) -> range:
        """The batch's tokens that begin inside a span."""
        low = bisect_left(self._starts, self._bases[note] + span.start)
        return range(low, bisect_left(self._starts, self._bases[note] + span.end, low))
