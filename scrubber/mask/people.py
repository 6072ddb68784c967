"""Who is who within a note: which mentions of names are one person."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

from scrubber.mask.names import NameKeys, name_keys
from scrubber.mask.nicknames import full_forms, same_given

NAMESAKES = 32
"""How many people are remembered per word: with more who share a name, the earliest are forgotten, so that a list of
ten thousand Smiths takes no longer per line than one of ten."""


@dataclass(slots=True, eq=False)
class Person:
    """A person as known so far from the note; all words folded."""

    number: int
    given: str = ""
    """Given name, or its initial as long as no more is known."""
    middle: str = ""
    surname: str = ""
    lone: str = ""
    """A single word not yet known to be the one or the other."""

    def initials(self) -> tuple[str, ...]:
        """The initials that a note may sign this person with."""
        if not (self.given and self.surname):
            return ()
        last = self.surname[self.surname.rfind(" ") + 1]
        short = self.given[0] + last
        return (short, self.given[0] + self.middle[0] + last) if self.middle else (short,)


class People:
    """The people of one type in one note."""

    def __init__(self) -> None:
        self._by_word: dict[str, deque[Person]] = {}
        self._by_initials: dict[str, deque[Person]] = {}
        self._count = 0

    def __len__(self) -> int:
        return len(self._by_word)

    def clear(self) -> None:
        """Forget everybody, but never hand out a number twice."""
        self._by_word.clear()
        self._by_initials.clear()

    def person(self, name: str) -> tuple[Person, bool]:
        """The person this name stands for: one met before where that is certain, else a new one.

        A surname that several people share stands for the one mentioned last; the second value says that the name may
        therefore stand for somebody else the next time.
        """
        keys = name_keys(name)
        person = self._known(keys)
        if person is None:
            self._count += 1
            person = Person(self._count)
        return person, self._learn(person, keys)

    def _known(self, keys: NameKeys) -> Person | None:
        if keys.initials:
            return _only(self._by_initials.get(keys.initials, ()))
        if keys.lone:
            return self._by_one_word(keys.lone, keys.middle)
        if keys.given and keys.surname:
            return self._by_full_name(keys)
        return self._by_one_word(keys.surname or keys.words[0], "")

    def _by_one_word(self, word: str, initial: str) -> Person | None:
        """The one mentioned last who has this surname, or else this given name."""
        namesakes = self._by_word.get(word)
        if namesakes is None:
            return None if initial else self._by_nickname(word)
        if initial:
            return _only([p for p in namesakes if _initial_fits(p, word, initial)])
        for person in reversed(namesakes):
            if _has_surname(person, word):
                return person
        return namesakes[-1]

    def _by_nickname(self, word: str) -> Person | None:
        """The only one whose given name this is short for."""
        named = {p.number: p for full in full_forms(word) for p in self._by_word.get(full, ()) if p.given == full}
        return _only(named.values())

    def _by_full_name(self, keys: NameKeys) -> Person | None:
        given, middle, surname = keys.given, keys.middle, keys.surname
        fit: list[Person] = []
        for person in self._by_word.get(surname, ()):
            if not (_has_surname(person, surname) and _agree(person.given, given) and _agree(person.middle, middle)):
                continue
            if person.given == given and len(given) > 1:
                return person
            fit.append(person)
        if not fit and len(given) > 1:
            fit = [p for p in self._by_word.get(given, ()) if p.lone == given and _agree(p.surname, surname)]
        return _only(fit)

    def _learn(self, person: Person, keys: NameKeys) -> bool:
        """Remember what this mention tells of the person, who is now the latest of all namesakes.

        Returns whether others go by one of these words.
        """
        if keys.surname:
            person.surname = keys.surname
            person.lone = ""
            person.given = max(person.given, keys.given, key=len)
            person.middle = max(person.middle, keys.middle, key=len)
        elif keys.lone and not person.surname and keys.lone != person.given:
            person.lone = keys.lone
        shared = bool(keys.initials)
        for word in keys.words:
            shared |= _to_the_end(self._by_word, word, person)
        for initials in person.initials() or (keys.initials,):
            if initials:
                _to_the_end(self._by_initials, initials, person)
        return shared


def _has_surname(person: Person, word: str) -> bool:
    return person.surname == word or person.lone == word


def _agree(known: str, new: str) -> bool:
    """Whether two givens (or middles) may be the same: equal, one short for the other or its initial, or unknown."""
    if not known or not new or same_given(known, new):
        return True
    return (len(known) == 1 or len(new) == 1) and known[0] == new[0]


def _initial_fits(person: Person, word: str, initial: str) -> bool:
    if word == person.surname:
        return person.given[:1] == initial
    return word == person.given and person.surname.rsplit(" ", 1)[-1][:1] == initial


def _only(people: Collection[Person]) -> Person | None:
    return next(iter(people)) if len(people) == 1 else None


def _to_the_end(table: dict[str, deque[Person]], word: str, person: Person) -> bool:
    """Make the person the latest of those who go by the word; whether there are others."""
    people = table.get(word)
    if people is None:
        table[word] = deque((person,), NAMESAKES)
        return False
    if people[-1] is not person:
        if person in people:
            people.remove(person)
        people.append(person)
    return len(people) > 1
