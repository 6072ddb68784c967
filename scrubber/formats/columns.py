"""Columns and keys: what stands in them by their names, and what becomes of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from scrubber.errors import DataError, NoteError
from scrubber.formats.maps import load_map
from scrubber.formats.settings import DROP, HASH, KEEP, TEXT, FormatSettings
from scrubber.policy import phi_types

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+|[^\W\d_]+")
_OF_FORM, _LABELS = 3, 3
"""Cells of a row, at most, and known names, at least, where a table is a form on its side."""
PATIENT_TYPE, ID_TYPE = "MEDICALRECORD", "IDNUM"
"""What the ids of patients and notes are, where the name of their column says no more."""


def words_of(name: str) -> tuple[str, ...]:
    """A column's name in words without accents: ``("patient", "last", "name")`` for ``PatientLastName``."""
    bare = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    return tuple(word.casefold() for word in _WORD.findall(bare))


class ColumnNames:
    """What ``patterns/formats/columns.toml`` says of names. A site may lay its own over it (``--field-map``).

    Raises:
        DataError: a file cannot be read, or names a type that there is none of.
    """

    def __init__(self, maps: tuple[Path, ...] = ()) -> None:
        data = load_map("columns", maps)
        self._exact: dict[str, str] = _by_name(data["columns"]) | dict.fromkeys(data["birth"], "DATE")
        self._whole = {name: type_ for layout in data["layouts"].values() for name, type_ in _by_name(layout).items()}
        self._beginnings = _by_name(data["beginnings"])
        self._endings = _by_name(data["endings"])
        self._codes = {name: frozenset(names) for name, names in data["codes"].items() if name != "explained"}
        self._explained: Mapping[str, Sequence[str]] = data["codes"]["explained"]
        self._beside = data["beside"]
        self._code_endings = tuple(f" {end}" for end in data["codes"]["endings"])
        self._before = frozenset(data["before"])
        self._after = frozenset(data["after"])
        self._staff = frozenset(data["staff"])
        self._given, self._family = frozenset(data["given"]), frozenset(data["family"])
        self._birth = frozenset(data["birth"])

    def type_of(self, name: str) -> str:
        """The PHI type of what stands in a column; empty where its name does not say."""
        words = words_of(name)
        found = self._as_whole(words) or self._of_part(self._bare(words)) or self._by_edge(words)
        if found in ("PATIENT", "") and self._is_staff(words):
            return "DOCTOR" if found or self._names_people(words) else ""
        return found

    def part_of(self, name: str) -> str:
        """``given``, ``family`` or ``birth`` for a part of a person's name and for a birth date; else empty."""
        words = words_of(name)
        if self._is_staff(words):
            return ""
        bare = " ".join(self._bare(words))
        parts = (("given", self._given), ("family", self._family), ("birth", self._birth))
        return next((part for part, names in parts if bare in names), "")

    def is_code(self, name: str, others: Iterable[str]) -> bool:
        """Whether a column of a table with ``others`` holds codes of medicine, which tell of nobody."""
        words = words_of(name)
        plain = " ".join(words)
        if plain in self._explained:
            return any(" ".join(words_of(other)) in self._explained[plain] for other in others)
        if plain in self._codes["names"] or plain.endswith(self._code_endings):
            return True
        return self._numbers_things(words) or self._numbered(words, self._codes["codes"]) in self._codes["classes"]

    def is_alone(self, name: str, others: Iterable[str]) -> bool:
        """Whether a name that says something only beside columns of certain types stands beside none of these."""
        types = self._beside.get(" ".join(words_of(name)))
        return types is not None and not any(self.type_of(other) in types for other in others if other != name)

    def is_of_thing(self, name: str, others: Iterable[str]) -> bool:
        """Whether a plain "name" may be a thing's: the table's ``others`` number things, and tell of nobody."""
        if " ".join(words_of(name)) not in self._codes["named"]:
            return False
        rest = [other for other in others if other != name]
        return any(self._numbers_things(words_of(other)) for other in rest) and not any(map(self.type_of, rest))

    def _numbers_things(self, words: Sequence[str]) -> bool:
        return self._numbered(words, self._codes["numbers"] | self._codes["codes"]) in self._codes["things"]

    def _numbered(self, words: Sequence[str], signs: frozenset[str]) -> str:
        """What a column holds the numbers of, as one of these signs tells; empty where none does."""
        rest = (word for word in words if word not in signs and word not in self._codes["joins"])
        return "" if signs.isdisjoint(words) else " ".join(rest)

    def _as_whole(self, words: Sequence[str]) -> str:
        """What a name says that stands in the lists, or in a layout, as it is."""
        name, bare = " ".join(words), " ".join(self._bare(words))
        return self._exact.get(name) or self._whole.get(name) or self._whole.get(bare, "")

    def _of_part(self, words: Sequence[str]) -> str:
        found = self._exact.get(" ".join(words), "")
        while not found and len(words) > 1 and (words[-1] in self._after or words[-1].isdigit()):
            words = words[:-1]
            found = self._exact.get(" ".join(words), "")
        return found

    def _bare(self, words: Sequence[str]) -> Sequence[str]:
        while len(words) > 1 and words[0] in self._before:
            words = words[1:]
        return words

    def _by_edge(self, words: Sequence[str]) -> str:
        """What the end of a name says, or else its beginning."""
        while len(words) > 1 and words[-1].isdigit():
            words = words[:-1]
        for size in (3, 2, 1):
            if found := self._endings.get(" ".join(words[-size:])):
                return found
        return next((f for size in (3, 2, 1) if (f := self._beginnings.get(" ".join(words[:size])))), "")

    def _is_staff(self, words: Sequence[str]) -> bool:
        return any(" ".join(words[:size]) in self._staff for size in (1, 2))

    def _names_people(self, words: Sequence[str]) -> bool:
        """Whether a column of staff holds nothing but names or ids ("attending", "provider id", "author name")."""
        rest = [word for word in words if not word.isdigit() and word not in self._after and word != "name"]
        return " ".join(rest) in self._staff or all(word in self._staff for word in rest)


def _by_name(table: Mapping[str, Sequence[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for type_, names in table.items():
        if type_ not in phi_types():
            raise DataError(f"columns.toml: there is no type '{type_}'")
        found |= dict.fromkeys(names, type_)
    return found


@lru_cache(maxsize=8)
def column_names(maps: tuple[Path, ...]) -> ColumnNames:
    """The names, loaded once."""
    return ColumnNames(maps)


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    name: str
    action: str
    """keep, drop, hash, text, or the PHI type by which it is masked."""
    type: str = ""
    """The PHI type that its name or its action says, where one does."""
    part: str = ""
    """``given``, ``family`` or ``birth``."""
    named: bool = False
    """Its name is known to be one, since it says what stands there or is that which a user gives."""
    label: str = ""
    """How findings call it: by its name if it is named, else by its number, since a name may be data."""
    maps: tuple[Path, ...] = ()
    """The site's own maps."""
    looked_for: bool = False
    """Its values are looked for in the row's texts, even if they are kept."""
    quantity: bool = False
    """Numbers in it are no identifiers, one or two letters no names, and are not searched; anything else is."""


@dataclass(frozen=True)
class Plan:
    """What becomes of the columns of a table."""

    columns: tuple[Column, ...]
    patient: int | None = None
    id: int | None = None
    language: str = ""
    """What a row is read as that doesn't tell its language: what the first rows tell together."""
    names: ColumnNames | None = None
    """Where a form lies on its side: by what stands first in a row it is told what the rest of it is."""

    def of(self, action: str) -> list[int]:
        """The numbers of the columns with this action."""
        return [at for at, column in enumerate(self.columns) if column.action == action]

    def texts(self, rows: Iterable[Sequence[str | None]]) -> Iterator[str]:
        """The texts of rows that are searched."""
        wanted = self.of(TEXT)
        for row in rows:
            yield from (text for at in wanted if at < len(row) and (text := row[at]))

    @property
    def kept(self) -> list[int]:
        """The numbers of the columns that are still there afterwards."""
        return [at for at, column in enumerate(self.columns) if column.action != DROP]


def make_plan(names: Sequence[str], settings: FormatSettings) -> Plan:
    """What becomes of columns with these names.

    Raises:
        NoteError: a column that the settings need is not there.
    """
    for wanted, option in settings.wanted_columns():
        wild = option == "--column-action"
        if not any(matches(name, wanted) for name in names) if wild else _find(names, wanted) is None:
            raise NoteError(f"has no column '{wanted}' ({option})")
    patient, id_ = _find(names, settings.patient_column), _find(names, settings.id_column)
    columns = tuple(_column(at, names, settings, patient == at, id_ == at) for at, name in enumerate(names))
    return Plan(columns, patient, id_)


def on_side(rows: Iterable[Sequence[str | None]], settings: FormatSettings) -> ColumnNames | None:
    """The names of columns, if they stand below each other in the first column, as in a form: "Name", "DOB", "MRN".

    Where they are written as databases do ("patient_id"), the table tells of another's columns.
    """
    if not settings.header or any(settings.wanted_columns()):
        return None
    names, first = column_names(settings.maps), set[str]()
    for row in rows:
        filled = sum(map(bool, row))
        if filled > _OF_FORM:
            return None
        first |= {row[0].strip()} if filled > 1 and row[0] else set()
    known = sum("_" not in name and bool(names.type_of(name)) for name in first)
    return names if known >= _LABELS and 2 * known >= len(first) else None


def matches(name: str, wanted: str) -> bool:
    """Whether a column's name is what a user calls it; ``*`` and ``?`` stand for any characters."""
    return name == wanted or fnmatchcase(name.strip().casefold(), wanted.strip().casefold())


def _find(names: Sequence[str], wanted: str) -> int | None:
    if not wanted:
        return None
    exact = [at for at, name in enumerate(names) if name == wanted]
    loose = [at for at, name in enumerate(names) if name.strip().casefold() == wanted.strip().casefold()]
    return next(iter([*exact, *loose]), None)


def _column(at: int, names: Sequence[str], settings: FormatSettings, patient: bool, id_: bool) -> Column:
    name, known = names[at], column_names(settings.maps)
    unsaid = not settings.header or known.is_of_thing(name, names) or known.is_alone(name, names)
    type_ = "" if unsaid else known.type_of(name)
    code = settings.header and not type_ and known.is_code(name, names)
    named = bool(type_) or code or any(matches(name, w) for w in (*settings.columns, *settings.column_actions))
    asked = action_of(name, settings.column_actions)
    if not asked and any(_find([name], wanted) is not None for wanted in settings.columns):
        asked = TEXT
    action, type_ = decided(asked, type_, patient, id_, kept=code or bool(settings.columns))
    return Column(
        name,
        action,
        type_,
        known.part_of(name) if settings.header else "",
        named,
        f"column {name if named else at + 1}",
        settings.maps,
    )


def decided(asked: str, type_: str, patient: bool, id_: bool, *, kept: bool) -> tuple[str, str]:
    """What becomes of a column or key, and the PHI type of what stands there; empty where nothing tells it.

    Args:
        asked: the action that a user wants; type_: what its name says; patient, id_: whether it says whose row or note
            it is; kept: whether it is kept if nothing else is said.
    """
    action = asked or (HASH if patient or id_ else type_ or (KEEP if kept else TEXT))
    if action in phi_types():
        return action, action
    return action, type_ or (PATIENT_TYPE if patient else ID_TYPE if id_ or action == HASH else "")


def action_of(name: str, actions: Mapping[str, str]) -> str:
    """What a user wants of a column; empty where nothing is said. A name in full goes before one with wildcards."""
    if name in actions:
        return actions[name]
    return next((action for wanted, action in actions.items() if matches(name, wanted)), "")
