"""What a language's surrogates are made of, as ``patterns/<language>/masking.toml`` gives it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from scrubber.data import data_folder
from scrubber.mask.names import fold_word


@dataclass(frozen=True)
class Vocabulary:
    """Lists and plain words of one language."""

    lists: Mapping[str, tuple[str, ...]]
    """By PHI type, the lexicon lists that replacements are taken from."""
    usual: str
    """The origin that small groups of names join, and names of no list."""
    double_surnames: bool
    """Whether the first word of a name may be a surname, as its lists say."""
    generic: frozenset[str]
    """Words of a place's name that stay."""
    adjective: re.Pattern[str]
    """Matches a nationality by its ending."""
    titles: Mapping[str, str]
    """Words before a surname ("Mr", "Dr"), and the sex that each tells: ``f``, ``m`` or an empty string."""
    kin: Mapping[str, str]
    """Words before a given name ("wife", "cousin"), and the sex."""
    birth: re.Pattern[str]
    """Matches what stands right before a birth date."""
    measure: re.Pattern[str]
    """Matches what stands right before a measured number."""
    unit: re.Pattern[str]
    """Matches what stands right behind one."""
    fraction: re.Pattern[str]
    """Matches what reads like a day and month, and may be an acuity or a time."""
    products: frozenset[str]
    """Given names and surnames, folded, that are drugs, devices or cars as well."""
    agree: frozenset[str]
    """Lists whose entries agree in gender and number with what stands around them: each is replaced by its like."""


@cache
def vocabulary(language: str) -> Vocabulary:
    """The vocabulary of a language; that of English where it has none."""
    path = data_folder("patterns") / language / "masking.toml"
    if not path.is_file():
        path = data_folder("patterns") / "en" / "masking.toml"
    data = tomllib.loads(path.read_text("utf-8"))
    names, words = data["names"], data["words"]
    return Vocabulary(
        {type_: tuple(lists) for type_, lists in data["lists"].items()},
        names["usual"],
        names.get("double-surnames", False),
        frozenset(words["generic"].split()) | frozenset(map(fold_word, words["generic"].split())),
        re.compile(words["adjective"]),
        _sexes(data["title"]),
        _sexes(data["kin"]),
        re.compile(data["before"]["birth"]),
        re.compile(data["clinical"]["measure"]),
        re.compile(data["clinical"]["unit"]),
        re.compile(data["clinical"]["fraction"]),
        frozenset(data["clinical"].get("products", "").split()),
        frozenset(words.get("agree", ())),
    )


def _sexes(words: Mapping[str, str]) -> Mapping[str, str]:
    """What sex each word tells, from the words of each."""
    return {word: sex if sex != "any" else "" for sex, line in words.items() for word in line.split()}
