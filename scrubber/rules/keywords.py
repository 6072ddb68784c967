"""Which rules are tried at a word, a sign or a number."""

from __future__ import annotations

from collections.abc import Sequence

from scrubber.rules.rule import DIGITS, HASH, LETTERS_DIGITS, LONG, Rule
from scrubber.text.words import Memo


class Keywords:
    """Which rules to try where: by word or sign, by a number's count of digits and what stands right behind it.

    Rules are given by their index in ``rules``.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        words: dict[str, list[int]] = {}
        for index, rule in enumerate(rules):
            for keyword in rule.keywords:
                words.setdefault(keyword, []).append(index)
        self._rules = rules
        every = words.pop(DIGITS, [])
        self._by_length = [sorted({*every, *words.pop(f"{DIGITS}{n}", [])}) for n in range(1, LONG + 1)]
        self.mixed = tuple(words.pop(LETTERS_DIGITS, ()))
        """To try at letters that are joined to digits."""
        if HASH in words:
            words[DIGITS] = words.pop(HASH)  # from here on "#" is the sign
        self.words = {keyword: tuple(indices) for keyword, indices in words.items()}
        self._numbers: Memo[tuple[int, str], tuple[int, ...]] = Memo(self._of_number)

    def number(self, length: int, behind: str) -> tuple[int, ...]:
        """The rules for a number of so many digits with this character behind it ('' at the text's end)."""
        return self._numbers[min(length, LONG), "a" if behind.isalpha() else behind]

    def _of_number(self, key: tuple[int, str]) -> tuple[int, ...]:
        length, behind = key
        rules = self._rules
        return tuple(
            [i for i in self._by_length[length - 1] if not rules[i].then or (behind and behind in rules[i].then)]
        )
