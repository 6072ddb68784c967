"""Who is who within a note: which mentions of names are one person. Tags, hashes and surrogates are made of persons."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from scrubber.budget import watched
from scrubber.mask.cues import NONE, Cue, cue_before, spells_a_name
from scrubber.mask.identity import PERSON_TYPES
from scrubber.mask.names import NameKeys, Role, name_keys
from scrubber.mask.nicknames import full_forms, same_given
from scrubber.mask.person import Person
from scrubber.mask.vocabulary import Vocabulary, vocabulary
from scrubber.text.span import Span

LIMIT = 50_000
"""Words by which people are remembered. Past that the memory starts afresh."""
NAMESAKES = 32
"""How many people are remembered per word: with more who share a name, the earliest are forgotten, so that a list of
ten thousand Smiths takes no longer per line than one of ten."""
HANDLES = 200
"""Full names, the first of the note, that a user name is compared with."""
_WHOLE = 4
"""How many of the handles hold the whole surname and something before it: no name reads like them."""


class People:
    """The people of one note, which may come in any number of pieces."""

    def __init__(self) -> None:
        self._by_word: dict[str, deque[Person]] = {}
        self._by_initials: dict[str, deque[Person]] = {}
        self._full: dict[tuple[str, str], Person] = {}
        self._surnames: dict[str, set[str]] = {}
        """By their first letter."""
        self._alone: dict[tuple[str, str, Cue], Person] = {}
        """Names, with what is before them, that stand for one person whatever comes."""
        self._signed: dict[tuple[str, str], Person] = {}
        """Initials of a type that stand for one person whatever comes."""
        self.patient = ""
        """The first full name of a patient, folded."""

    def whom(self, text: str, spans: Sequence[Span], language: str = "en") -> list[Person | None]:
        """The person whom each span names, in a text of this language; None for spans that name nobody.

        Initials and user names are read last, so that they may stand before the name that they are of.
        """
        words = vocabulary(language)
        found: list[Person | None] = [None] * len(spans)
        short: list[tuple[int, str]] = []
        for at, span in enumerate(watched(spans)):
            if span.type in PERSON_TYPES:
                name = text[span.start : span.end]
                if len(name) < 9 and (initials := name_keys(name).initials):
                    short.append((at, initials))
                else:
                    found[at] = self.person(span.type, name, cue_before(text, span.start, words))
        for at, initials in short:
            found[at] = self._by_letters(text, spans[at], initials, words)
        for at, person in enumerate(found if self._full else ()):
            if person and person.lone and text[spans[at].start : spans[at].end].islower():
                found[at] = self.by_handle(person.lone) or person
        return found

    def _by_letters(self, text: str, span: Span, initials: str, words: Vocabulary) -> Person:
        """Whom a few letters name: one whose initials they are, else one who is called so where they spell a name."""
        name = text[span.start : span.end]
        if known := self._signed.get((span.type, name)):
            return known
        spelled = False
        if not self._by_initials.get(initials):
            cue = cue_before(text, span.start, words)
            spelled = spells_a_name(text, span.start, span.end, cue)
        return self.person(span.type, name, cue._replace(spelled=True) if spelled else NONE)

    def person(self, type_: str, name: str, cue: Cue = NONE) -> Person:
        """The person this name stands for: one met before where that is certain, else a new one.

        A surname that several people share stands for the one mentioned last.
        """
        if known := self._alone.get((type_, name, cue)):
            return known
        if max(len(self._by_word), len(self._alone), len(self._signed)) >= LIMIT:
            self.clear()
        keys = name_keys(name)
        if cue.spelled:
            keys = keys._replace(initials="")
        told = _told(keys, cue)
        person = self._known(type_, told, cue.sex) or Person(type_)
        keys = _in_order(keys, name, person)
        if self._learn(person, keys if person.given or person.surname else told, cue.sex):
            self._alone.clear()  # a word may stand for somebody else from now on
        elif keys.initials:
            self._signed[type_, name] = person
        else:
            self._alone[type_, name, cue] = person
        return person

    def clear(self) -> None:
        """Forget everybody."""
        for table in (self._by_word, self._by_initials, self._full, self._surnames, self._alone, self._signed):
            table.clear()

    def _known(self, type_: str, keys: NameKeys, sex: str) -> Person | None:
        if keys.initials:
            return _only(_of_type(self._by_initials.get(keys.initials, ()), type_))
        if keys.given and keys.surname:
            return self._by_full_name(type_, keys)
        return self._by_one_word(type_, keys.surname or keys.lone or keys.given or keys.words[0], keys.middle, sex)

    def _by_one_word(self, type_: str, word: str, initial: str, sex: str) -> Person | None:
        """The one mentioned last who has this surname, or else this given name."""
        people = self._by_word.get(word, ())
        if initial:
            called = [p for p in people if word in (p.surname, p.given) and p.type == type_]
            return _only([p for p in called if initial == (p.given[:1] if word == p.surname else p.last[:1])])
        namesakes = _of_type(people, type_)
        if not namesakes:
            return self._by_nickname(type_, word)
        fitting = [p for p in namesakes if not (sex and p.sex and sex != p.sex)]
        for person in reversed(fitting):
            if _has_surname(person, word):
                return person
        return fitting[-1] if fitting else None

    def _by_nickname(self, type_: str, word: str) -> Person | None:
        """The only one whose given name this is short for."""
        forms = full_forms(word)
        named = {id(p): p for full in forms for p in self._by_word.get(full, ()) if full in (p.given, p.lone)}
        return _only(_of_type(named.values(), type_))

    def _by_full_name(self, type_: str, keys: NameKeys) -> Person | None:
        """The one of this name in either order; of another type only where the names are equal."""
        given, middle, surname = keys.given, keys.middle, keys.surname
        fit: list[Person] = []
        elsewhere: Person | None = None
        for person in self._by_word.get(surname, ()):
            if not (_has_surname(person, surname) and _agree(person.given, given) and _agree(person.middle, middle)):
                continue
            same = person.given == given and len(given) > 1
            if person.type != type_:
                elsewhere = person if same else elsewhere
            elif same:
                return person
            else:
                fit.append(person)
        if not fit and len(given) > 1:
            fit = [p for p in _of_type(self._by_word.get(given, ()), type_) if _may_be_given(p, given, surname)]
        return _only(fit) or elsewhere or self._full.get((surname, given)) or self._by_middle(given, surname)

    def _by_middle(self, given: str, middle: str) -> Person | None:
        """The only one who has these two given names, whatever the type."""
        fit = (p for p in self._by_word.get(given, ()) if p.surname and len(middle) > 1)
        return _only([p for p in fit if (p.given, p.middle) == (given, middle)])

    def _learn(self, person: Person, keys: NameKeys, sex: str) -> bool:
        """Remember what this mention tells of the person, who is now the latest of all namesakes.

        Returns whether others go by one of these words, or by these initials.
        """
        person.sex = person.sex or sex
        if keys.surname or keys.given:
            person.surname, person.lone = keys.surname, ""
            person.given = max(person.given, keys.given, key=len)
            person.middle = max(person.middle, keys.middle, key=len)
        elif keys.lone and not person.surname and keys.lone != person.given:
            person.lone = keys.lone
        if person.surname:
            self._surnames.setdefault(person.last[0], set()).add(person.last)
        person.letters = person.letters or keys.initials
        if person.full and person.type == "PATIENT" and not self.patient:
            self.patient = person.identity
        if person.full and len(self._full) < LIMIT:
            self._full.setdefault((person.given, person.surname), person)
        shared = False
        for word in keys.words:
            shared |= _to_the_end(self._by_word, word, person)
        for initials in person.initials():
            if _to_the_end(self._by_initials, initials, person):
                self._signed.clear()
                shared |= bool(keys.initials)
        return shared

    def is_surname(self, word: str, person: Person | None = None) -> bool | None:
        """Whether a word is a surname, first of all of the person whom it names; None when the note does not say."""
        if person is not None and (person.full or len(person.given) > 1):
            if word in person.surname.split():
                return True
            if same_given(word, person.given):
                return False
        people = self._by_word.get(word, ())
        if any(word in p.surname.split() for p in people):
            return True
        if any(p.given == word for p in people) or self.full_given(word):
            return False
        return None

    def full_given(self, word: str) -> str:
        """The only given name of the note that a word is short for, or an empty string."""
        given = [n for n in full_forms(word) if any(n in (p.given, p.lone) for p in self._by_word.get(n, ()))]
        return given[0] if len(given) == 1 else ""

    def surname_of(self, initial: str) -> str:
        """The only surname of the note that begins with this letter, or an empty string."""
        found = self._surnames.get(initial, ())
        return next(iter(found)) if len(found) == 1 else ""

    def first(self) -> Iterator[Person]:
        """The people, of full name, who are tried on user names."""
        return islice(self._full.values(), HANDLES)

    def by_handle(self, run: str) -> Person | None:
        """The first person whose user name these letters may be, the surname whole and something before it."""
        return next((p for p in self.first() if p.last in run and run in p.handles()[:_WHOLE]), None)

    def by_initials(self, letters: str) -> Person | None:
        """The first person of full name with these initials."""
        return next((p for p in self._by_initials.get(letters, ()) if p.full), None)


def _told(keys: NameKeys, cue: Cue) -> NameKeys:
    """A name's parts with what the word before it tells of a single word."""
    if not keys.lone or keys.middle or cue.role is None:
        return keys
    surname = cue.role is Role.SURNAME
    return keys._replace(lone="", surname=keys.lone if surname else "", given="" if surname else keys.lone)


def _in_order(keys: NameKeys, name: str, person: Person) -> NameKeys:
    """The keys of a name as the person's runs: of "HAILEY ERYN" and "HAILEY, ERYN" the one with the comma tells."""
    if keys.surname and keys.surname == person.middle != person.surname and keys.given == person.given:
        return keys._replace(middle=person.middle, surname=person.surname)
    if not keys.given or (keys.surname, keys.given) != (person.given, person.surname):
        return keys
    if "," in name:
        person.given, person.surname = keys.given, keys.surname
    return keys._replace(given=person.given, surname=person.surname)


def _of_type(people: Iterable[Person], type_: str) -> list[Person]:
    return [person for person in people if person.type == type_]


def _has_surname(person: Person, word: str) -> bool:
    return person.surname == word or person.lone == word


def _may_be_given(person: Person, given: str, surname: str) -> bool:
    """Whether one who is known by a single word may have it as the given name before this surname."""
    if person.lone == given:
        return _agree(person.surname, surname)
    return person.given == given and not person.surname


def _agree(known: str, new: str) -> bool:
    """Whether two givens (or middles) may be the same: equal, one short for the other or its initial, or unknown."""
    if not known or not new or same_given(known, new):
        return True
    return (len(known) == 1 or len(new) == 1) and known[0] == new[0]


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
