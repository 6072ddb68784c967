"""The gazetteer detector: words and phrases that lists hold, for types of which a list's word is enough.

These are the optional types (religions, ethnicities) that a site has switched on, and types that its configuration lets
listen to ``gazetteer``. What is on a list without doubt is
found wherever it stands; an ambiguous word only with a capital in running text. A word that is first of all an ordinary
one ("white", "single") is left to the rules, which see what stands around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from scrubber.gazetteers.lexicon import Flag, Lexicon
from scrubber.reading import Reading, Spans
from scrubber.text.span import Span
from scrubber.text.vocabulary import CAPITAL

GAZETTEER = "gazetteer"
SURE = 80
AMBIGUOUS = 60
_OPENERS = "\n.:;!?-*•>"


class ListDetector(NamedTuple):
    """Finds what lists hold, by PHI type. The spans' source is ``list-TYPE``."""

    flags: Sequence[tuple[str, Flag]]
    """Types and the lists of each."""
    name: str = GAZETTEER

    @classmethod
    def of(cls, lexicon: Lexicon, types: frozenset[str]) -> ListDetector:
        """The detector of the lists whose manifests name these types."""
        return cls([(type_, lexicon.flags[flag]) for flag, type_ in sorted(lexicon.types.items()) if type_ in types])

    def find(self, reading: Reading) -> Spans:
        """A span for every listed word and phrase."""
        found: Spans = [[] for _ in reading.documents]
        for type_, flag in self.flags:
            for note, phrases in enumerate(reading.phrases):
                found[note] += [
                    Span(start, end, type_, f"list-{type_}", SURE) for start, end, mask in phrases if mask & flag.likely
                ]
            for token, weight in self._words(reading, flag):
                note, start, end = reading.batch.span(token, token)
                found[note].append(Span(start, end, type_, f"list-{type_}", weight))
        return found

    def _words(self, reading: Reading, flag: Flag) -> Iterator[tuple[int, int]]:
        """The tokens that a list holds, with the weight of each."""
        batch = reading.batch
        masks = batch.vocabulary.masks
        words = np.unique(batch.ids)
        listed = [word for word in words.tolist() if masks[word] & flag.likely]
        for token in np.flatnonzero(np.isin(batch.ids, listed)).tolist():
            if masks[batch.ids[token]] & flag.sure:
                yield token, SURE
            elif _is_named(reading, token):
                yield token, AMBIGUOUS


def _is_named(reading: Reading, token: int) -> bool:
    """Whether a token has a capital in running text, where nothing opens a sentence."""
    batch = reading.batch
    mixed = reading.columns.state[token] == 0
    return bool(batch.vocabulary.bits[batch.ids[token]] & CAPITAL) and bool(mixed) and not batch.opens(token, _OPENERS)
