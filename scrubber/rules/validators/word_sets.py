"""Sets of words that validators ask for, as data: ``patterns/<language>/words.toml``."""

from __future__ import annotations

from collections.abc import Mapping
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
    """The words of a set; read when the first note asks for them.

    Args:
        language: a folder name below ``patterns/``. name: a set of it.
    """

    def __init__(self, language: str, name: str) -> None:
        self._language, self._name = language, name

    @cached_property
    def _words(self) -> frozenset[str]:
        return read_words(self._language)[self._name]

    def __contains__(self, word: object) -> bool:
        return word in self._words
