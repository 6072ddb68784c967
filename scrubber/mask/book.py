"""What one note tells of its people and dates before anything in it is replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice

from scrubber.mask.dates import DateContext
from scrubber.mask.dates.shift import full_date, order_shown
from scrubber.mask.dates.words import calendars
from scrubber.mask.identity import NAMED_PLACES, PERSON_TYPES, normal_form
from scrubber.mask.names import NameKeys, name_keys
from scrubber.mask.nicknames import full_forms
from scrubber.mask.surrogate.pools import plain
from scrubber.mask.surrogate.regions import Region, regions
from scrubber.mask.tags import initials_of
from scrubber.mask.vocabulary import vocabulary

LIMIT = 5_000
"""Full names remembered per note; those after it are replaced all the same, only what their initials stand for is
then not known."""
LONGEST_STAY = 2 * 366
"""Days: full dates further from the note's latest one are no dates of the note (births, operations long ago)."""
_LAST_WORD = re.compile(r"([^\W\d_]+)[\W_]*$")
HANDLES = 200
"""Full names that are tried on an e-mail address or user name."""


class Book:
    """The full names of a note, so that initials, lone surnames and user names fit them; and how its dates read."""

    def __init__(self, language: str = "en") -> None:
        self.people: dict[tuple[str, str], NameKeys] = {}
        self.patient = ""
        """The first full name of a patient, folded."""
        self.home: Region | None = None
        """The state or province that the note named first."""
        self._towns: dict[str, Region | None] = {}
        self._places: dict[str, str] = {}
        self.record = ""
        """The note's first medical record number, as it is written."""
        self._surnames: set[str] = set()
        self._givens: set[str] = set()
        self._titled: set[str] = set()
        self._kin: set[str] = set()
        self._given_of: dict[tuple[str, str], str] = {}
        self._surname_of: dict[tuple[str, str], str] = {}
        self._initials: dict[str, NameKeys] = {}
        self._orders = {"dmy": 0, "mdy": 0}
        self._anchor: date | None = None
        self._latest: date | None = None
        self._births: set[date] = set()
        self._language = language

    def learn(self, type_: str, text: str, before: str = "", after: str = "") -> None:
        """Take notice of a span of the note and of the text around it, before any is replaced."""
        if type_ in PERSON_TYPES and len(self.people) < LIMIT:
            keys = name_keys(text)
            self._learn_name(keys)
            self._learn_lone(keys.lone, before)
            if type_ == "PATIENT" and keys.given and keys.surname:
                self.patient = self.patient or f"{keys.given} {keys.surname}"
        elif type_ == "MEDICALRECORD":
            self.record = self.record or text
        elif type_ == "DATE":
            self._learn_date(text, before)
        elif type_ in NAMED_PLACES and len(self._places) < LIMIT:
            if len(letters := initials_of(text)) > 2:
                self._places.setdefault(letters.upper(), text)
        elif type_ in ("CITY", "ZIP", "STATE"):
            self._learn_region(type_, text, after)

    def _learn_date(self, text: str, before: str) -> None:
        order = order_shown(text)
        if order:
            self._orders[order] += 1
        day = full_date(text, self.dates())
        if day is None:
            return
        if vocabulary(self._language).birth.search(before):
            self._births.add(day)
        elif self._latest is None or day > self._latest:
            self._latest = day

    def _learn_region(self, type_: str, text: str, after: str) -> None:
        known = regions(self._language)
        form = " ".join(plain(text).split())
        if type_ == "CITY":
            region = known.beside(after)
            if len(self._towns) < LIMIT:
                self._towns[form] = self._towns.get(form) or region
        else:
            region = known.of_code(text) if type_ == "ZIP" else known.by_name.get(form)
        self.home = self.home or region

    def _learn_lone(self, word: str, before: str) -> None:
        """What the word before a lone name tells: "Dr." a surname, "wife" a given name."""
        found = _LAST_WORD.search(before) if len(word) > 1 else None
        if found is None or len(self._titled) + len(self._kin) >= LIMIT:
            return
        words = vocabulary(self._language)
        if found[1].casefold() in words.titles:
            self._titled.add(word)
        elif found[1].casefold() in words.kin:
            self._kin.add(word)

    def _learn_name(self, keys: NameKeys) -> None:
        if not keys.surname:
            return
        self._surnames.add(keys.surname.rsplit(" ", 1)[-1])
        if not keys.given:
            return
        person = (keys.given, keys.surname)
        if len(keys.given) > 1:
            self._givens.add(keys.given)
            self.people.setdefault(person, keys)
            last = keys.surname.rsplit(" ", 1)[-1]
            self._given_of.setdefault((last, keys.given[0]), keys.given)
            self._surname_of.setdefault((keys.given, last[0]), last)
            self._initials.setdefault(keys.given[0] + last[0], keys)
            if keys.middle:
                self._initials.setdefault(keys.given[0] + keys.middle[0] + last[0], keys)

    @property
    def owner(self) -> str:
        """Whose note it is, as far as it tells by itself: its first record number, else its first patient's name."""
        if self.record:
            return f"record {normal_form('MEDICALRECORD', self.record)}"
        return f"name {self.patient}" if self.patient else ""

    def is_surname(self, word: str) -> bool | None:
        """Whether a word that stands alone is a surname of the note; None when the note does not say."""
        if word in self._surnames:
            return True
        if word in self._givens:
            return False
        if word in self._titled:
            return True
        return False if word in self._kin or self.full_given(word) else None

    def full_given(self, word: str) -> str:
        """The only given name of the note that a word is short for, or an empty string."""
        full = full_forms(word) & self._givens
        return next(iter(full)) if len(full) == 1 else ""

    def given_of(self, surname: str, initial: str) -> str:
        """The given name that an initial beside this surname stands for, or an empty string."""
        return self._given_of.get((surname, initial), "")

    def surname_of(self, given: str, initial: str) -> str:
        """The surname that an initial behind this given name stands for, or an empty string."""
        return self._surname_of.get((given, initial), "")

    def region_of_town(self, town: str) -> Region | None:
        """The region that stood beside a folded town's name."""
        return self._towns.get(town)

    def is_town(self, form: str) -> bool:
        """Whether the note has a town of this folded name."""
        return form in self._towns

    def place_of_initials(self, text: str) -> str:
        """The full name of the note's place that these capitals are the initials of, or an empty string."""
        letters = "".join(c for c in text if c.isalpha())
        return self._places.get(letters, "") if letters.isupper() and " " not in text else ""

    def first_people(self) -> Iterator[NameKeys]:
        """The people who are tried on user names."""
        return islice(self.people.values(), HANDLES)

    def name_within(self, run: str) -> str:
        """The first surname or given name of the note that a longer run of letters holds, or an empty string."""
        words = (word for keys in self.first_people() for word in (keys.surname.rsplit(" ", 1)[-1], keys.given))
        return next((word for word in words if len(word) > 3 and word in run), "")

    def by_initials(self, letters: str) -> NameKeys | None:
        """The first person of the note with these initials."""
        return self._initials.get(letters)

    def dates(self) -> DateContext:
        """How the note's dates are to be read."""
        shown = self._orders["dmy"] - self._orders["mdy"]
        usual = self._language in calendars() and calendars()[self._language].day_first
        return DateContext(shown > 0 or (usual and not shown), self._anchor or self._latest, self._language)

    def saw_date(self, day: date) -> None:
        """A full date has been read: partial ones behind it count from there, unless somebody was born on it."""
        if day not in self._births and (self._latest is None or abs((self._latest - day).days) <= LONGEST_STAY):
            self._anchor = day
