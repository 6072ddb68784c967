"""What is kept of rules for start-up: their patterns as ``regex`` compiled them, and the prefilter's automata.

Of a pattern that is not kept, since it has changed or is a site's own, both are made anew: each takes a millisecond or
ten, and there are hundreds.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import regex

from scrubber.compiled import checksum, compiled_of
from scrubber.rules.prefilter.dfa import Dfa


def pattern_of(pattern: str, folder: Path) -> regex.Pattern[str]:
    """A pattern of a rule that stands in a folder, compiled.

    As by ``re``: with ``regex``'s ``VERSION1`` letters fold to several, for which it tries all ways on endless words.
    """
    kept = compiled_of(folder).find(f"pattern {_key(pattern)}")
    if kept is not None and kept[0] == regex.__version__:
        return _unpickler()(*kept[1])
    return regex.compile(pattern)


def dfa_of(pattern: str, before: str, folder: Path) -> Dfa:
    """The automaton of a pattern of a rule that stands in a folder, begun behind one of some characters ("": any)."""
    kept = compiled_of(folder).find(f"automaton {_key(pattern, before)}")
    return Dfa.of(pattern, before) if kept is None else Dfa(*kept)


def to_compile(begins: Iterable[tuple[str, str]], patterns: Iterable[str] = ()) -> dict[str, tuple[Any, ...]]:
    """What is kept of rules' patterns, each with what stands before it, and of others, for :mod:`scrubber.compiled`."""
    kept: dict[str, tuple[Any, ...]] = {}
    for pattern, before in begins:
        kept |= _kept(pattern)
        kept[f"automaton {_key(pattern, before)}"] = tuple(Dfa.of(pattern, before))
    for pattern in patterns:
        kept |= _kept(pattern)
    return kept


def _kept(pattern: str) -> dict[str, tuple[Any, ...]]:
    return {f"pattern {_key(pattern)}": (regex.__version__, _pickled(regex.compile(pattern))[1])}


def _pickled(pattern: regex.Pattern[str]) -> tuple[Callable[..., regex.Pattern[str]], tuple[Any, ...]]:
    """What ``regex`` gives ``pickle`` of a pattern: a function, and plain values from which it makes the pattern."""
    reduced: tuple[Any, Any] = copyreg.dispatch_table[regex.Pattern](pattern)  # type: ignore[assignment]
    return reduced


@lru_cache(maxsize=1)
def _unpickler() -> Callable[..., regex.Pattern[str]]:
    return _pickled(regex.compile(""))[0]


def _key(*texts: str) -> str:
    return checksum(*(text.encode() for text in texts))
