"""One fictitious geography: towns, ZIP codes and area codes of one region become those of one region.

Where states are kept, everything stays in its state; where they are replaced, it moves with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from heapq import nsmallest
from math import cos, radians
from typing import NamedTuple

from scrubber.mask.keys import Key
from scrubber.mask.names import folded
from scrubber.mask.permute import Permutation
from scrubber.mask.surrogate.pools import MEMORY, Pool, surrogate_table
from scrubber.mask.surrogate.regions import Region, regions
from scrubber.text.remembered import remembered

_MOST_BLANKS = 3
"""Between the words of a town: "Lackland Air Force Base" names none that anybody is from."""


class Spot(NamedTuple):
    """Where a town lies, in degrees."""

    latitude: float
    longitude: float

    def away(self, other: Spot) -> float:
        """The square of how far another one is, in degrees of latitude."""
        east = (self.longitude - other.longitude + 180) % 360 - 180
        return (self.latitude - other.latitude) ** 2 + (east * cos(radians(self.latitude))) ** 2


class Geography:
    """The regions of a language and their towns.

    Args:
        moves: states are replaced as well, so that every region becomes another one of its country.
        nearest: a town becomes one of so many that lie nearest to it in its region; 0: any one of the region.
    """

    def __init__(self, language: str, *, moves: bool = False, nearest: int = 0) -> None:
        self.regions = regions(language)
        towns: dict[str, dict[str, str]] = defaultdict(dict)
        self._language = language
        for town, where, *_ in surrogate_table(language, "city_regions"):
            if town.count(" ") < _MOST_BLANKS:
                towns[where][folded(town)] = town
        self._nearest = nearest
        self._towns = Pool(dict(towns), lambda _: next(iter(towns)))
        self._countries: dict[str, list[Region]] = defaultdict(list)
        for region in self.regions.all:
            if len(towns[region.name]) > 1:
                self._countries[region.country].append(region)
        self._moves = moves

    @cached_property
    def _spots(self) -> dict[str, Spot]:
        """Where the towns lie, by their folded names; the first of several."""
        rows = surrogate_table(self._language, "city_regions")
        return {folded(town): Spot(float(north), float(east)) for town, _, north, east in reversed(rows)}

    def moved(self, region: Region, key: Key, realm: str) -> Region:
        """The region that stands in the place of another, or the same where states stay."""
        others = self._countries[region.country]
        if not self._moves or not region.code or region not in others:
            return region
        return others[_swapped(others.index(region), len(others), key, f"region {realm} {region.country}")]

    def region_of(self, town: str) -> Region | None:
        """The region of a folded town's name, where that tells one."""
        return self.regions.by_name.get(folded(self._towns.group(town) or ""))

    def knows(self, town: str) -> bool:
        """Whether a folded name is a town's."""
        return self._towns.group(town) is not None

    def town(self, town: str, region: Region | None, key: Key, realm: str) -> str:
        """The surrogate of a folded town's name in a region; of one that lies abroad, in its country.

        An empty string where nobody knows where it lies.
        """
        region = region or self.region_of(town)
        group = self.moved(region, key, realm).name if region else self._towns.group(town)
        if group and self._nearest and (near := self._near(town, group)):
            return near[key.number("near", realm, town) % len(near)]
        return self._towns.swap_within(group, key, f"town {realm}", town) if group else ""

    def _near(self, town: str, group: str) -> list[str]:
        """The towns nearest to one of this group, but for those that share a word with it ("East Akron"); none to
        one of another group, since nobody knows where that lies."""
        if self._towns.group(town) != group:
            return []
        spot, words = self._spots[town], set(town.split())
        others = (other for other in self._towns.members(group) if words.isdisjoint(folded(other).split()))
        return nsmallest(self._nearest, others, key=lambda other: spot.away(self._spots[folded(other)]))

    def moved_spot(self, spot: Spot, key: Key, realm: str) -> Spot | None:
        """Where the surrogate of the town nearest to a spot lies; None where no town is."""
        spots = self._spots
        nearest = min(filter(self.knows, spots), key=lambda town: spot.away(spots[town]), default="")
        return self._spots.get(folded(self.town(nearest, None, key, realm)))

    def postal_start(self, text: str, key: Key, realm: str) -> tuple[str, str]:
        """How a ZIP code, postal code or postcode begins, as far as that tells its region, and the surrogate of that;
        empty strings for one of no region."""
        old = self.regions.of_code(text)
        starts = [start for start in old.postal if text.upper().startswith(start)] if old else []
        if old is None or not starts:
            return "", ""
        start = max(starts, key=len)
        new = self.moved(old, key, realm)
        return start, _another(start, old.postal, new.postal, key, f"postal {realm} {old.name}")

    def area_code(self, code: str, key: Key, realm: str) -> str:
        """The surrogate of a telephone area code; an empty string for one of no region."""
        old = self.regions.by_area.get(code)
        if old is None:
            return ""
        return _another(code, old.areas, self.moved(old, key, realm).areas, key, f"area {realm} {old.code}")


def _another(old: str, olds: Sequence[str], news: Sequence[str], key: Key, realm: str) -> str:
    """One of the second sequence for one of the first."""
    return news[_swapped(olds.index(old), len(news), key, realm)]


@remembered(MEMORY)
def _swapped(index: int, size: int, key: Key, realm: str) -> int:
    """Another number below ``size``, each for one below ``size`` of its own."""
    return Permutation(key.digest("swapped", realm), size)(index % size)
