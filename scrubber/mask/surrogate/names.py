"""Surrogates of names: same sex and like origin where the name tells, the same pattern, initials that agree."""

from __future__ import annotations

import re

from scrubber.mask.keys import Key
from scrubber.mask.names import Role, Word, fold_word, parse_name
from scrubber.mask.nicknames import short_forms
from scrubber.mask.people import People
from scrubber.mask.permute import Permutation
from scrubber.mask.person import Person, handles_of
from scrubber.mask.surrogate.name_pools import NamePools
from scrubber.mask.surrogate.pools import like
from scrubber.mask.surrogate.shape import randomise
from scrubber.mask.vocabulary import vocabulary
from scrubber.text.remembered import remembered

_HALF = re.compile(r"[^-’'`]+")
_TURNED = {Role.GIVEN: Role.SURNAME, Role.SURNAME: Role.GIVEN}


class NameSurrogates:
    """Replaces names. The same word of a name becomes the same surrogate wherever it stands."""

    def __init__(self, language: str = "en") -> None:
        words = vocabulary(language)
        self._double = words.double_surnames
        self._pools = NamePools(language, words.usual)

    def knows(self, word: str) -> bool:
        """Whether a folded word is in the lists of names."""
        return self._pools.knows(word)

    def name(self, text: str, person: Person, people: People, key: Key, realm: str) -> str:
        """The surrogate of a person's name, in the pattern of ``text``.

        Args:
            person: whom it names.
            people: all who are known of the note.
        """
        parsed = parse_name(text)
        if not parsed.words:
            return randomise(text, key, realm)
        spelled = parsed.initials in (person.lone, person.given, person.last) and parsed.initials != person.letters
        if parsed.initials and not spelled:
            return self._initials(text, parsed.initials, person, people, key, realm)
        if (
            text.islower()
            and person.last not in text
            and text != person.given
            and (made := self._handle_of(text, person, key, realm))
        ):
            return made
        pieces: list[str] = []
        at = 0
        roles: dict[Role, Role] = {}
        if person.full and parsed.surname != person.surname:
            if parsed.surname == person.given:  # "HAILEY ERYN" of Eryn Hailey
                roles = _TURNED
            elif parsed.surname == person.middle:  # "Ana Liz" of Ana Liz Rezende
                roles = {Role.SURNAME: Role.MIDDLE}
        for word in parsed.words:
            word = word._replace(role=roles.get(word.role, word.role))
            pieces += (text[at : word.start], self._word(word, person, people, key, realm))
            at = word.end
        return "".join(pieces) + text[at:]

    def _word(self, word: Word, person: Person, people: People, key: Key, realm: str) -> str:
        if word.role in (Role.PARTICLE, Role.SUFFIX, Role.GENERIC):
            return word.text
        if word.initial:
            return _cased(self._initial(word, person, people, key, realm), word.text)
        surname = word.role is Role.SURNAME
        if word.role is Role.LONE:
            surname = self.lone_is_surname(word.key, person, people)
        elif word.role is Role.MIDDLE or (self._double and word.role is Role.GIVEN):
            surname = self._pools.givens.group(word.key) is None and self._pools.surnames.group(word.key) is not None
        if word.role in (Role.GIVEN, Role.LONE) and not surname and (full := people.full_given(word.key)):
            return like(word.text, self._short_form(word.key, full, key, realm))
        return self._parts(word.text, word.key, surname, key, realm)

    def _short_form(self, word: str, full: str, key: Key, realm: str) -> str:
        """The surrogate of a nickname: short for the surrogate of the name that it is short for, where there is one."""
        new = self.swap(full, False, key, realm)
        shorts = [short for short in short_forms().get(fold_word(new), ()) if short != word]
        return shorts[key.number("short form", realm, word) % len(shorts)].capitalize() if shorts else new

    def lone_is_surname(self, word: str, person: Person, people: People) -> bool:
        """What a word alone is: as the note says, else as the lists do."""
        known = people.is_surname(word, person)
        return self._pools.is_surname(word) if known is None else known

    def _parts(self, text: str, word: str, surname: bool, key: Key, realm: str) -> str:
        """A word; the halves of a hyphened one are replaced each as it would be alone."""
        pool = self._pools.surnames if surname else self._pools.givens
        halves = _HALF.findall(text) if "-" in text and pool.group(word) is None else [text]
        if len(halves) > 1 and all(len(half) == 1 for half in halves):  # the initials of Jean-Paul
            return _HALF.sub(lambda half: _cased(letter(half[0], key, realm), half[0]), text)
        if len(halves) > 1 and all(len(half) > 1 for half in halves):
            return _HALF.sub(lambda half: like(half[0], self.swap(fold_word(half[0]), surname, key, realm)), text)
        return like(text, self.swap(word, surname, key, realm))

    def swap(self, word: str, surname: bool, key: Key, realm: str) -> str:
        """The surrogate of one folded word."""
        if surname:
            return self._pools.surnames.swap(key, f"surname {realm}", word)
        return self._pools.givens.swap(key, f"given {realm}", word)

    def _initial(self, word: Word, person: Person, people: People, key: Key, realm: str) -> str:
        """The letter for an initial: that of the surrogate of what it stands for, where the note tells."""
        if word.role is Role.MIDDLE and person.middle[:1] == word.key:
            return self._first_letter(person.middle, False, key, realm)
        if person.given[:1] == word.key:
            return self._first_letter(person.given, False, key, realm)
        if person.last[:1] == word.key:
            return self._first_letter(person.last, True, key, realm)
        last = people.surname_of(word.key) if person.lone else ""
        if last and not self.lone_is_surname(person.lone, person, people):  # "Laurie C." beside the Carters
            return self._first_letter(last, True, key, realm)
        return letter(word.key, key, realm)

    def _first_letter(self, part: str, surname: bool, key: Key, realm: str) -> str:
        """That of the surrogate of a part of a name."""
        return letter(part, key, realm) if len(part) == 1 else fold_word(self.swap(part, surname, key, realm))[0]

    def _initials(self, text: str, initials: str, person: Person, people: People, key: Key, realm: str) -> str:
        known = person if person.full else people.by_initials(initials)
        letters = [letter(c, key, realm) for c in initials]
        if known is not None:
            letters[0] = self._first_letter(known.given, False, key, realm)
            letters[-1] = self._first_letter(known.last, True, key, realm)
        elif last := people.surname_of(initials[-1]):
            letters[-1] = self._first_letter(last, True, key, realm)
        if "".join(letters) == initials:
            letters[0] = letter(letters[0], key, realm)
        rest = iter(letters)
        return "".join(_cased(next(rest, "x"), c) if c.isalpha() else c for c in text)

    def handle(self, text: str, people: People, key: Key, realm: str) -> str:
        """The surrogate of a user name or the local part of an e-mail address, in agreement with the note's names."""
        pieces = re.split(r"([^\W\d_]+)", text)
        return "".join(
            self._handle_run(piece, people, key, realm) if n % 2 else randomise(piece, key, realm)
            for n, piece in enumerate(pieces)
        )

    def _handle_run(self, run: str, people: People, key: Key, realm: str) -> str:
        word = fold_word(run)
        known = people.is_surname(word)
        if known is not None:
            return like(run, self._bare(word, known, key, realm))
        for person in people.first():
            if made := self._handle_of(word, person, key, realm):
                return like(run, made)
        if part := _name_within(word, people):
            at = word.index(part)
            made = self._bare(part, bool(people.is_surname(part)), key, realm)
            rest = (randomise(run[:at], key, realm), randomise(run[at + len(part) :], key, realm))
            return rest[0] + like(run[at : at + len(part)], made) + rest[1]
        if len(word) > 3 and self._pools.knows(word):
            return like(run, self._bare(word, self._pools.is_surname(word), key, realm))
        if len(word) > 4 and self._pools.knows(word[1:]):
            return like(run, letter(word[0], key, realm) + self._bare(word[1:], True, key, realm))
        return randomise(run, key, realm)

    def _bare(self, word: str, surname: bool, key: Key, realm: str) -> str:
        """The surrogate of a folded word, in small letters and nothing else."""
        return re.sub(r"\W", "", self.swap(word, surname, key, realm)).lower()

    def _handle_of(self, run: str, person: Person, key: Key, realm: str) -> str:
        """The surrogate of a run of letters made of a person's name, such as "swoodbur" of S. Woodburn."""
        if not person.full:
            return ""
        old = person.handles()
        at = next((n for n, form in enumerate(old) if run == form), -1)
        if at < 0 and len(run) >= 5:
            at = next((n for n, form in enumerate(old) if form.startswith(run)), -1)
        if at < 0:
            return ""
        middle = letter(person.middle[0], key, realm) if person.middle else ""
        new = handles_of(
            self._bare(person.given, False, key, realm), middle, self._bare(person.last, True, key, realm)
        )[at]
        return new if run == old[at] else new[: len(run)]


def _name_within(run: str, people: People) -> str:
    """The first surname or given name of the note that a longer run of letters holds, or an empty string."""
    words = (word for person in people.first() for word in (person.last, person.given))
    return next((word for word in words if len(word) > 3 and word in run), "")


@remembered(4096)
def letter(old: str, key: Key, realm: str) -> str:
    """Another letter for one that is an initial; each goes to one of its own."""
    base = fold_word(old)[:1]
    if not ("a" <= base <= "z"):
        return chr(97 + key.number("letter", realm, old) % 26)
    return chr(97 + Permutation(key.digest("letters", realm), 26)(ord(base) - 97))


def _cased(new: str, model: str) -> str:
    return new.upper() if model.isupper() else new
