"""What is particular to a language beside its rules and lists: ``patterns/<language>/pack.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import regex

from scrubber.errors import DataError
from scrubber.policy import phi_types
from scrubber.rules.compiled import pattern_of
from scrubber.toml_file import read_toml

_KEYS = frozenset(("name", "types", "rules-only", "by-heart", "sure", "told-apart", "trim", "doubtful"))


class PackData(NamedTuple):
    """The particulars of a language."""

    name: str = ""
    """What the language is called in messages."""
    types: frozenset[str] = frozenset()
    """Types that are found here though they are off by default: the model has learned them, the policy masks or not."""
    rules_only: bool = False
    """Without lists and model: rules decide alone."""
    by_heart: bool = False
    """The model knows all words of its training notes, which anybody may read; not only those of our lists."""
    sure: int = 84
    """The weight from which a rule stands by itself: the model has not seen every kind of text that a rule knows."""
    told_apart: Mapping[str, Mapping[str, str]] = {}
    """By type of the training notes: finer types of ours, each with the list that tells it; "digits" for numbers."""
    trim: Mapping[str, regex.Pattern[str]] = {}
    """By type: what does not belong to a span at its beginning or end ("+" before a country code). Named groups are
    spans of the type that they are named after ("Hospital de León, (?P<STREET>Avda. Norte 3)")."""
    doubtful: Mapping[str, int] = {}
    """By kind of word that is hardly a name (:mod:`~scrubber.refine.doubt`): the weight that it needs alone."""


def read_pack_data(path: Path) -> PackData:
    """The particulars that a file holds; the defaults where there is none.

    Raises:
        DataError: the file does not load, or says something unknown.
    """
    if not path.exists():
        return PackData()
    table = read_toml(path)
    if unknown := sorted(set(table) - _KEYS):
        raise DataError(f"{path}: unknown key '{unknown[0]}': one of {', '.join(sorted(_KEYS))}")
    try:
        trim = {type_: pattern_of(pattern, path.parent) for type_, pattern in table.get("trim", {}).items()}
    except regex.error as error:
        raise DataError(f"{path}: trim: {error}") from None
    told_apart: Mapping[str, Mapping[str, str]] = table.get("told-apart", {})
    types = {*table.get("types", ()), *told_apart, *trim}
    types |= {name for entry in told_apart.values() for name in entry}
    types |= {name for pattern in trim.values() for name in pattern.groupindex}
    if unknown := sorted(types - set(phi_types())):
        raise DataError(f"{path}: no type '{unknown[0]}'")
    return PackData(
        table.get("name", ""),
        frozenset(table.get("types", ())),
        bool(table.get("rules-only", False)),
        bool(table.get("by-heart", False)),
        int(table.get("sure", PackData().sure)),
        told_apart,
        trim,
        table.get("doubtful", {}),
    )
