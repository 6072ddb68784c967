"""Word vectors: learned from unmarked notes (CBOW, by gensim), or read from a file of GloVe or word2vec.

Words are what the models see of words (``Vocabulary``): in lower case where they are on lists of ordinary words, ``0``
for numbers, ``?`` for all others. So no name gets into the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scrubber.errors import DataError, UsageError
from scrubber.model.hashing import mixed
from scrubber.model.table import Keys, key_of
from scrubber.model.templates import Template
from scrubber.text.batch import Batch
from scrubber.text.hashing import text_hash

Vectors = Mapping[str, NDArray[np.float32]]

SIZE = 100
_WINDOW, _LEAST, _EPOCHS = 5, 5, 5


def learned(lines: Sequence[Sequence[str]], size: int, seed: int) -> Vectors:
    """Vectors of the words of some lines; the same lines and seed give the same vectors.

    Raises:
        UsageError: gensim is not installed. DataError: no word occurs often enough.
    """
    if find_spec("gensim") is None:
        raise UsageError("word vectors need gensim: pip install 'scrub-phi[neural-train]'")
    from gensim.models import Word2Vec

    try:
        made = Word2Vec(
            lines, vector_size=size, window=_WINDOW, min_count=_LEAST, epochs=_EPOCHS, seed=seed, workers=1, sg=0
        ).wv
    except RuntimeError:
        raise DataError(f"no word occurs {_LEAST} times in these notes: there is nothing to learn") from None
    return {word: made[word] for word in made.index_to_key}


def lines_of(batch: Batch) -> Iterator[list[str]]:
    """The words of each line of a batch, as models see them."""
    names = batch.vocabulary.names
    words = [names[word] for word in batch.ids.tolist()]
    for start, end in zip(batch.line_starts.tolist(), batch.line_ends.tolist(), strict=True):
        if start < end:
            yield words[start:end]


def written(vectors: Vectors) -> Iterator[str]:
    """The lines of a file in word2vec's format of text."""
    size = len(next(iter(vectors.values()))) if vectors else 0
    yield f"{len(vectors)} {size}\n"
    for word, numbers in vectors.items():
        yield f"{word} {' '.join(f'{number:.4f}' for number in numbers)}\n"


def read_vectors(path: Path) -> Vectors:
    """The vectors of a file of GloVe, or of word2vec's format of text.

    Raises:
        DataError: it is neither.
    """
    found: dict[str, NDArray[np.float32]] = {}
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                word, *numbers = line.rstrip().split(" ")
                if len(numbers) > 1:  # word2vec's first line has two numbers, and is no word's
                    found.setdefault(word.lower(), np.array(numbers, np.float32))
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: no word vectors as text ({type(error).__name__})") from None
    if len({len(numbers) for numbers in found.values()}) != 1:
        raise DataError(f"{path}: no word vectors as text (of different sizes, or none)")
    return found


def keys_of(words: Iterable[str], templates: Sequence[Template]) -> Keys:
    """The keys by which a network knows words.

    Raises:
        ValueError: it has no column of words alone.
    """
    number = [template.text for template in templates].index("word")
    hashes = np.array([text_hash(word) for word in words], np.uint64)
    return key_of(number, mixed(np.full(len(hashes), templates[number].seed), hashes))
