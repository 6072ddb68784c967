"""What got better and what worse between two evaluations, each as ``scrub eval --format json`` writes it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrubber.errors import UsageError
from scrubber.evaluate.evaluation import SCHEMA_VERSION, SMALLER_IS_BETTER

_NOT_ONE = "not an evaluation that scrub eval --format json wrote"


@dataclass(frozen=True)
class Change:
    """A figure before and now."""

    name: str
    before: float
    now: float

    @property
    def verdict(self) -> str:
        """``better``, ``worse`` or ``same``."""
        if self.before == self.now:
            return "same"
        smaller = self.name in SMALLER_IS_BETTER or self.name.startswith("over ")
        return "better" if (self.now < self.before) == smaller else "worse"

    def line(self) -> str:
        """As plain text."""
        places = 1 if self.name == "over_1k" else 0 if self.name.startswith("over ") else 3
        difference = f"{self.now - self.before:+.{places}f}"
        verdict = "" if self.verdict == "same" else f"  {self.verdict}"
        return f"  {self.name:<24}{self.before:>9.{places}f}{self.now:>9.{places}f}{difference:>9}{verdict}".rstrip()


@dataclass(frozen=True)
class Comparison:
    """All that changed."""

    changes: Sequence[Change]
    """Overall figures, changed or not; of the types recall and needless masks where they changed."""
    fixed: Sequence[Mapping[str, Any]] | None = None
    """Mistakes that are gone; None unless both evaluations list theirs."""
    new: Sequence[Mapping[str, Any]] | None = None

    def lines(self) -> Iterator[str]:
        """As plain text."""
        yield f"  {'since':<24}{'before':>9}{'now':>9}{'change':>9}"
        yield from (change.line() for change in self.changes)
        for title, mistakes in (("gone", self.fixed), ("new", self.new)):
            for one in mistakes or ():
                yield f"{title}: {one['kind']}  {one['note']}:{one['start']}-{one['end']}  {one['type']}"

    def as_json(self) -> dict[str, Any]:
        """As a JSON value."""
        rows = [{"name": c.name, "before": c.before, "now": c.now, "verdict": c.verdict} for c in self.changes]
        listed = {} if self.fixed is None else {"gone": self.fixed, "new": self.new}
        return {"changes": rows, **listed}


def read_evaluation(path: Path) -> dict[str, Any]:
    """An evaluation that was written earlier.

    Raises:
        UsageError: it cannot be read, or is none.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
        version, _, _ = data["schema_version"], data["figures"].items(), data["tokens"]["by_type"].items()
    except OSError as error:
        raise UsageError(f"--since: {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(f"--since: {path}: {_NOT_ONE}") from None
    if version != SCHEMA_VERSION:
        raise UsageError(f"--since: {path}: written by another version of scrub: measure anew")
    return dict(data)


def same_notes(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether two evaluations are of as many notes with as many tokens of each type, and so can be compared."""

    def counts(data: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
        return data.get("notes"), {type_: row.get("of") for type_, row in data["tokens"]["by_type"].items()}

    return counts(before) == counts(now)


def compare(before: Mapping[str, Any], now: Mapping[str, Any]) -> Comparison:
    """What changed from one evaluation to the next."""
    figures = [Change(name, before["figures"].get(name, 0.0), value) for name, value in now["figures"].items()]
    changes = [*figures, *(c for c in _by_type(before["tokens"], now["tokens"]) if c.verdict != "same")]
    if "mistakes" not in before or "mistakes" not in now:
        return Comparison(changes)
    was, here = ({_key(one): one for one in data["mistakes"]} for data in (before, now))
    return Comparison(
        changes,
        fixed=[one for key, one in was.items() if key not in here],
        new=[one for key, one in here.items() if key not in was],
    )


def _by_type(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Change]:
    for type_, row in now["by_type"].items():
        yield Change(f"recall {type_}", before["by_type"].get(type_, row)["recall"], row["recall"])
    for type_ in sorted({*before.get("over_by_type", {}), *now["over_by_type"]}):
        yield Change(f"over {type_}", before.get("over_by_type", {}).get(type_, 0), now["over_by_type"].get(type_, 0))


def _key(mistake: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(mistake.get(name) for name in ("kind", "note", "start", "end", "type"))
