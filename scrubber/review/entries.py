"""Marks as ``[[mask]]`` and ``[[allow]]`` of a configuration."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scrubber.config import Config
from scrubber.policy import Policy
from scrubber.refine.site import Allow, Mask, plain
from scrubber.review.marks import MarkedText, Marks

MISSED = "marked as missed on the review page"
WRONG = "marked as no PHI on the review page"


class Entries(NamedTuple):
    """What marks come to in a configuration that does not say it yet."""

    mask: list[Mask]
    allow: list[Allow]
    kept: list[Mask]
    """What would do nothing: the profile keeps it."""

    def __bool__(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.mask or self.allow)

    def toml(self, prefix: str = "") -> str:
        """The tables, a blank line before each; ``prefix`` is where the configuration stands in the file."""
        masks = (_table(f"{prefix}mask", {"text": m.text, "type": m.type, "reason": m.reason}) for m in self.mask)
        allows = (_table(f"{prefix}allow", {"text": a.text, "types": a.types, "reason": a.reason}) for a in self.allow)
        return "".join([*masks, *allows])


def new_entries(marks: Marks, by: str, config: Config, policy: Policy) -> Entries:
    """What the configuration is to say of the marks besides what it says; sorted, each text once for a type."""
    missed, wrong = _distinct(marks.missed()), _distinct(marks.wrong())
    masks = [Mask(m.type, _reason(m, MISSED, by), text=m.text) for m in missed if not _masked(config, m)]
    allows = [Allow(_reason(m, WRONG, by), text=m.text, types=(m.type,)) for m in wrong if not _allowed(config, m)]
    heeded = [entry for entry in masks if _masks(policy, entry)]
    return Entries(heeded, allows, [entry for entry in masks if entry not in heeded])


def _distinct(marks: Iterable[MarkedText]) -> Iterator[MarkedText]:
    """One mark for each text and type, whatever its letter case; one with a reason if there is any."""
    chosen: dict[tuple[str, str], MarkedText] = {}
    for one in sorted(marks, key=lambda m: (m.text, m.type, not m.reason, m.reason)):
        chosen.setdefault((plain(one.text), one.type), one)
    return iter(chosen.values())


def _reason(mark: MarkedText, otherwise: str, by: str) -> str:
    return f"{mark.reason or otherwise} ({by})"


def _masked(config: Config, mark: MarkedText) -> bool:
    return any(e.type == mark.type and e.text is not None and plain(e.text) == plain(mark.text) for e in config.mask)


def _allowed(config: Config, mark: MarkedText) -> bool:
    """Whether an entry allows it, whatever rule finds it."""
    return any(not e.rules and e.covers("", mark.type, mark.text) for e in config.allow)


def _masks(policy: Policy, entry: Mask) -> bool:
    return entry.type in policy.masked and policy.masks(entry.type, entry.text or "")


def _table(name: str, values: dict[str, object]) -> str:
    """One table. JSON's texts and lists are TOML's, but for DEL."""
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items())
    return "".join([f"\n[[{name}]]\n", *lines]).replace("\x7f", "\\u007f")
