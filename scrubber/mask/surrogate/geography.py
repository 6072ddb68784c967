"""One fictitious geography: towns, ZIP codes and area codes of one region become those of one region.

Where states are kept, everything stays in its state; where they are replaced, it moves with it.
"""

from __future__ import annotations

from collections import defaultdict

from scrubber.mask.keys import Key
from scrubber.mask.permute import Permutation
from scrubber.mask.surrogate.pools import MEMORY, Pool, plain, surrogate_table
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
        towns: dict[str, list[str]] = defaultdict(list)
        for town, where in surrogate_table(language, "city_regions"):
            if town.count(" ") < _MOST_BLANKS:
                towns[where].append(town)
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
        return self.regions.by_name.get(plain(self._towns.group(town) or ""))

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

    def zip_code(self, text: str, key: Key, realm: str) -> str:
        """A ZIP code of the same region, or of that in its place; an empty string for one of no region."""
        digits = text[:5]
        old = self.regions.of_code(digits)
        if old is None or not digits.isdigit():
            return ""
        new = self.moved(old, key, realm)
        index = old.postal.index(digits[:3]) * 100 + int(digits[3:])
        start, end = divmod(_swapped(index, 100 * len(new.postal), key, f"ZIP {realm} {old.code}"), 100)
        return f"{new.postal[start]}{end:02d}"

    def postal_letters(self, text: str, key: Key, realm: str) -> str:
        """The first letters that the surrogate of a Canadian postal code may have."""
        region = self.regions.of_code(text)
        return "".join(self.moved(region, key, realm).postal) if region else ""

    def post_area(self, area: str, text: str, key: Key, realm: str) -> str:
        """The surrogate of the area with which a British postcode begins; an empty string for one of no nation."""
        region = self.regions.of_code(text)
        if region is None or area not in region.postal:
            return ""
        size = len(region.postal)
        return region.postal[_swapped(region.postal.index(area), size, key, f"postcode {realm} {region.name}")]

    def area_code(self, code: str, key: Key, realm: str) -> str:
        """The surrogate of a telephone area code; an empty string for one of no region."""
        old = self.regions.by_area.get(code)
        if old is None:
            return ""
        new = self.moved(old, key, realm)
        return new.areas[_swapped(old.areas.index(code), len(new.areas), key, f"area {realm} {old.code}")]


@remembered(MEMORY)
def _swapped(index: int, size: int, key: Key, realm: str) -> int:
    """Another number below ``size``, each for one below ``size`` of its own."""
    return Permutation(key.digest("swapped", realm), size)(index % size)
