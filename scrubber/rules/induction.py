"""Writes a rule from a few numbers of one kind: their common shape, with invented examples in place of the numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

import regex

from scrubber.errors import UsageError
from scrubber.lazy_pattern import lazy_re
from scrubber.rules.rule import LETTERS_DIGITS

LEAST = 3
"""So many examples tell what varies and what does not."""
_TURNS = 10
_RUN = lazy_re(r"[A-Za-z]+|[0-9]+")


@dataclass(frozen=True)
class Run:
    """Letters or digits that stand together, in each of the examples."""

    texts: tuple[str, ...]
    before: tuple[str, ...]
    """What stands before them there: a hyphen, a blank, nothing."""

    @property
    def is_number(self) -> bool:
        """Whether it is of digits."""
        return self.texts[0].isdigit()

    @property
    def is_fixed(self) -> bool:
        """Whether it is the same letters in every example, letter case aside."""
        return not self.is_number and len({text.casefold() for text in self.texts}) == 1

    def pattern(self) -> str:
        """What matches it, and what stands before it."""
        return _separator(self.before) + self._body()

    def _body(self) -> str:
        if self.is_fixed:
            return self.texts[0] if len(set(self.texts)) == 1 else f"(?i:{self.texts[0]})"
        letters = "A-Z" if all(text.isupper() for text in self.texts) else "A-Za-z"
        return ("[0-9]" if self.is_number else f"[{letters}]") + self._times()

    def _times(self) -> str:
        lengths = sorted({len(text) for text in self.texts})
        return f"{{{lengths[0]}}}" if len(lengths) == 1 else f"{{{lengths[0]},{lengths[-1]}}}"

    def invented(self, at: int, turn: int) -> str:
        """What could stand in place of that in one of the examples, another one each turn; what is fixed stays."""
        text = self.texts[at]
        if self.is_fixed:
            return self.before[at] + text
        source = "4719382605" if self.is_number else "QRTVXZ" if text.isupper() else "qrtvxz"
        return self.before[at] + "".join(source[(turn + number) % len(source)] for number in range(len(text)))


@dataclass(frozen=True)
class Shape:
    """What some numbers have in common."""

    runs: tuple[Run, ...]
    count: int

    def pattern(self) -> str:
        """What matches any number of this shape, and nothing longer."""
        return "".join(run.pattern() for run in self.runs) + r"(?!\w|-\w)"

    def examples(self) -> list[str]:
        """Invented numbers of this shape, of each length and way to write it; none of those given, if that can be."""
        given = {"".join(run.before[at] + run.texts[at] for run in self.runs) for at in range(self.count)}
        return list(dict.fromkeys(self._invented(at, given) for at in range(self.count)))

    def _invented(self, at: int, given: Container[str]) -> str:
        tries = ["".join(run.invented(at, turn) for run in self.runs) for turn in range(_TURNS)]
        return next((text for text in tries if text not in given), tries[0])

    def misfits(self) -> list[str]:
        """Text of nearly this shape: too long, too short."""
        longest = max(self.examples(), key=len)
        shortest = min(self.examples(), key=len)
        least = min(len(text) for text in self.runs[-1].texts)
        return [f"{longest}{longest[-1]}", *([shortest[:-1]] if least > 1 else [])]

    def keywords(self) -> tuple[str, ...]:
        """Where a match can begin.

        Raises:
            UsageError: anywhere.
        """
        first = self.runs[0]
        if first.is_fixed:
            return (first.texts[0].lower(),)
        if first.is_number:
            return tuple(f"#{min(length, 10)}" for length in sorted({len(text) for text in first.texts}))
        if len(self.runs) > 1 and set(self.runs[1].before) <= {"", "-"}:
            return (LETTERS_DIGITS,)
        raise UsageError("the numbers begin with different letters: --behind WORD says what stands before them")


def shape(numbers: Sequence[str]) -> Shape:
    """The shape of some numbers. Messages do not quote them.

    Raises:
        UsageError: they are too few, or have none in common.
    """
    numbers = list(dict.fromkeys(number.strip() for number in numbers if number.strip()))
    if len(numbers) < LEAST:
        raise UsageError(f"give {LEAST} different numbers of one kind or more: fewer do not tell what varies")
    found = [list(_RUN.finditer(number)) for number in numbers]
    for number, runs in zip(numbers, found, strict=True):
        if not runs or runs[0].start() or runs[-1].end() != len(number):
            raise UsageError("one of the numbers is not letters A to Z and digits, with signs between them")
        if not any(run[0].isdigit() for run in runs):
            raise UsageError("one of the numbers has no digit: words of your own belong in a list (docs/rules.md)")
    kinds = {tuple(run[0].isdigit() for run in runs) for runs in found}
    if len(kinds) > 1:
        raise UsageError("the numbers are of several shapes: write a rule for each")
    return Shape(tuple(_run(numbers, found, at) for at in range(len(found[0]))), len(numbers))


def _run(numbers: Sequence[str], found: Sequence[Sequence[re.Match[str]]], at: int) -> Run:
    """The run at a place in all numbers."""
    before = [
        number[runs[at - 1].end() if at else 0 : runs[at].start()] for number, runs in zip(numbers, found, strict=True)
    ]
    return Run(tuple(runs[at][0] for runs in found), tuple(before))


def written(numbers: Sequence[str], *, id: str, type: str, why: str, behind: str = "") -> str:
    """A file with a rule for numbers of one kind.

    Args:
        behind: the word that stands before them; needed where they are nothing but digits.

    Raises:
        UsageError: they have no shape in common, or could be any number.
    """
    common = shape(numbers)
    if not behind and all(run.is_number for run in common.runs):
        raise UsageError("numbers of digits alone could be anything: --behind WORD says what stands before them")
    pattern, keywords = common.pattern(), common.keywords() if not behind else (behind.split()[0].lower(),)
    lead = "" if not behind else f"{behind} "
    if behind:
        words = r"\s+".join(regex.escape(word) for word in behind.split())
        pattern = rf"(?i:{words})(?:\s*(?i:no|nr|number)\b\.?)?\s*[:#]?\s*(?P<phi>{pattern})"
    hits = [f"{lead}[[{number}]] today" for number in common.examples()]
    misses = [f"{lead}{number} today" for number in common.misfits()]
    lines = ["[[rule]]", f"id = {_text(id)}", f"type = {_text(type)}", f"pattern = '''{pattern}'''", "weight = 90"]
    lines += [f"keywords = {_texts(keywords)}", f"why = {_text(why)}"]
    lines += [f"hit = {_texts(hits)}", f"miss = {_texts(misses)}"]
    return "\n".join(lines) + "\n"


def _separator(seen: Sequence[str]) -> str:
    """What matches what stands between two runs."""
    signs = sorted(set(seen) - {""})
    if not signs:
        return ""
    if all(len(sign) == 1 for sign in signs):
        body = regex.escape(signs[0]) if len(signs) == 1 else f"[{''.join(map(regex.escape, signs))}]"
    else:
        body = f"(?:{'|'.join(map(regex.escape, signs))})"
    return f"{body}?" if "" in seen else body


def _text(value: str) -> str:
    """A basic string of TOML."""
    return json.dumps(value, ensure_ascii=False)


def _texts(values: Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)
