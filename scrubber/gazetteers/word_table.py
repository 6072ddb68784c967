"""The words or phrases of a lexicon: a dictionary of what was added here, over a sorted text of what was compiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scrubber.gazetteers.sorted_text import SortedText, sorted_text


class WordTable(Mapping[str, int]):
    """The flags of each word."""

    def __init__(self) -> None:
        self._added: dict[str, int] = {}
        self._text = SortedText()
        self._masks: Sequence[int] = ()

    def add(self, words: Iterable[str], bit: int) -> None:
        """Set a bit of all these words. Lists have up to 200,000: what is new here is added at C speed."""
        new = dict.fromkeys(words, bit)
        for word in new.keys() & self._added.keys():
            new[word] |= self._added[word]
        self._added.update(new)

    def restore(self, data: bytes, masks: Sequence[int]) -> None:
        """Stand for what :meth:`compiled` made, with these masks."""
        self._text, self._masks = SortedText(data), masks

    def compiled(self, masks: Sequence[int]) -> bytes:
        """All words as sorted text; flags are given by their place in ``masks``."""
        number = {mask: place for place, mask in enumerate(masks)}
        return sorted_text({word: number[mask] for word, mask in self.items()})

    def mask(self, word: str) -> int:
        """The flags of a word; 0 where there are none."""
        return self._compiled(word) | self._added.get(word, 0)

    def shipped(self) -> Iterator[tuple[str, int]]:
        """The words of the sorted text, and their flags."""
        return ((word, self._masks[int(number)]) for word, number in self._text.items())

    def added(self) -> Iterator[tuple[str, int]]:
        """What was added here, and its flags."""
        return iter(self._added.items())

    def __getitem__(self, word: str) -> int:
        mask = self.mask(word)
        if not mask:
            raise KeyError(word)
        return mask

    def __iter__(self) -> Iterator[str]:
        yield from self._text.keys()
        yield from (word for word in self._added if not self._compiled(word))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return bool(self._text or self._added)

    def _compiled(self, word: str) -> int:
        """The flags that the sorted text gives a word, or 0."""
        number = self._text.find(word)
        return self._masks[int(number)] if number else 0
