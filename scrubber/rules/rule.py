"""Rules: patterns as data, read from ``patterns/<language>/*.toml``.

A rule's pattern is tried only where one of its keywords stands (or a number, for ``keywords = ["#"]``): the keyword is
where the pattern begins. ``#4`` is a number of exactly four digits, ``#10`` one of ten or more: most rules need not be
tried at every number. What it finds is its group ``phi``, or the whole match. Macros (``{NAME}``) come from
``macros.toml`` beside the rules. A long pattern is written over several lines, the last of which is empty; then line
breaks, and blanks at the lines' edges, do not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import regex

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.lazy_pattern import lazy_re
from scrubber.rules.compiled import pattern_of
from scrubber.text.words import Memo
from scrubber.toml_file import read_toml

DIGITS = "#"
"""The keyword that stands for any run of digits."""
LETTERS_DIGITS = "a#"
"""The keyword that stands for a run of letters joined to a run of digits, by a hyphen or nothing: 'S19', 'CL-20'."""

NOT_PHI = "NOT-PHI"
"""The type of rules that veto: what they cover is not masked unless something heavier says so."""
HASH = "##"
"""The keyword that stands for the sign '#' itself."""
LONG = 10
"""Digit runs of this length and longer share the keyword ``#10``."""

_MACRO = lazy_re(r"(?<!\\[pP])\{([A-Za-z_]{2,})\}")
_VERBOSE = lazy_re(r"\s*\(\?[a-zA-Z0-9]*x")
_CUT_ESCAPE = lazy_re(r"(?<!\\)(?:\\\\)*\\[ \t]*$", re.MULTILINE)
"""An escape that a line's end cuts in two."""
_MARK = lazy_re(r"\[\[(.+?)\]\]", re.DOTALL)
_KEYWORD = lazy_re(r"[^\W\d_]+|\d+|[^\w\s]|_|\n")
_NUMBER_KEYWORD = lazy_re(r"#(?:[1-9]|10)?")
_A_TEXT, _TEXTS, _WEIGHT, _COUNT = "a text", "a list of texts", "a whole number from 1 to 100", "a whole number"
_FIELDS = {
    **dict.fromkeys(("id", "type", "pattern", "validator", "why", "then", "before"), _A_TEXT),
    **dict.fromkeys(("keywords", "hit", "miss"), _TEXTS),
    "weight": _WEIGHT,
    "reach": _COUNT,
}
"""What a rule may say, and what its values have to be."""
_FITS: Mapping[str, Callable[[Any], bool]] = {
    _A_TEXT: lambda value: isinstance(value, str),
    _TEXTS: lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    _WEIGHT: lambda value: type(value) is int and 1 <= value <= 100,
    _COUNT: lambda value: type(value) is int and value >= 0,
}
_NEEDED = ("id", "type", "pattern", "weight", "keywords", "why", "hit", "miss")


@dataclass(frozen=True)
class Rule:
    """One pattern and what is known about it."""

    id: str
    type: str
    pattern: str
    weight: int
    keywords: tuple[str, ...]
    why: str
    hit: tuple[str, ...]
    """Examples in which the rule must find exactly what stands in ``[[…]]``."""
    miss: tuple[str, ...]
    """Examples in which the rule must find nothing."""
    validator: str | None = None
    """A function of ``scrubber/rules/validators/registry.py`` that has the last word on a match."""
    reach: int = 0
    """How many code points before its keyword a match may begin; 0: it begins with the keyword."""
    then: str = ""
    """For rules that begin with a number: what may stand right behind its digits ("a": any letter); "": anything."""
    before: str = ""
    """What must stand right before the keyword, one of these characters; "": anything."""
    file: Path = Path()
    """Where it stands."""
    macros: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def compiled(self) -> regex.Pattern[str]:
        """The pattern, compiled on first use: most texts need a fraction of the rules."""
        return pattern_of(self)

    @cached_property
    def whole(self) -> str:
        """The pattern on one line, with macros filled in."""
        return fill_in(self.pattern, self.macros)


def on_one_line(pattern: str) -> str:
    """A pattern that is written over several lines, without line breaks and blanks at the lines' edges.

    Others stay as they are: the line breaks of one that does not end with one are meant, and so are a verbose one's.
    """
    if not is_over_lines(pattern):
        return pattern
    return "".join(line.strip(" \t") for line in pattern.split("\n"))


def is_over_lines(pattern: str) -> bool:
    """Whether a pattern is written over several lines: it ends with a line break and is not verbose (``(?x)``)."""
    return pattern.endswith("\n") and _VERBOSE.match(pattern) is None


def fill_in(pattern: str, macros: Mapping[str, str]) -> str:
    """A pattern on one line, with macros filled in (macros may use macros).

    Raises:
        KeyError: an unknown macro.
    """
    pattern = on_one_line(pattern)
    while _MACRO.search(pattern):
        pattern = _MACRO.sub(lambda m: f"(?:{on_one_line(macros[m[1]])})", pattern)
    return pattern


def example(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """An example's text without its marks, and the (start, end) of each mark."""
    text, spans, at = "", [], 0
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        spans.append((len(text), len(text) + len(mark[1])))
        text += mark[1]
        at = mark.end()
    return text + marked[at:], spans


def load_rules(folders: Iterable[Path], *, tried: bool = True) -> list[Rule]:
    """The rules of every ``*.toml`` in the folders; a later rule with the id of an earlier one replaces it.

    Args:
        tried: whether the examples of a site's own rules have to be right.

    Raises:
        DataError: a file, or a rule in it, does not load, or an example of a site's is wrong; says which and why.
    """
    rules: dict[str, Rule] = {}
    macros: dict[str, str] = {}
    for folder in folders:
        files = sorted(folder.glob("*.toml"))
        if not files:
            raise DataError(f"{folder}: no rule files (*.toml) here")
        for path in files:
            if path.name == "macros.toml":
                macros.update(read_toml(path))
        for path in files:
            if path.name != "macros.toml":
                for rule in _rules_of(path, macros):
                    rules[rule.id] = rule
    shipped = data_folder("patterns")
    own = [rule for rule in rules.values() if shipped not in rule.file.parents]
    for rule in own:
        _refuse_broken(rule)
    if own and tried:
        from scrubber.rules.examples import refuse_failing

        refuse_failing(own)
    return list(rules.values())


def _refuse_broken(rule: Rule) -> None:
    """Of a site's own rule: say at once, and not at the first note that holds its keyword, what is wrong with it."""
    if not all(example(marked)[1] for marked in rule.hit):
        raise DataError(f"{rule.file}: rule {rule.id}: an example of hit marks nothing; what is found stands in [[…]]")
    if any(example(marked)[1] for marked in rule.miss):
        raise DataError(f"{rule.file}: rule {rule.id}: an example of miss has a mark: nothing may be found there")
    if is_over_lines(rule.pattern) and _CUT_ESCAPE.search(rule.pattern):
        raise DataError(f"{rule.file}: rule {rule.id}: a line of the pattern ends in a backslash")
    try:
        _ = rule.compiled
    except KeyError as error:
        raise DataError(f"{rule.file}: rule {rule.id}: no macro {error}") from None
    except regex.error as error:
        raise DataError(f"{rule.file}: rule {rule.id}: {error}") from None


def _rules_of(path: Path, macros: Mapping[str, str]) -> Iterable[Rule]:
    for number, entry in enumerate(read_toml(path).get("rule", []), 1):
        where = f"{path}: rule {entry.get('id') or number}"
        missing = [name for name in _NEEDED if entry.get(name) in (None, "", [])]
        if missing:
            raise DataError(f"{where}: no {', no '.join(missing)}")
        unknown = sorted(set(entry) - set(_FIELDS))
        if unknown:
            raise DataError(f"{where}: unknown {', '.join(unknown)}")
        for name, value in entry.items():
            if not _FITS[need := _FIELDS[name]](value):
                raise DataError(f"{where}: {name} must be {need}")
        for keyword in entry["keywords"]:
            if keyword in (LETTERS_DIGITS, HASH) or _NUMBER_KEYWORD.fullmatch(keyword):
                continue
            if _KEYWORD.fullmatch(keyword) is None or keyword != keyword.lower():
                raise DataError(f"{where}: keyword {keyword!r} is not one lower-case word, number or sign")
        fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
        yield Rule(**fields, file=path, macros=macros)


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
