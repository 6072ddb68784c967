"""The words or phrases of a lexicon: dictionaries of what was added here, over what is kept of the shipped lists.

Of shipped words only hashes are kept, sorted: hundreds of thousands take a tenth of a second and tens of megabytes to
put into a dictionary, and a note asks for a few hundred of them. No two of our words share a hash of 63 bits: whoever
compiles them would be told. A stranger's word has the hash of one of ours once in 10^13.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrubber.text.hashing import text_hash


class WordTable:
    """The flags of each word."""

    def __init__(self) -> None:
        self.added: dict[str, int] = {}
        self._hashes = np.zeros(0, np.uint64)
        self._numbers = np.zeros(0, np.uint16)
        """By hash: the place of its flags among the masks."""
        self._masks: Sequence[int] = ()

    def add(self, words: Iterable[str], bit: int) -> None:
        """Set a bit of all these words."""
        _add(self.added, words, bit)

    def get(self, word: str) -> int:
        """The flags of a word; 0 where there are none."""
        return self.masks([word], np.array([text_hash(word)], np.uint64))[0]

    def masks(self, words: Sequence[str], hashes: NDArray[np.uint64]) -> list[int]:
        """The same for words whose hashes are known."""
        masks = [0] * len(words)
        if len(self._hashes):
            at = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
            for place in np.flatnonzero(self._hashes[at] == hashes).tolist():
                masks[place] = self._masks[self._numbers[at[place]]]
        if not self.added:
            return masks
        return [mask | self.added.get(word, 0) for mask, word in zip(masks, words, strict=True)]

    def to_compile(self) -> tuple[list[int], bytes, bytes]:
        """What :meth:`restore` takes, of what was added.

        Raises:
            ValueError: two words have one hash.
        """
        masks = sorted({*self.added.values()})
        number = {mask: place for place, mask in enumerate(masks)}
        rows = sorted((text_hash(word), number[mask]) for word, mask in self.added.items())
        if len({hash_ for hash_, _ in rows}) < len(rows):
            raise ValueError("two words of the lists have one hash")
        hashes, numbers = array("Q", [hash_ for hash_, _ in rows]), array("H", [number for _, number in rows])
        return masks, hashes.tobytes(), numbers.tobytes()

    def restore(self, kept: Any) -> None:
        """Stand for what :meth:`to_compile` gave."""
        self._masks, hashes, numbers = kept
        self._hashes, self._numbers = np.frombuffer(hashes, np.uint64), np.frombuffer(numbers, np.uint16)


class PhraseTable:
    """The flags of each phrase: of the shipped ones, and of those that were added here."""

    def __init__(self) -> None:
        self.added: dict[str, int] = {}
        self._kept: tuple[str, list[int]] = ("", [])
        """The shipped ones, sorted, a line each, and the flags of each."""

    def add(self, phrases: Iterable[str], bit: int) -> None:
        """Set a bit of all these phrases."""
        _add(self.added, phrases, bit)

    def shipped(self) -> Iterator[tuple[str, int]]:
        """The phrases that were restored, and their flags."""
        texts, masks = self._kept
        return zip(texts.split("\n"), masks, strict=True) if masks else iter(())

    def beginning_with(self, words: Iterable[str]) -> Iterator[tuple[str, int]]:
        """Those of the shipped phrases whose first word is one of these."""
        texts, masks = self._kept[0].split("\n"), self._kept[1]
        for word in words:
            low = bisect_left(texts, f"{word} ")
            high = bisect_left(texts, f"{word}!", low)  # "!" is what follows the blank
            yield from zip(texts[low:high], masks[low:high], strict=True)

    def to_compile(self) -> tuple[str, list[int]]:
        """What :meth:`restore` takes, of what was added."""
        phrases = sorted(self.added)
        return "\n".join(phrases), [self.added[phrase] for phrase in phrases]

    def restore(self, kept: Any) -> None:
        """Stand for what :meth:`to_compile` gave."""
        self._kept = kept


def _add(table: dict[str, int], words: Iterable[str], bit: int) -> None:
    """Set a bit of all these words. Lists have up to 200,000: what is new here is added at C speed."""
    new = dict.fromkeys(words, bit)
    for word in new.keys() & table.keys():
        new[word] |= table[word]
    table.update(new)
