"""What one note tells of its people and dates before anything in it is replaced."""

from __future__ import annotations

from datetime import date

from scrubber.mask.dates import DateContext
from scrubber.mask.dates.shift import full_date, order_shown
from scrubber.mask.dates.words import calendars
from scrubber.mask.identity import PERSON_TYPES
from scrubber.mask.names import NameKeys, name_keys

LIMIT = 5_000
"""Full names remembered per note; those after it are replaced all the same, only what their initials stand for is
then not known."""
HANDLES = 200
"""Full names that are tried on an e-mail address or user name."""


class Book:
    """The full names of a note, so that initials, lone surnames and user names fit them; and how its dates read."""

    def __init__(self, language: str = "en") -> None:
        self.people: dict[tuple[str, str], NameKeys] = {}
        self._surnames: set[str] = set()
        self._givens: set[str] = set()
        self._given_of: dict[tuple[str, str], str] = {}
        self._surname_of: dict[tuple[str, str], str] = {}
        self._initials: dict[str, NameKeys] = {}
        self._orders = {"dmy": 0, "mdy": 0}
        self._anchor: date | None = None
        self._language = language

    def learn(self, type_: str, text: str) -> None:
        """Take notice of a span of the note, before any is replaced."""
        if type_ in PERSON_TYPES and len(self.people) < LIMIT:
            self._learn_name(name_keys(text))
        elif type_ == "DATE":
            order = order_shown(text)
            if order:
                self._orders[order] += 1
            if self._anchor is None:
                self._anchor = full_date(text, self.dates())

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

    def is_surname(self, word: str) -> bool | None:
        """Whether a word that stands alone is a surname of the note; None when the note does not say."""
        if word in self._surnames:
            return True
        return False if word in self._givens else None

    def given_of(self, surname: str, initial: str) -> str:
        """The given name that an initial beside this surname stands for, or an empty string."""
        return self._given_of.get((surname, initial), "")

    def surname_of(self, given: str, initial: str) -> str:
        """The surname that an initial behind this given name stands for, or an empty string."""
        return self._surname_of.get((given, initial), "")

    def by_initials(self, letters: str) -> NameKeys | None:
        """The first person of the note with these initials."""
        return self._initials.get(letters)

    def dates(self) -> DateContext:
        """How the note's dates are to be read."""
        shown = self._orders["dmy"] - self._orders["mdy"]
        usual = self._language in calendars() and calendars()[self._language].day_first
        return DateContext(shown > 0 or (usual and not shown), self._anchor, self._language)

    def saw_date(self, day: date) -> None:
        """A full date has been read: partial ones behind it count from there."""
        self._anchor = day
