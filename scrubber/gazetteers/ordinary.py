"""Words that a language uses every day, whatever else they are: "may", "optical"."""

from __future__ import annotations

from functools import cache

from scrubber.data import data_folder
from scrubber.gazetteers.lexicon import read_items


@cache
def ordinary_words(language: str) -> frozenset[str]:
    """The ordinary words of a language, in small letters; none of one without a list of them."""
    path = data_folder("lexicons") / language / "ordinary_words" / "items.txt"
    return frozenset(entry.text.lower() for entry in read_items(path)) if path.is_file() else frozenset()


def is_ordinary(word: str) -> bool:
    """Whether a word in small letters is an ordinary one of any language."""
    languages = sorted(path.parent.name for path in data_folder("lexicons").glob("*/ordinary_words"))
    return any(word in ordinary_words(language) for language in languages)
