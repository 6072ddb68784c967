"""Numbers in words as digits: "march third nineteen forty one", "sesenta y tres años"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from scrubber.data import data_folder
from scrubber.toml_file import read_toml

_WORD = re.compile(r"[^\W\d_]+")
_ZEROS = ("oh", "o")
_REACH = 4
"""Words of the longest number: "two thousand and seven"."""
_SIGNS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


class _Numbers(NamedTuple):
    """A language's words, and what each is worth."""

    values: Mapping[str, int]
    ordinals: Mapping[str, int]
    decades: Mapping[str, int]
    joint: str
    """What may stand between tens and units."""


@cache
def _numbers(language: str) -> _Numbers:
    table = read_toml(data_folder("patterns") / "calendar.toml")[language]
    units, tens, nth, decades = (table.get(name, "").split() for name in ("units", "tens", "nth", "decades"))
    by_ten = {word: 20 + 10 * n for words in (tens, decades) for n, word in enumerate(words)}
    values = {word: n for n, word in enumerate(units)} | {word: by_ten[word] for word in tens}
    values |= table.get("numbers", {})
    ordinals = {word: n for n, word in enumerate(nth)} | ({"thirtieth": 30} if nth else {})
    return _Numbers(values, ordinals, {word: by_ten[word] for word in decades}, table.get("joint", ""))


def in_digits(text: str, language: str = "en") -> str:
    """The text with its numbers in words as digits: "march 3rd 1941"; as it is where it holds none."""
    numbers = _numbers(language)
    words = list(_WORD.finditer(text))
    pieces: list[str] = []
    at = number = 0
    while number < len(words):
        count, digits = _read([w[0].lower() for w in words[number : number + _REACH]], numbers)
        if count:
            pieces += (text[at : words[number].start()], digits)
            at = words[number + count - 1].end()
        number += count or 1
    return "".join(pieces) + text[at:]


def respelled(text: str, change: Callable[[str], str], language: str = "en") -> str | None:
    """A number read out digit by digit ("seven oh five"), changed as its digits are; None for any other text."""
    words = list(_WORD.finditer(text))
    values = [0 if w[0].lower() in _ZEROS else _numbers(language).values.get(w[0].lower(), -1) for w in words]
    if not words or any(c.isdigit() for c in text) or not all(0 <= value < 10 for value in values):
        return None
    names = list(_numbers(language).values)  # in order from 0
    made = iter(change("".join(map(str, values))))
    return _WORD.sub(lambda _: names[int(next(made))], text)


def _read(words: Sequence[str], numbers: _Numbers) -> tuple[int, str]:
    """How many of the words are a number, and its digits; a year where they make one."""
    if words[0] in numbers.decades:
        return 1, f"{numbers.decades[words[0]]}s"
    if words[0] == "two" and words[1:2] == ["thousand"]:
        tail = 3 if words[2:3] == ["and"] else 2
        count, value = _below_hundred(words[tail:], numbers)
        return (tail + count if count else 2), str(2000 + value)
    count, day = _ordinal(words, numbers)
    if count:
        return count, f"{day}{_SIGNS.get(day, 'th')}"
    count, value = _below_hundred(words, numbers)
    if count and value in (18, 19, 20) and words[count : count + 1]:
        more, years = _below_hundred(words[count:], numbers)
        if more and years > 9:
            return count + more, str(100 * value + years)
    return count, str(value)


def _below_hundred(words: Sequence[str], numbers: _Numbers) -> tuple[int, int]:
    first = numbers.values.get(words[0]) if words else None
    if first is None:
        return 0, 0
    unit = 2 if numbers.joint and words[1:2] == [numbers.joint] else 1
    second = numbers.values.get(words[unit], 0) if 20 <= first < 100 and len(words) > unit else 0
    return (unit + 1, first + second) if 0 < second < 10 else (1, first)


def _ordinal(words: Sequence[str], numbers: _Numbers) -> tuple[int, int]:
    if words[0] in numbers.ordinals:
        return 1, numbers.ordinals[words[0]]
    ten, unit = numbers.values.get(words[0], 0), numbers.ordinals.get(words[1], 0) if len(words) > 1 else 0
    return (2, ten + unit) if ten in (20, 30) and 0 < unit < 10 else (0, 0)
