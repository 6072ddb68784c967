"""The list detector: words of the lists of optional types (religions, ethnicities) that a site has switched on.

What is on a list without doubt is found wherever it stands; an ambiguous word only with a capital in running text. A
word that is first of all an ordinary one ("white", "single") is left to the rules, which see what stands around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scrubber.lexicon import Flag, Lexicon
from scrubber.reading import Reading
from scrubber.span import Span

SURE = 80
AMBIGUOUS = 60
_OPENERS = frozenset("\n.:;!?-*•>")


class ListDetector(NamedTuple):
    """Finds what lists hold, by PHI type. The spans' source is ``list-TYPE``."""

    flags: Mapping[str, Flag]

    @classmethod
    def of(cls, lexicon: Lexicon, types: frozenset[str]) -> ListDetector:
        """The detector of the lists whose manifests name these types."""
        flags = {type_: lexicon.flags[flag] for flag, type_ in sorted(lexicon.types.items()) if type_ in types}
        return cls(flags)

    def find(self, reading: Reading) -> Iterator[Span]:
        """A span for every listed word and phrase."""
        if not self.flags:
            return
        tokens = reading.tokens
        phrases = reading.phrase_spans
        states = tokens.states
        for type_, flag in self.flags.items():
            for start, end, mask in phrases:
                if mask & flag.likely:
                    yield Span(start, end, type_, f"list-{type_}", SURE)
            for i, mask in enumerate(reading.masks):
                if mask & flag.sure or (mask & flag.ambiguous and _named(tokens.texts, states, i)):
                    weight = SURE if mask & flag.sure else AMBIGUOUS
                    yield Span(tokens.starts[i], tokens.end(i), type_, f"list-{type_}", weight)


def _named(texts: list[str], states: str, index: int) -> bool:
    opens = index == 0 or texts[index - 1] in _OPENERS
    return texts[index][0].isupper() and states[index] == "m" and not opens
