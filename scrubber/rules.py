"""Rules: patterns as data, read from ``patterns/<language>/*.toml``.

A rule's pattern is tried only where one of its keywords stands (or a number, for ``keywords = ["#"]``): the keyword is
where the pattern begins. ``#4`` is a number of exactly four digits, ``#10`` one of ten or more: most rules need not be
tried at every number. What it finds is its group ``phi``, or the whole match. Macros (``{NAME}``) come from
``macros.toml`` beside the rules.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import regex

from scrubber.errors import DataError

DIGITS = "#"
"""The keyword that stands for any run of digits."""
LETTERS_DIGITS = "a#"
"""The keyword that stands for a run of letters joined to a run of digits, by a hyphen or nothing: 'S19', 'CL-20'."""

HASH = "##"
"""The keyword that stands for the sign '#' itself."""
LONG = 10
"""Digit runs of this length and longer share the keyword ``#10``."""

_MACRO = re.compile(r"(?<!\\[pP])\{([A-Za-z_]{2,})\}")
_MARK = re.compile(r"\[\[(.+?)\]\]", re.DOTALL)
_KEYWORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_|\n")
_NUMBER_KEYWORD = re.compile(r"#(?:[1-9]|10)?")
_FIELDS = {"id", "type", "pattern", "weight", "keywords", "validator", "why", "hit", "miss", "reach", "then"}
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
    """A function of ``scrubber/detect/validators.py`` that has the last word on a match."""
    reach: int = 0
    """How many code points before its keyword a match may begin; 0: it begins with the keyword."""
    then: str = ""
    """For rules that begin with a number: what may stand right behind its digits ("a": any letter); "": anything."""
    file: Path = Path()
    """Where it stands."""
    macros: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def compiled(self) -> regex.Pattern[str]:
        """The pattern, compiled on first use: most texts need a fraction of the rules."""
        return compile_pattern(self.pattern, self.macros)


def compile_pattern(pattern: str, macros: Mapping[str, str]) -> regex.Pattern[str]:
    """Compile with macros filled in (macros may use macros).

    Raises:
        KeyError: an unknown macro. regex.error: a broken pattern.
    """
    while _MACRO.search(pattern):
        pattern = _MACRO.sub(lambda m: f"(?:{macros[m[1]]})", pattern)
    return regex.compile(pattern, regex.VERSION1)


def example(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """An example's text without its marks, and the (start, end) of each mark."""
    text, spans, at = "", [], 0
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        spans.append((len(text), len(text) + len(mark[1])))
        text += mark[1]
        at = mark.end()
    return text + marked[at:], spans


def load_rules(folders: Iterable[Path]) -> list[Rule]:
    """The rules of every ``*.toml`` in the folders; a later rule with the id of an earlier one replaces it.

    Raises:
        DataError: a file, or a rule in it, does not load; says which and why.
    """
    rules: dict[str, Rule] = {}
    macros: dict[str, str] = {}
    for folder in folders:
        files = sorted(folder.glob("*.toml"))
        if not files:
            raise DataError(f"{folder}: no rule files (*.toml) here")
        for path in files:
            if path.name == "macros.toml":
                macros.update(_read(path))
        for path in files:
            if path.name != "macros.toml":
                for rule in _rules_of(path, macros):
                    rules[rule.id] = rule
    return list(rules.values())


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path}: {error}") from None


def _rules_of(path: Path, macros: Mapping[str, str]) -> Iterable[Rule]:
    for number, entry in enumerate(_read(path).get("rule", []), 1):
        where = f"{path}: rule {entry.get('id') or number}"
        missing = [name for name in _NEEDED if not entry.get(name)]
        if missing:
            raise DataError(f"{where}: no {', no '.join(missing)}")
        unknown = sorted(set(entry) - _FIELDS)
        if unknown:
            raise DataError(f"{where}: unknown {', '.join(unknown)}")
        for keyword in entry["keywords"]:
            if keyword in (LETTERS_DIGITS, HASH) or _NUMBER_KEYWORD.fullmatch(keyword):
                continue
            if _KEYWORD.fullmatch(keyword) is None or keyword != keyword.lower():
                raise DataError(f"{where}: keyword {keyword!r} is not one lower-case word, number or sign")
        fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
        yield Rule(**fields, file=path, macros=macros)


def by_keyword(rules: Sequence[Rule]) -> dict[str, list[Rule]]:
    """The rules to try at each keyword, heaviest first."""
    table: dict[str, list[Rule]] = {}
    for rule in sorted(rules, key=lambda r: -r.weight):
        for keyword in rule.keywords:
            table.setdefault(keyword, []).append(rule)
    return table


class NumberRules:
    """The rules to try at a number, by its count of digits and by what stands right behind it."""

    def __init__(self, table: dict[str, list[Rule]]) -> None:
        """Takes them out of a table by keyword."""
        every = table.pop(DIGITS, [])
        self._by_length = [
            sorted([*every, *table.pop(f"{DIGITS}{length}", [])], key=lambda r: -r.weight)
            for length in range(1, LONG + 1)
        ]
        self._cache: dict[tuple[int, str], tuple[Rule, ...]] = {}

    def at(self, length: int, behind: str) -> tuple[Rule, ...]:
        """The rules for a number of so many digits with this character behind it ('' at the text's end)."""
        key = (min(length, LONG), "a" if behind.isalpha() else behind)
        found = self._cache.get(key)
        if found is None:
            found = tuple(r for r in self._by_length[key[0] - 1] if not r.then or (key[1] and key[1] in r.then))
            if len(self._cache) < 4096:
                self._cache[key] = found
        return found
