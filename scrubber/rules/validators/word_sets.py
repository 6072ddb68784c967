"""Sets of words that validators ask for, as data: ``patterns/<language>/words.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.toml_file import read_toml


@cache
def read_words(language: str) -> Mapping[str, frozenset[str]]:
    """The sets of a language by name.

    Raises:
        DataError: the file does not load.
    """
    path = data_folder("patterns") / language / "words.toml"
    try:
        return {name: frozenset(text.split()) for name, text in read_toml(path).items()}
    except AttributeError as error:
        raise DataError(f"{path}: {error}") from None


class WordSet:
    """The words of some sets without those of others; read when the first note asks for them.

    Args:
        language: a folder name below ``patterns/``. names: sets of it; without: sets whose words are left out.
    """

    def __init__(self, language: str, *names: str, without: tuple[str, ...] = ()) -> None:
        self._language, self._names, self._without = language, names, without

    @cached_property
    def _words(self) -> frozenset[str]:
        sets = read_words(self._language)
        return frozenset().union(*(sets[n] for n in self._names)).difference(*(sets[n] for n in self._without))

    @cached_property
    def _ordered(self) -> tuple[str, ...]:
        return tuple(sorted(self._words))

    def __contains__(self, word: object) -> bool:
        return word in self._words

    def __iter__(self) -> Iterator[str]:
        return iter(self._ordered)

    def begin(self, text: str) -> bool:
        """Whether one of the words begins a text."""
        return text.startswith(self._ordered)
