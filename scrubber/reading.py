"""A reading: one document as the detectors see it, with what the lexicons and rules say of its tokens."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scrubber.columns import Columns
from scrubber.document import Document
from scrubber.lexicon import Lexicon
from scrubber.span import Span
from scrubber.tokens import Tokens


@dataclass
class Reading:
    """What is known of a document's tokens before anything is weighed."""

    document: Document
    lexicon: Lexicon
    spans: list[Span] = field(default_factory=list)
    """What the patterns and the known identifiers found; overlapping, in no order."""
    vetoes: list[Span] = field(default_factory=list)
    """What the patterns found that must not be masked, unless something heavier says so."""
    columns: Columns | None = None
    """What :class:`~scrubber.features.FeatureMaker` has read off the document."""

    @property
    def tokens(self) -> Tokens:
        """The document's tokens."""
        return self.document.tokens

    @cached_property
    def masks(self) -> list[int]:
        """The lexicon flags of each token as a word."""
        return self.lexicon.masks(self.tokens.lows)

    @cached_property
    def phrase_spans(self) -> list[tuple[int, int, int]]:
        """(start, end, flags) of each phrase of the lexicon."""
        return list(self.lexicon.find_phrases(self.document.text))

    @cached_property
    def phrases(self) -> list[int]:
        """The flags of the phrase that each token belongs to, or 0."""
        starts = self.tokens.starts
        flags = [0] * len(starts)
        for start, end, mask in self.phrase_spans:
            for i in range(bisect_left(starts, start), bisect_left(starts, end)):
                flags[i] = mask
        return flags

    @cached_property
    def hits(self) -> list[str]:
        """The type of the heaviest span that covers each token, graded by weight ('', '?', '~'), or ''."""
        return hits_of(self.spans, self.tokens.starts)

    def inside(self, span: Span) -> range:
        """Indices of the tokens that begin inside a span."""
        starts = self.tokens.starts
        return range(bisect_left(starts, span.start), bisect_left(starts, span.end))


def hits_of(spans: Iterable[Span], starts: Sequence[int]) -> list[str]:
    """The type of the heaviest span that covers each token, or ''."""
    hits = [""] * len(starts)
    for span in sorted(spans, key=lambda s: (s.weight, s.end - s.start, s.source)):
        grade = "" if span.weight >= 75 else "?" if span.weight >= 50 else "~"
        for i in range(bisect_left(starts, span.start), bisect_left(starts, span.end)):
            hits[i] = span.type + grade
    return hits
