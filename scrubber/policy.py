"""Policies: which PHI types are masked, and by which operator.

Read from ``patterns/profiles.toml`` and ``patterns/types.toml``, or from a profile file of the user's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scrubber.data import data_folder
from scrubber.errors import DataError, UsageError
from scrubber.lazy_pattern import lazy_regex
from scrubber.toml_file import read_toml


class PhiType(NamedTuple):
    """One PHI type as ``types.toml`` describes it."""

    name: str
    category: str
    priority: int
    about: str
    default: bool = True
    direct: bool = False


@cache
def phi_types() -> Mapping[str, PhiType]:
    """Every PHI type by name."""
    table = read_toml(data_folder("patterns") / "types.toml")
    return {name: PhiType(name, **entry) for name, entry in table.items()}


@cache
def direct_types() -> frozenset[str]:
    """The types that name or reach a person by themselves."""
    return frozenset(name for name, info in phi_types().items() if info.direct)


_NUMBER_WORDS_90 = lazy_regex(r"(?i)\bninet|\bhundred|\bcentenari|\bnonagenari|\bnoventa|\bcien(?:to)?\b")
_NUMBER = lazy_regex(r"\d+")
_BARE_YEAR = lazy_regex(r"'?\d\d|(?:18|19|20)\d\d")


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
NEVER = "never"
"""In place of a test: the type is always masked."""


@dataclass(frozen=True, slots=True)
class OperatorChoice:
    """Which operator replaces a type's text (see ``scrubber/mask/operators.py``), and its options."""

    name: str = "tag"
    options: Mapping[str, Any] = field(default_factory=dict)


class Policy(NamedTuple):
    """Which types are masked, when a span of a masked type is kept all the same, and what replaces it."""

    name: str
    about: str
    masked: frozenset[str]
    keep_when: Mapping[str, Callable[[str], bool]]
    operator: OperatorChoice = OperatorChoice()
    """For every type that has none of its own."""
    operators: Mapping[str, OperatorChoice] = {}
    align: bool = False
    """Whether columns of plain text stay in line: blanks behind what is replaced are added or taken."""

    def masks(self, type_: str, text: str) -> bool:
        """Whether a span of this type with this text is to be masked."""
        if type_ not in self.masked:
            return False
        keep = self.keep_when.get(type_)
        return keep is None or not keep(text)

    def operator_of(self, type_: str) -> OperatorChoice:
        """What replaces a type's text."""
        return self.operators.get(type_, self.operator)

    def with_operators(self, default: str | None, types: Mapping[str, OperatorChoice]) -> Policy:
        """The policy with the operators that a site or the command line asks for.

        A default given here replaces those that the profile sets by type as well, but for dates and ages when it is
        ``surrogate``, which suits them as little as it suits the profile.
        """
        if default is None:
            return self._replace(operators={**self.operators, **types}) if types else self
        own = SURROGATE_TYPES if default == "surrogate" else {}
        return self._replace(operator=OperatorChoice(default), operators={**own, **types})


SURROGATE_TYPES: Mapping[str, OperatorChoice] = {
    "DATE": OperatorChoice("shift"),
    "AGE": OperatorChoice("surrogate"),
}


@cache
def _profiles() -> dict[str, Any]:
    return read_toml(data_folder("patterns") / "profiles.toml")


def profile_names() -> tuple[str, ...]:
    """The names that ``--profile`` takes."""
    return tuple(_profiles())


def load_policy(name: str) -> Policy:
    """The named profile, or that in a file whose name ends in ``.toml``.

    Raises:
        UsageError: there is no such profile, or it says something that cannot be.
    """
    if name.endswith(".toml"):
        try:
            entry = read_toml(Path(name))
        except DataError as error:
            raise UsageError(str(error)) from None
        return _policy(Path(name).stem, entry, name, ())
    if name not in _profiles():
        raise UsageError(f"no profile '{name}': choose from {', '.join(profile_names())}, or name a file.toml")
    return _policy(name, _profiles()[name], f"profile {name}", ())


_KEYS = frozenset(("about", "extends", "mask", "keep", "keep_when", "operator", "types", "align"))


def _policy(name: str, entry: Mapping[str, Any], where: str, below: tuple[str, ...]) -> Policy:
    """The policy that a profile's table describes."""
    unknown = sorted(set(entry) - _KEYS)
    if unknown:
        raise UsageError(f"{where}: unknown key '{unknown[0]}': one of {', '.join(sorted(_KEYS))}")
    base = _base(entry, where, (*below, name))
    operator = OperatorChoice(entry["operator"]) if "operator" in entry else base.operator
    own = {type_: _choice(options, operator, f"{where}: types.{type_}") for type_, options in _types(entry, where)}
    inherited = {} if "operator" in entry else base.operators
    return Policy(
        name,
        entry.get("about", base.about),
        _masked(entry, base, where),
        _keep_tests(entry, base, where),
        operator,
        {**inherited, **own},
        _flag(entry.get("align", base.align), f"{where}: align"),
    )


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"{where} must be true or false")
    return value


def _base(entry: Mapping[str, Any], where: str, below: tuple[str, ...]) -> Policy:
    parent = entry.get("extends")
    if parent is None:
        return Policy("", "", frozenset(), {})
    if parent not in _profiles() or parent in below:
        raise UsageError(f"{where}: extends no profile '{parent}': choose from {', '.join(profile_names())}")
    return _policy(parent, _profiles()[parent], f"profile {parent}", below)


def _masked(entry: Mapping[str, Any], base: Policy, where: str) -> frozenset[str]:
    """The types masked: those of ``mask`` and of the profile extended, without those of ``keep``."""
    every = frozenset(t for t, info in phi_types().items() if info.default)
    mask, keep = entry.get("mask", ()), entry.get("keep")
    added = every if mask == "all" else _known_types(mask, f"{where}: mask")
    if keep is None:
        return base.masked | added
    kept = _known_types(keep, f"{where}: keep")
    return ((every if "extends" in entry else base.masked) | added) - (kept - (added if mask != "all" else frozenset()))


def _known_types(names: Any, where: str) -> frozenset[str]:
    if not isinstance(names, (list, tuple)):
        raise UsageError(f"{where} must be a list of types")
    unknown = [n for n in names if n not in phi_types()]
    if unknown:
        raise UsageError(f"{where}: no type '{unknown[0]}': one of {', '.join(phi_types())}")
    return frozenset(names)


def _keep_tests(entry: Mapping[str, Any], base: Policy, where: str) -> dict[str, Callable[[str], bool]]:
    tests = dict(base.keep_when)
    for type_, test in entry.get("keep_when", {}).items():
        _known_types([type_], f"{where}: keep_when")
        tests.pop(type_, None)
        if test in KEEP_TESTS:
            tests[type_] = KEEP_TESTS[test]
        elif test != NEVER:
            raise UsageError(f"{where}: keep_when.{type_}: no test '{test}': one of {', '.join(KEEP_TESTS)}, {NEVER}")
    return tests


def _types(entry: Mapping[str, Any], where: str) -> list[tuple[str, Mapping[str, Any]]]:
    types = entry.get("types", {})
    _known_types(list(types), f"{where}: types")
    for type_, options in types.items():
        if not isinstance(options, Mapping):
            raise UsageError(f"{where}: types.{type_} must be a table")
    return list(types.items())


def _choice(options: Mapping[str, Any], default: OperatorChoice, where: str) -> OperatorChoice:
    own = dict(options)
    name = own.pop("operator", default.name)
    if not isinstance(name, str):
        raise UsageError(f"{where}.operator must be a text")
    return OperatorChoice(name, own)
