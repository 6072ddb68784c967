"""One fictitious geography: towns, ZIP codes and area codes of one region become those of one region.

Where states are kept, everything stays in its state; where they are replaced, it moves with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from scrubber.mask.keys import Key
from scrubber.mask.names import folded
from scrubber.mask.permute import Permutation
from scrubber.mask.surrogate.pools import MEMORY, Pool, surrogate_table
from scrubber.mask.surrogate.regions import Region, regions
from scrubber.text.remembered import remembered

_MOST_BLANKS = 3
"""Between the words of a town: "Lackland Air Force Base" names none that anybody is from."""


class Geography:
    """The regions of a language and their towns.

    Args:
        moves: states are replaced as well, so that every region becomes another one of its country.
    """

    def __init__(self, language: str, *, moves: bool = False) -> None:
        self.regions = regions(language)
        towns: dict[str, dict[str, str]] = defaultdict(dict)
        for town, where in surrogate_table(language, "city_regions"):
            if town.count(" ") < _MOST_BLANKS:
                towns[where][folded(town)] = town
        self._towns = Pool(dict(towns), lambda _: next(iter(towns)))
        self._countries: dict[str, list[Region]] = defaultdict(list)
        for region in self.regions.all:
            if len(towns[region.name]) > 1:
                self._countries[region.country].append(region)
        self._moves = moves

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
        return self._towns.swap_within(group, key, f"town {realm}", town) if group else ""

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
