"""Dates in words, as dictation writes them: "march third nineteen forty one"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from scrubber.data import data_folder
from scrubber.toml_file import read_toml

_WORD = re.compile(r"[^\W\d_]+")


class _Numbers(NamedTuple):
    values: Mapping[str, int]
    ordinals: Mapping[str, int]
    decades: Mapping[str, int]


@cache
def _numbers() -> _Numbers:
    table = read_toml(data_folder("patterns") / "calendar.toml")["en"]
    units, tens, nth = (table[name].split() for name in ("units", "tens", "nth"))
    values = dict(zip(units, range(20), strict=True)) | {ten: 20 + 10 * n for n, ten in enumerate(tens)}
    ordinals = {word: n for n, word in enumerate(nth)} | {"thirtieth": 30}
    return _Numbers(values, ordinals, {word: 20 + 10 * n for n, word in enumerate(table["decades"].split())})


def in_digits(text: str) -> str:
    """The text with its numbers in words as digits: "march 3rd 1941"; as it is where it holds none."""
    words = list(_WORD.finditer(text))
    pieces: list[str] = []
    at = number = 0
    while number < len(words):
        count, digits = _read([w[0].lower() for w in words[number : number + 4]])
        if count:
            pieces += (text[at : words[number].start()], digits)
            at = words[number + count - 1].end()
        number += count or 1
    return "".join(pieces) + text[at:]


def _read(words: list[str]) -> tuple[int, str]:
    """How many of the words are a number, and its digits; a year where they make one."""
    numbers = _numbers()
    if words[0] in numbers.decades:
        return 1, f"{numbers.decades[words[0]]}s"
    if words[0] == "two" and words[1:2] == ["thousand"]:
        tail = 3 if words[2:3] == ["and"] else 2
        count, value = _below_hundred(words[tail:])
        return (tail + count if count else 2), str(2000 + value)
    count, day = _ordinal(words)
    if count:
        return count, f"{day}{_SIGNS.get(day, 'th')}"
    count, value = _below_hundred(words)
    if count and value in (18, 19, 20) and words[count : count + 1]:
        more, years = _below_hundred(words[count:])
        if more and years > 9:
            return count + more, str(100 * value + years)
    return count, str(value)


_SIGNS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


def _below_hundred(words: list[str]) -> tuple[int, int]:
    values = _numbers().values
    first = values.get(words[0]) if words else None
    if first is None:
        return 0, 0
    second = values.get(words[1], 0) if len(words) > 1 and first >= 20 else 0
    return (2, first + second) if 0 < second < 10 else (1, first)


def _ordinal(words: list[str]) -> tuple[int, int]:
    numbers = _numbers()
    if words[0] in numbers.ordinals:
        return 1, numbers.ordinals[words[0]]
    ten, unit = numbers.values.get(words[0], 0), numbers.ordinals.get(words[1], 0) if len(words) > 1 else 0
    return (2, ten + unit) if ten in (20, 30) and 0 < unit < 10 else (0, 0)
