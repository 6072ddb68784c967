"""Surrogates of names: same sex and like origin where the name tells, the same pattern, initials that agree."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from scrubber.mask.keys import Key
from scrubber.mask.names import NameKeys, ParsedName, Role, Word, fold_word, parse_name
from scrubber.mask.nicknames import short_forms
from scrubber.mask.permute import Permutation
from scrubber.mask.surrogate.name_pools import NamePools
from scrubber.mask.surrogate.pools import like
from scrubber.mask.surrogate.shape import randomise
from scrubber.mask.vocabulary import vocabulary

if TYPE_CHECKING:
    from scrubber.mask.book import Book


class NameSurrogates:
    """Replaces names. The same word of a name becomes the same surrogate wherever it stands."""

    def __init__(self, language: str = "en") -> None:
        words = vocabulary(language)
        self._double = words.double_surnames
        self._pools = NamePools(language, words.usual)

    def name(self, text: str, key: Key, realm: str, book: Book) -> str:
        """The surrogate of a person's name, in the pattern of ``text``."""
        parsed = parse_name(text)
        if not parsed.words:
            return randomise(text, key, realm)
        if parsed.initials:
            return self._initials(text, parsed, key, realm, book)
        pieces: list[str] = []
        at = 0
        for word in parsed.words:
            pieces += (text[at : word.start], self._word(word, parsed, key, realm, book))
            at = word.end
        return "".join(pieces) + text[at:]

    def _word(self, word: Word, parsed: ParsedName, key: Key, realm: str, book: Book) -> str:
        if word.role in (Role.PARTICLE, Role.SUFFIX, Role.GENERIC):
            return word.text
        if word.initial:
            return _cased(self._initial(word, parsed, key, realm, book), word.text)
        surname = word.role is Role.SURNAME
        if word.role in (Role.GIVEN, Role.LONE) and (full := book.full_given(word.key)):
            return like(word.text, self._short_form(word.key, full, key, realm))
        if word.role is Role.MIDDLE or (self._double and word.role is Role.GIVEN):
            surname = self._pools.givens.group(word.key) is None and self._pools.surnames.group(word.key) is not None
        elif word.role is Role.LONE:
            surname = self.lone_is_surname(word.key, book)
        return self._parts(word.text, word.key, surname, key, realm)

    def _short_form(self, word: str, full: str, key: Key, realm: str) -> str:
        """The surrogate of a nickname: short for the surrogate of the name that it is short for, where there is one."""
        new = self.swap(full, False, key, realm)
        shorts = [short for short in short_forms().get(fold_word(new), ()) if short != word]
        return shorts[key.number("short form", realm, word) % len(shorts)].capitalize() if shorts else new

    def lone_is_surname(self, word: str, book: Book) -> bool:
        """What a word alone is: as the note says, else as the lists do."""
        known = book.is_surname(word)
        if known is not None:
            return known
        return self._pools.is_surname(word)

    def _parts(self, text: str, word: str, surname: bool, key: Key, realm: str) -> str:
        """A word; the halves of a hyphened one are replaced each as it would be alone."""
        pool = self._pools.surnames if surname else self._pools.givens
        halves = re.split(r"([-’'`])", text) if "-" in text and pool.group(word) is None else [text]
        if len(halves) > 1 and all(len(half) == 1 for half in halves[::2]):  # the initials of Jean-Paul
            return "".join(half if n % 2 else _cased(letter(half, key, realm), half) for n, half in enumerate(halves))
        if all(len(half) > 1 for half in halves[::2]):
            return "".join(
                half if n % 2 else like(half, self.swap(fold_word(half), surname, key, realm))
                for n, half in enumerate(halves)
            )
        return like(text, self.swap(word, surname, key, realm))

    def swap(self, word: str, surname: bool, key: Key, realm: str) -> str:
        """The surrogate of one folded word."""
        if surname:
            return self._pools.surnames.swap(key, f"surname {realm}", word)
        return self._pools.givens.swap(key, f"given {realm}", word)

    def _initial(self, word: Word, parsed: ParsedName, key: Key, realm: str, book: Book) -> str:
        """The letter for an initial: that of the surrogate of what it stands for, where the note tells."""
        surname, lone = parsed.surname.rsplit(" ", 1)[-1], parsed.first(Role.LONE)
        if word.role is Role.GIVEN and surname and (full := book.given_of(surname, word.key)):
            return fold_word(self.swap(full, False, key, realm))[0]
        if lone and (full := book.given_of(lone, word.key)):
            return fold_word(self.swap(full, False, key, realm))[0]
        if lone and (full := book.surname_of(lone, word.key)):
            return fold_word(self.swap(full, True, key, realm))[0]
        return letter(word.key, key, realm)

    def _initials(self, text: str, parsed: ParsedName, key: Key, realm: str, book: Book) -> str:
        person = book.by_initials(parsed.initials)
        letters = [letter(c, key, realm) for c in parsed.initials]
        if person is not None:
            letters[0] = fold_word(self.swap(person.given, False, key, realm))[0]
            letters[-1] = fold_word(self.swap(person.surname.rsplit(" ", 1)[-1], True, key, realm))[0]
            if "".join(letters) == parsed.initials:
                letters[0] = letter(letters[0], key, realm)
        rest = iter(letters)
        return "".join(_cased(next(rest, "x"), c) if c.isalpha() else c for c in text)

    def handle(self, text: str, key: Key, realm: str, book: Book) -> str:
        """The surrogate of a user name or the local part of an e-mail address, in agreement with the note's names."""
        pieces = re.split(r"([^\W\d_]+)", text)
        return "".join(
            self._handle_run(piece, key, realm, book) if n % 2 else randomise(piece, key, realm)
            for n, piece in enumerate(pieces)
        )

    def _handle_run(self, run: str, key: Key, realm: str, book: Book) -> str:
        word = fold_word(run)
        known = book.is_surname(word)
        if known is not None:
            return like(run, re.sub(r"\W", "", self.swap(word, known, key, realm)))
        for person in book.first_people():
            made = self._handle_of(word, person, key, realm)
            if made:
                return like(run, made)
        if part := book.name_within(word):
            at = word.index(part)
            made = re.sub(r"\W", "", self.swap(part, bool(book.is_surname(part)), key, realm))
            rest = (randomise(run[:at], key, realm), randomise(run[at + len(part) :], key, realm))
            return rest[0] + like(run[at : at + len(part)], made) + rest[1]
        if len(word) > 3 and self._pools.knows(word):
            return like(run, re.sub(r"\W", "", self.swap(word, self._pools.is_surname(word), key, realm)))
        if len(word) > 4 and self._pools.knows(word[1:]):
            made = letter(word[0], key, realm) + self.swap(word[1:], True, key, realm)
            return like(run, re.sub(r"\W", "", made).lower())
        return randomise(run, key, realm)

    def _handle_of(self, run: str, person: NameKeys, key: Key, realm: str) -> str:
        """The surrogate of a run of letters made of a person's name, such as "swoodbur" of S. Woodburn."""
        given, last = person.given, person.surname.rsplit(" ", 1)[-1]
        new_given, new_last = self.swap(given, False, key, realm).lower(), self.swap(last, True, key, realm).lower()
        middle = (person.middle[:1], letter(person.middle[0], key, realm) if person.middle else "")
        forms = (
            (given + last, new_given + new_last),
            (last + given, new_last + new_given),
            (given[0] + last, new_given[0] + new_last),
            (given[0] + middle[0] + last, new_given[0] + middle[1] + new_last),
            (given + last[0], new_given + new_last[0]),
            (last + given[0], new_last + new_given[0]),
        )
        for old, new in forms:
            if run == old:
                return re.sub(r"\W", "", new)
        for old, new in forms:
            if len(run) >= 5 and old.startswith(run):
                return re.sub(r"\W", "", new)[: len(run)]
        return ""


@lru_cache(4096)
def letter(old: str, key: Key, realm: str) -> str:
    """Another letter for one that is an initial; each goes to one of its own."""
    base = fold_word(old)[:1]
    if not ("a" <= base <= "z"):
        return chr(97 + key.number("letter", realm, old) % 26)
    return chr(97 + Permutation(key.digest("letters", realm), 26)(ord(base) - 97))


def _cased(new: str, model: str) -> str:
    return new.upper() if model.isupper() else new
