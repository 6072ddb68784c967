"""States and provinces: what they are called, and how their ZIP codes and telephone numbers begin."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from scrubber.mask.names import folded
from scrubber.mask.surrogate.pools import surrogate_table


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A state of the United States, a province of Canada, a nation of the United Kingdom, or another country."""

    name: str
    country: str
    code: str = ""
    """The postal abbreviation."""
    postal: tuple[str, ...] = ()
    """First three digits of its ZIP codes, or first letters of its postal codes or postcodes."""
    areas: tuple[str, ...] = ()
    """Telephone area codes."""


class Regions:
    """The regions of a language's surrogates, by all that tells one; empty where it has none."""

    def __init__(self, language: str) -> None:
        self.all = tuple(_region(*line) for line in surrogate_table(language, "regions"))
        names = {folded(r.name): r for r in self.all} | {folded(r.code): r for r in self.all if r.code}
        abroad = {where for _, where, *_ in surrogate_table(language, "city_regions") if folded(where) not in names}
        self.by_name: Mapping[str, Region] = {folded(where): Region(where, where) for where in abroad} | names
        self._by_postal = {(r.country, start): r for r in self.all for start in r.postal}
        self.by_area: Mapping[str, Region] = {code: r for r in self.all for code in r.areas}

    def beside(self, after: str) -> Region | None:
        """The region that a text begins with, as it stands behind a town: ", ME 04011", " (Ontario)", " NR1 3DY"."""
        if found := _CODE_BESIDE.match(after):
            return self.of_code(found[1])
        found = _BESIDE.match(after)
        if found is None:
            return None
        return self.by_name.get(folded(after[found.start(1) : found.end()])) or self.by_name.get(folded(found[1]))

    def of_code(self, text: str) -> Region | None:
        """The region of a ZIP code, postal code or postcode, or of its first half."""
        bare = re.sub(r"[\s-]", "", text).upper()
        found = ((country, pattern.fullmatch(bare)) for country, pattern in _CODES)
        return next((r for country, m in found if m and (r := self._by_postal.get((country, m[1])))), None)


_CODES = (
    ("US", re.compile(r"(\d{3})\d{2}(?:\d{4})?")),
    ("CA", re.compile(r"([A-Z])\d[A-Z](?:\d[A-Z]\d)?")),
    ("GB", re.compile(r"([A-Z]{1,2})\d[A-Z\d]?(?:\d[A-Z]{2})?")),
)
_CODE_BESIDE = re.compile(r"[\s,(]{1,3}([A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b")
_BESIDE = re.compile(r"[\s,(]{1,3}([A-Z]\w+)(?: [A-Z][a-z]+)?")


@cache
def regions(language: str) -> Regions:
    """Those of a language."""
    return Regions(language)


def _region(name: str, country: str, code: str, postal: str, areas: str) -> Region:
    starts: list[str] = []
    for part in postal.split():
        first, _, last = part.partition("-")
        starts += [f"{n:03d}" for n in range(int(first), int(last or first) + 1)] if first.isdigit() else [first]
    return Region(name, country, code, tuple(starts), tuple(areas.split()))
