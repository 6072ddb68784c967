"""Rules: patterns as data, read from ``patterns/<language>/*.toml``.

A rule's pattern is tried only where one of its keywords stands (or a number, for ``keywords = ["#"]``): the keyword is
where the pattern begins. ``#4`` is a number of exactly four digits, ``#10`` one of ten or more: most rules need not be
tried at every number. What it finds is its group ``phi``, or the whole match. Macros (``{NAME}``) come from
``macros.toml`` beside the rules. A long pattern is written over several lines, the last of which is empty; then line
breaks, and blanks at the lines' edges, do not count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import regex

from scrubber.lazy_pattern import lazy_re
from scrubber.rules.compiled import pattern_of

DIGITS = "#"
"""The keyword that stands for any run of digits."""
LETTERS_DIGITS = "a#"
"""The keyword that stands for a run of letters joined to a run of digits, by a hyphen or nothing: 'S19', 'CL-20'."""

NOT_PHI = "NOT-PHI"
"""The type of rules that veto: what they cover is not masked unless something heavier says so."""
HASH = "##"
"""The keyword that stands for the sign '#' itself."""
LONG = 10
"""Digit runs of this length and longer share the keyword ``#10``."""

_MACRO = lazy_re(r"(?<!\\[pP])\{([A-Za-z_]{2,})\}")
_VERBOSE = lazy_re(r"\s*\(\?[a-zA-Z0-9]*x")
_WEIGHT = lazy_re(r"weight\d+")
_MARK = lazy_re(r"\[\[(.+?)\]\]", re.DOTALL)


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
    """A function below ``scrubber/rules/validators/`` that has the last word on a match."""
    reach: int = 0
    """How many code points before its keyword a match may begin; 0: it begins with the keyword."""
    then: str = ""
    """For rules that begin with a number: what may stand right behind its digits ("a": any letter); "": anything."""
    before: str = ""
    """What must stand right before the keyword, one of these characters; "": anything."""
    file: Path = Path()
    """Where it stands."""
    macros: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def compiled(self) -> regex.Pattern[str]:
        """The pattern, compiled on first use: most texts need a fraction of the rules."""
        return pattern_of(self.whole, self.file.parent)

    @cached_property
    def whole(self) -> str:
        """The pattern on one line, with macros filled in."""
        return fill_in(self.pattern, self.macros)

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """Of groups that are named after a weight (``weight92``): the one of what is found by them."""
        return {name: int(name[6:]) for name in self.compiled.groupindex if _WEIGHT.fullmatch(name)}

    @property
    def begins(self) -> tuple[str, str]:
        """What tells where a match may begin: the whole pattern, and what must stand before it ("": anything)."""
        return self.whole, "" if self.reach else self.before


def on_one_line(pattern: str) -> str:
    """A pattern that is written over several lines, without line breaks and blanks at the lines' edges.

    Others stay as they are: the line breaks of one that does not end with one are meant, and so are a verbose one's.
    """
    if not is_over_lines(pattern):
        return pattern
    return "".join(line.strip(" \t") for line in pattern.split("\n"))


def is_over_lines(pattern: str) -> bool:
    """Whether a pattern is written over several lines: it ends with a line break and is not verbose (``(?x)``)."""
    return pattern.endswith("\n") and _VERBOSE.match(pattern) is None


def fill_in(pattern: str, macros: Mapping[str, str]) -> str:
    """A pattern on one line, with macros filled in (macros may use macros).

    Raises:
        KeyError: an unknown macro.
    """
    pattern = on_one_line(pattern)
    while _MACRO.search(pattern):
        pattern = _MACRO.sub(lambda m: f"(?:{on_one_line(macros[m[1]])})", pattern)
    return pattern


def example(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """An example's text without its marks, and the (start, end) of each mark."""
    text, spans, at = "", [], 0
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        spans.append((len(text), len(text) + len(mark[1])))
        text += mark[1]
        at = mark.end()
    return text + marked[at:], spans
