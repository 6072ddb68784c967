"""Reads rules from ``patterns/<language>/*.toml`` and a site's own folders, and refuses those that are broken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import regex

from scrubber.data import data_folder
from scrubber.errors import DataError
from scrubber.lazy_pattern import lazy_re
from scrubber.rules.rule import HASH, LETTERS_DIGITS, Rule, example, is_over_lines
from scrubber.toml_file import read_toml

_CUT_ESCAPE = lazy_re(r"(?<!\\)(?:\\\\)*\\[ \t]*$", re.MULTILINE)
"""An escape that a line's end cuts in two."""
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
    if own and tried:  # the build compiles our own with ``regex`` and numpy alone
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
