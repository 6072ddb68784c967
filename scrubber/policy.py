"""Policies: which PHI types are masked. Read from ``patterns/profiles.toml`` and ``patterns/types.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import regex

from scrubber.data import data_folder
from scrubber.errors import DataError, UsageError


@dataclass(frozen=True, slots=True)
class PhiType:
    """One PHI type as ``types.toml`` describes it."""

    name: str
    category: str
    priority: int
    about: str
    default: bool = True


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path}: {error}") from None


@cache
def phi_types() -> Mapping[str, PhiType]:
    """Every PHI type by name."""
    table = _read_toml(data_folder("patterns") / "types.toml")
    return {name: PhiType(name, **entry) for name, entry in table.items()}


_NUMBER_WORDS_90 = regex.compile(r"(?i)\bninet|\bhundred|\bcentenarian|\bnonagenarian")
_NUMBER = regex.compile(r"\d+")
_BARE_YEAR = regex.compile(r"'?\d\d|(?:18|19|20)\d\d")


def under_90(text: str) -> bool:
    """Whether an age span speaks of an age that Safe Harbor lets stand (anything not clearly 90 or more)."""
    if _NUMBER_WORDS_90.search(text):
        return False
    numbers = _NUMBER.findall(text)
    return all(int(n) < 90 for n in numbers)


def bare_year(text: str) -> bool:
    """Whether a date span is a year and nothing else."""
    return _BARE_YEAR.fullmatch(text) is not None


KEEP_TESTS: Mapping[str, Callable[[str], bool]] = {"under_90": under_90, "bare_year": bare_year}


@dataclass(frozen=True)
class Policy:
    """Which types are masked, and when a span of a masked type is kept all the same."""

    name: str
    about: str
    masked: frozenset[str]
    keep_when: Mapping[str, Callable[[str], bool]]

    def masks(self, type_: str, text: str) -> bool:
        """Whether a span of this type with this text is to be masked."""
        if type_ not in self.masked:
            return False
        keep = self.keep_when.get(type_)
        return keep is None or not keep(text)


@cache
def _profiles() -> dict[str, Any]:
    return _read_toml(data_folder("patterns") / "profiles.toml")


def profile_names() -> tuple[str, ...]:
    """The names that ``--profile`` takes."""
    return tuple(_profiles())


def load_policy(name: str) -> Policy:
    """The named profile.

    Raises:
        UsageError: there is no such profile.
    """
    entry = _profiles().get(name)
    if entry is None:
        raise UsageError(f"no profile '{name}': choose from {', '.join(profile_names())}")
    masked = frozenset(t for t, info in phi_types().items() if info.default) - frozenset(entry["keep"])
    tests = {type_: KEEP_TESTS[test] for type_, test in entry.get("keep_when", {}).items()}
    return Policy(name, entry["about"], masked, tests)
