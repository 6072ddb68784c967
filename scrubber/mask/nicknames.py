"""Short forms of given names: "Bob" for "Robert". All names are folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from scrubber.data import data_folder


@cache
def short_forms() -> Mapping[str, Sequence[str]]:
    """The short forms of each given name."""
    lines = (data_folder("lexicons") / "en_surrogates" / "nicknames.txt").read_text("utf-8").splitlines()
    return {name: short.split() for name, _, short in (line.partition("\t") for line in lines)}


@cache
def _full_forms() -> Mapping[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for name, shorts in short_forms().items():
        for short in shorts:
            table.setdefault(short, set()).add(name)
    return {short: frozenset(names) for short, names in table.items()}


def full_forms(word: str) -> frozenset[str]:
    """The given names that a word may be short for."""
    return _full_forms().get(word, frozenset())


def same_given(one: str, other: str) -> bool:
    """Whether two given names may be one person's: equal, or one short for the other."""
    return one == other or other in full_forms(one) or one in full_forms(other)
