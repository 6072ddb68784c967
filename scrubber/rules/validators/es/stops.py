"""Where a name ends: capitalised words that follow names of people and places in letterheads and signatures.

As a set, because a pattern of as many alternatives takes longer to compile than a note takes to read.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from scrubber.lazy_pattern import lazy_regex
from scrubber.rules.validators.word_sets import WordSet

_SPECIALTY = lazy_regex(r"\p{L}{2,}(?:log[ií]a|iatr[ií]a|estesia|estesiología|cirug[ií]a|enfermer[ií]a|graf[ií]a)$")
_WORD = lazy_regex(r"\S+")
_TRAIL = lazy_regex(r"(?:[\s,;:.(-]+(?:(?i:de|del|la|las|los|el|y|e|i|da|dos|por|en)(?=\s|$))?)+$")

PEOPLE = WordSet("es", "letterhead", "note", "countries")
"""Words at which a person's name ends."""
TOWNS = WordSet("es", "letterhead", "note", "countries", without=("in-towns",))
"""Words at which a town's name ends."""
HOSPITALS = WordSet("es", "letterhead", "note", without=("in-hospitals",))
"""Words at which the name of a hospital or an institution ends."""


def until_stop(text: str, stops: Container[str], keep: Callable[[str], bool] | None = None) -> int:
    """Length of the part of a name before the first word that ends it, particles and signs at its end left out.

    Args:
        keep: asked of each word that would end the name, as written; true where it belongs to it.
    """
    end = len(text)
    for index, word in enumerate(_WORD.finditer(text)):
        low = word[0].lower().strip("\"()'«»,;:")
        bare = low.rstrip(".")
        if (bare in stops or low in stops or _SPECIALTY.match(bare)) and not (keep is not None and keep(word[0])):
            end = word.start() if index else 0
            break
    if end == len(text):
        return end
    tail = _TRAIL.search(text, 0, end)
    return tail.start() if tail else end
