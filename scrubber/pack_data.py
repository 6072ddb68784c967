"""What is particular to a language beside its rules and lists: ``patterns/<language>/pack.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from re import Pattern
from typing import Any, NamedTuple

import regex

from scrubber.errors import DataError
from scrubber.policy import phi_types
from scrubber.toml_file import read_toml

GROUPS = frozenset(("rules", "lists", "far"))
"""Groups of features that a model may learn without (``scrubber/detect/word_features.py``)."""
_KEYS = frozenset(("name", "types", "sequence", "told-apart", "rules-only", "labels"))
_SEQUENCE_KEYS = frozenset(
    ("threshold", "veto", "repeat-types", "rules-first", "trim", "neighbours", "evidence", "views", "listed")
)


class SequenceData(NamedTuple):
    """How the word of a model counts that reads every line (``scrubber/detect/sequence.py``)."""

    threshold: float = 0.5
    """Probability from which what it holds likely is PHI."""
    veto: float = 0.0
    """Below this mean probability it overrules even a firm rule."""
    repeat_types: frozenset[str] = frozenset()
    """Types whose words, once found, are found again elsewhere in the note."""
    rules_first: frozenset[str] = frozenset()
    """Types of which a firm rule knows more than the model: addresses and numbers of a form of their own."""
    trim: Mapping[str, regex.Pattern[str]] = {}
    """By type: what does not belong to a span at its beginning or end ("+" before a country code). Named groups are
    spans of the type that they are named after ("Hospital de León, (?P<STREET>Avda. Norte 3)")."""
    neighbours: frozenset[str] = frozenset()
    """Types whose spans stand side by side: only of these the model learns the first token, which costs labels."""
    views: tuple[frozenset[str], ...] = (frozenset(),)
    """A model each, which vote: the groups of features that it learns without (:data:`GROUPS`)."""
    evidence: Mapping[str, Pattern[str]] = {}
    """By type: what the line of a span of the model's must hold, unless a rule of that type hits it. The
    model has seen few kinds of notes, and takes a short line with a heading for the field of a form."""
    listed: Mapping[str, float] = {}
    """By type: the probability from which a name that the list of this flag holds without doubt is PHI."""


class PackData(NamedTuple):
    """The particulars of a language."""

    name: str = ""
    """What the language is called in messages."""
    types: frozenset[str] = frozenset()
    """Types that are found here though they are off by default: the model has learned them, the policy masks or not."""
    rules_only: bool = False
    """Without lists, cues and model: rules decide alone."""
    sequence: SequenceData | None = None
    """``None``: the model votes on doubtful lines only, beside the cue scorer."""
    labels: Mapping[str, tuple[str, ...]] = {}
    """What the model calls several types by, which the cue scorer tells apart; the likeliest first."""
    told_apart: Mapping[str, Mapping[str, str]] = {}
    """By type of the training notes: finer types of ours, each with the list that tells it; "digits" for numbers."""


def label_names(data: PackData) -> dict[str, str]:
    """What the model calls each type that it does not call by its own name."""
    return {type_: label for label, types in data.labels.items() for type_ in types}


def read_pack_data(path: Path) -> PackData:
    """The particulars that a file holds; the defaults where there is none.

    Raises:
        DataError: the file does not load, or says something unknown.
    """
    if not path.exists():
        return PackData()
    table = read_toml(path)
    _refuse_unknown(path, table, _KEYS)
    labels = {name: tuple(entry) for name, entry in table.get("labels", {}).items()}
    types = {*table.get("types", ()), *table.get("told-apart", ())}
    types |= {name for entry in table.get("told-apart", {}).values() for name in entry}
    types |= {name for entry in labels.values() for name in entry}
    sequence = table.get("sequence")
    if sequence is not None:
        _refuse_unknown(path, sequence, _SEQUENCE_KEYS)
        _refuse_unknown(path, {group: None for view in sequence.get("views", ()) for group in view}, GROUPS)
        for key in ("repeat-types", "rules-first", "trim", "neighbours", "listed"):
            types |= {*sequence.get(key, ())}
    if unknown := sorted(types - set(phi_types())):
        raise DataError(f"{path}: no type '{unknown[0]}'")
    try:
        how = None if sequence is None else _sequence(sequence)
    except (re.error, regex.error) as error:
        raise DataError(f"{path}: trim or evidence: {error}") from None
    named = {name for pattern in (how.trim.values() if how else ()) for name in pattern.groupindex}
    if unknown := sorted(named - set(phi_types())):
        raise DataError(f"{path}: trim: no type '{unknown[0]}'")
    return PackData(
        table.get("name", ""),
        frozenset(table.get("types", ())),
        bool(table.get("rules-only", False)),
        how,
        labels,
        table.get("told-apart", {}),
    )


def _sequence(table: Mapping[str, Any]) -> SequenceData:
    return SequenceData(
        float(table.get("threshold", 0.5)),
        float(table.get("veto", 0.0)),
        frozenset(table.get("repeat-types", ())),
        frozenset(table.get("rules-first", ())),
        {type_: regex.compile(pattern) for type_, pattern in table.get("trim", {}).items()},
        frozenset(table.get("neighbours", ())),
        tuple(map(frozenset, table.get("views", [[]]))),
        {type_: re.compile(pattern) for type_, pattern in table.get("evidence", {}).items()},
        {type_: float(least) for type_, least in table.get("listed", {}).items()},
    )


def _refuse_unknown(path: Path, table: Mapping[str, Any], known: frozenset[str]) -> None:
    if unknown := sorted(set(table) - known):
        raise DataError(f"{path}: unknown key '{unknown[0]}': one of {', '.join(sorted(known))}")
