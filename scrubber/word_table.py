"""The words of a lexicon: a dictionary of what was added here, over a sorted text of what was compiled.

300,000 words take a tenth of a second and 40 MB to put into a dictionary, and a note needs a few hundred of them. The
compiled ones stay what they are in the file: text, in blocks of some sixty lines, in which a word is searched when it
is first asked for. (What asks again and again remembers the answer: see :class:`~scrubber.words.Memo`.)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

BLOCK = 64
"""Words of a block."""
_BETWEEN = "\f"


class WordTable(Mapping[str, int]):
    """The flags of each word."""

    def __init__(self) -> None:
        self._added: dict[str, int] = {}
        self._blocks: list[str] = []
        self._firsts: list[str] = []
        self._masks: Sequence[int] = ()

    def add(self, words: Iterable[str], bit: int) -> None:
        """Set a bit of all these words. Lists have up to 200,000: what is new here is added at C speed."""
        merge(self._added, words, bit)

    def restore(self, text: str, masks: Sequence[int]) -> None:
        """Stand for a text that :meth:`compiled` made, with these masks."""
        self._blocks = text.split(_BETWEEN)
        self._firsts = [block[1 : block.index("\t")] for block in self._blocks]
        self._masks = masks

    def compiled(self, masks: Sequence[int]) -> str:
        """All words as sorted text; flags are given by their place in ``masks``."""
        number = {mask: place for place, mask in enumerate(masks)}
        lines = [f"{word}\t{number[self[word]]}\n" for word in sorted(self)]
        return _BETWEEN.join("\n" + "".join(lines[at : at + BLOCK]) for at in range(0, len(lines), BLOCK))

    def __getitem__(self, word: str) -> int:
        mask = self._compiled(word) | self._added.get(word, 0)
        if not mask:
            raise KeyError(word)
        return mask

    def __iter__(self) -> Iterator[str]:
        for block in self._blocks:
            yield from (line.partition("\t")[0] for line in block.split("\n")[1:-1])
        yield from (word for word in self._added if not self._compiled(word))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return bool(self._blocks or self._added)

    def _compiled(self, word: str) -> int:
        """The flags that the compiled text gives a word, or 0."""
        at = bisect_right(self._firsts, word) - 1
        if at < 0:
            return 0
        block = self._blocks[at]
        start = block.find(f"\n{word}\t")
        if start < 0:
            return 0
        start += len(word) + 2
        return self._masks[int(block[start : block.index("\n", start)])]


def merge(table: dict[str, int], keys: Iterable[str], bit: int) -> None:
    """Set a bit of all these keys; what is new to the table is added at C speed."""
    new = dict.fromkeys(keys, bit)
    for key in new.keys() & table.keys():
        new[key] |= table[key]
    table.update(new)
