"""Forms: what a language's pack says of how spans of a type are written: what is cut off, which finer type it is."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import regex

from scrubber.budget import watched
from scrubber.gazetteers.lexicon import Flag, Lexicon
from scrubber.languages.settings import PackData
from scrubber.model.detector import CONTEXT
from scrubber.reading import Reading, Spans
from scrubber.stages import MODELS
from scrubber.text.span import Span

_BY_MODELS = tuple(f"{name}-" for name in (*MODELS, CONTEXT))
_MOST = 200
"""Code points of a span that is trimmed at most: no name or place is longer, and what is stays whole."""


class Forms(NamedTuple):
    """Gives the models' spans the form that their type has."""

    data: PackData
    lexicon: Lexicon

    def refine(self, reading: Reading, found: Spans) -> Spans:
        """The spans, trimmed, those of a coarse type of the training notes with the finer one that a list tells."""
        return [self._formed(reading, note, spans) for note, spans in enumerate(found)]

    def _formed(self, reading: Reading, note: int, spans: Sequence[Span]) -> list[Span]:
        text, apart, trim = reading.documents[note].text, self.data.told_apart, self.data.trim
        formed: list[Span] = []
        kinds = {(s.source, s.type) for s in spans if s.type in trim or s.type in apart}
        concerned = {kind for kind in kinds if kind[0].startswith(_BY_MODELS)}
        for span in watched(spans):
            if (span.source, span.type) in concerned:
                typed = span.typed(self._finer(reading, note, span)) if span.type in apart else span
                formed += self._pieces(text, typed)
            else:
                formed.append(span)
        return formed

    def _finer(self, reading: Reading, note: int, span: Span) -> str:
        """The type of a span; a name on lists of both ("Barcelona") is of the coarser: a town is to be masked where a
        province may be left.
        """
        flags, batch = self.lexicon.flags, reading.batch
        words = [int(batch.ids[i]) for i in reading.inside(note, span)]
        words = [word for word in words if batch.vocabulary.words[word].isalnum()]
        phrase = _phrase_around(span, reading.phrases[note])
        for finer, how in self.data.told_apart[span.type].items():
            if how == "digits":
                if any(batch.vocabulary.words[word].isdigit() for word in words):
                    return finer
            elif all(_is_rather(batch.vocabulary.masks[w] | phrase, flags[how], flags[span.type]) for w in words):
                return finer
        return span.type

    def _pieces(self, text: str, span: Span) -> list[Span]:
        """The span without what its type is written without; what of that is of another type stands beside it."""
        pattern = self.data.trim.get(span.type)
        start, end = span.start, span.end
        if pattern is None or end - start > _MOST or pattern.search(text[start:end]) is None:
            return [span]
        pieces: list[Span] = []
        while cut := next((m for m in pattern.finditer(text[start:end]) if m[0] and _is_at_edge(m, end - start)), None):
            for name in filter(cut.group, cut.re.groupindex):
                low, high = start + cut.start(name), start + cut.end(name)
                pieces += self._pieces(text, span.at(low, high).typed(name))
            if cut.start() == 0:
                start += cut.end()
            else:
                end = start + cut.start()
        return [*pieces, span.at(start, end)] if start < end else pieces


def _phrase_around(span: Span, phrases: Sequence[tuple[int, int, int]]) -> int:
    """The flags of the phrase that holds a span, of phrases in order and apart; 0 where none does."""
    before = bisect_left(phrases, (span.start + 1,)) - 1
    return phrases[before][2] if before >= 0 and span.end <= phrases[before][1] else 0


def _is_rather(mask: int, one: Flag, other: Flag) -> bool:
    """Whether a word is on one list, and on the other with less certainty or not at all."""
    return bool(mask & one.sure and not mask & other.sure) or bool(mask & one.likely and not mask & other.likely)


def _is_at_edge(match: regex.Match[str], length: int) -> bool:
    return match.start() == 0 or match.end() == length
