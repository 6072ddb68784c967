"""Batches of words of which no list is asked."""

from __future__ import annotations

from collections.abc import Sequence

from scrubber.gazetteers.lexicon import Lexicon
from scrubber.text.batch import Batch
from scrubber.text.vocabulary import Vocabulary


def words() -> Vocabulary:
    """A vocabulary without lists."""
    return Vocabulary(Lexicon())


def batch(texts: Sequence[str], vocabulary: Vocabulary | None = None) -> Batch:
    """The batch of some texts."""
    return Batch.of(texts, vocabulary or words())
