"""What is not reported though it was found: deselected rules, allowed texts, lines that say so."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scrubber.check.findings import Finding
from scrubber.check.path_patterns import check_patterns, covered, relative
from scrubber.refine.site import Allow, named

INLINE_MARK = "scrub:allow["
_INLINE = re.compile(r"scrub:allow\[([^\]\r\n]*)\]")


@dataclass(frozen=True)
class Filters:
    """What a check leaves out. Small and picklable, so that every worker process has its own."""

    select: tuple[str, ...] = ()
    """Rules, types, categories, or patterns of them; empty: all."""
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    allow: tuple[Allow, ...] = ()
    inline_allow: bool = True
    root: Path = Path()
    """The folder that file patterns count from."""

    def __post_init__(self) -> None:
        check_patterns(tuple(self.per_file_ignores))

    def reported(self, finding: Finding, line: Callable[[], str]) -> bool:
        """Whether the finding stands; ``line`` gives the text of its line when needed.

        Raises:
            NoteError: a pattern of the allow list ran past its time limit.
        """
        if self.select and not named(finding.rule, finding.type, self.select):
            return False
        ignored = (*self.ignore, *self._ignored_in(finding.path))
        if ignored and named(finding.rule, finding.type, ignored):
            return False
        if any(entry.covers(finding.rule, finding.type, finding.text) for entry in self.allow):
            return False
        return not (self.inline_allow and finding.rule in inline_rules(line()))

    def _ignored_in(self, path: str) -> list[str]:
        if not self.per_file_ignores:
            return []
        path = relative(path, self.root)
        return [name for glob, names in self.per_file_ignores.items() if covered(path, (glob,)) for name in names]


def inline_rules(line: str) -> frozenset[str]:
    """The rules that ``scrub:allow[RULE, RULE]`` names in a line. A marker without a rule allows nothing."""
    return frozenset(rule.strip() for found in _INLINE.finditer(line) for rule in found[1].split(",") if rule.strip())
