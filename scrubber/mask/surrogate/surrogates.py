"""Which surrogate belongs to which PHI type."""

from __future__ import annotations

from functools import cached_property

from scrubber.mask.book import Book
from scrubber.mask.identity import PERSON_TYPES
from scrubber.mask.keys import Key
from scrubber.mask.names import word_set
from scrubber.mask.numerals import respelled
from scrubber.mask.person import Person
from scrubber.mask.surrogate import contacts
from scrubber.mask.surrogate.codes import clinical_code
from scrubber.mask.surrogate.geography import Geography
from scrubber.mask.surrogate.ids import identifier
from scrubber.mask.surrogate.names import NameSurrogates
from scrubber.mask.surrogate.places import PlaceSurrogates
from scrubber.mask.surrogate.pools import MEMORY
from scrubber.mask.surrogate.shape import randomise
from scrubber.text.remembered import remembered

_PLACES = frozenset(
    ("HOSPITAL", "HEALTHCENTRE", "ORGANIZATION", "STREET", "CITY", "STATE", "COUNTRY", "LOCATION-OTHER", "PROFESSION")
)
_PERSONAL = word_set("SEX KINSHIP OTHER-SUBJECT RELIGION ETHNICITY MARITAL_STATUS LANGUAGE CONTINENT")
"""Words that have no like: replaced out of a list where the language has one, redacted where not."""


class Surrogates:
    """The lists, loaded once and shared by all notes, and the choice by type. Holds no state but what it remembers of
    its own (pure) answers.

    Args:
        moves: states and provinces are replaced too, so that towns, ZIP and area codes move with them.
        nearest: how many neighbours a town is replaced out of; 0: out of its whole state.
        listed: hospitals go by the names of others of their country.
    """

    def __init__(self, language: str = "en", *, moves: bool = False, nearest: int = 0, listed: bool = False) -> None:
        self.language = language
        self._moves, self._nearest, self._listed = moves, nearest, listed
        self._number = remembered(MEMORY)(self._new_number)

    @cached_property
    def names(self) -> NameSurrogates:
        """Names of people."""
        return NameSurrogates(self.language)

    @cached_property
    def geography(self) -> Geography:
        """Towns and regions."""
        return Geography(self.language, moves=self._moves, nearest=self._nearest)

    @cached_property
    def places(self) -> PlaceSurrogates:
        """Places, organizations, professions."""
        return PlaceSurrogates(self.names, self.geography, self.language, listed=self._listed)

    def load(self) -> None:
        """Read the lists now, before worker processes are forked."""
        _ = self.names, self.places

    def replace(
        self,
        text: str,
        type_: str,
        key: Key,
        realm: str,
        book: Book,
        person: Person | None = None,
        *,
        partial: bool = False,
    ) -> str:
        """The surrogate for a text of any type but DATE and AGE, which other operators see to.

        Args:
            book: what the note tells; person: whom the text names, where that is known.
        """
        if type_ in PERSON_TYPES:
            return self.names.name(text, person or book.people.person(type_, text), book.people, key, realm)
        if type_ == "USERNAME":
            return self.names.handle(text, book.people, key, realm)
        if type_ in _PERSONAL and not self.places.has(type_):
            return f"[{type_}]"
        if type_ in _PLACES or type_ in _PERSONAL:
            return self.places.place(text, type_, key, realm, book.places)
        if type_ == "EMAIL":
            return contacts.email(text, book.people, key, realm, self.names)
        return self._number(text, type_, key, realm, partial)

    def _new_number(self, text: str, type_: str, key: Key, realm: str, partial: bool) -> str:
        """The surrogate of what does not depend on the note."""
        spelled = respelled(text, lambda digits: self._new_number(digits, type_, key, realm, partial), self.language)
        if spelled is not None:
            return spelled
        if type_ in ("PHONE", "FAX"):
            made = contacts.phone(text, key, realm, self.geography)
            return made if made != text else randomise(text, key, realm)
        if type_ == "URL":
            return contacts.url(text, key, realm, self.names)
        if type_ == "IPADDRESS":
            return contacts.ip_address(text, key, realm)
        if type_ == "CLINICAL_CODE":
            return clinical_code(text, key, realm)
        if any(c.isalnum() for c in text):
            return identifier(text, type_, key, realm, self.geography, partial=partial)
        return randomise(text, key, realm)
