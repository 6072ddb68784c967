"""What is kept of rules for start-up: their patterns as ``regex`` compiled them, and what the prefilter reads of them.

Of a pattern that is not kept, since it has changed or is a site's own, both are made anew. To compile one takes a
millisecond or ten, and a MB of notes needs four hundred.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import regex

from scrubber.compiled import checksum, compiled_of
from scrubber.rules.prefilter.chars import chars
from scrubber.rules.prefilter.nodes import NodeTable


def pattern_of(pattern: str, folder: Path) -> regex.Pattern[str]:
    """A pattern of a rule that stands in a folder, compiled."""
    kept = compiled_of(folder).find(f"pattern {_key(pattern)}")
    if kept is not None and kept[0] == regex.__version__:
        return _unpickler()(*kept[1])
    return regex.compile(pattern, regex.VERSION1)


def table_of(pattern: str, folder: Path) -> NodeTable:
    """The nodes of a pattern of a rule that stands in a folder."""
    kept = compiled_of(folder).find(f"nodes {_key(pattern)}")
    if kept is not None:
        start, not_behind, atoms, *nodes = kept
        return NodeTable(start, _atoms(not_behind), _atoms(atoms), *nodes)
    from scrubber.rules.prefilter.building import node_table

    return node_table(pattern)


def to_compile(patterns: Iterable[str]) -> dict[str, tuple[Any, ...]]:
    """What is kept of rules' patterns, for :mod:`scrubber.compiled`."""
    from scrubber.rules.prefilter.building import node_table

    kept: dict[str, tuple[Any, ...]] = {}
    for pattern in patterns:
        table = node_table(pattern)
        atoms = [tuple((atom.source, atom.icase) for atom in own) for own in (table.not_behind, table.atoms)]
        kept[f"nodes {_key(pattern)}"] = (table.start, *atoms, *table[3:])
        kept[f"pattern {_key(pattern)}"] = regex.__version__, _pickled(regex.compile(pattern, regex.VERSION1))[1]
    return kept


def _pickled(pattern: regex.Pattern[str]) -> tuple[Callable[..., regex.Pattern[str]], tuple[Any, ...]]:
    """What ``regex`` gives ``pickle`` of a pattern: a function, and plain values from which it makes the pattern."""
    reduced: tuple[Any, Any] = copyreg.dispatch_table[regex.Pattern](pattern)  # type: ignore[assignment]
    return reduced


@lru_cache(maxsize=1)
def _unpickler() -> Callable[..., regex.Pattern[str]]:
    return _pickled(regex.compile(""))[0]


def _atoms(kept: Iterable[tuple[str, bool]]) -> tuple[Any, ...]:
    return tuple(chars(source, icase) for source, icase in kept)


def _key(pattern: str) -> str:
    return checksum(pattern.encode())
