"""Numbered typed tags: ``[PATIENT-1]``. The same person or place keeps its number within a note."""

from __future__ import annotations

from collections.abc import Sequence

from scrubber.mask.identity import NAMED_PLACES, normal_form
from scrubber.mask.names import word_set
from scrubber.mask.person import Person
from scrubber.text.span import Span

LIMIT = 50_000
"""How many different texts a note's numbers are remembered for. Past that the memory starts afresh: numbers go on
counting and are never used twice, but what was mentioned before gets a new one."""


class TagNumbers:
    """Hands out tag numbers by first appearance, type by type. One note may come in any number of pieces."""

    def __init__(self) -> None:
        self._tags: dict[tuple[str, str], str] = {}
        self._numbers: dict[tuple[str, str], int] = {}
        self._count: dict[str, int] = {}
        self._places: dict[str, _Places] = {}

    def tags(self, text: str, spans: Sequence[Span], people: Sequence[Person | None]) -> list[str]:
        """A tag for every span, in order, given whom each names."""
        return [self.tag(s.type, text[s.start : s.end], person) for s, person in zip(spans, people, strict=True)]

    def tag(self, type_: str, text: str, person: Person | None = None) -> str:
        """The tag of a person, under the type by which the note introduced them, else that of a text."""
        if person is not None:
            person.number = person.number or self._next(person.type)
            return f"[{person.type}-{person.number}]"
        tag = self._tags.get((type_, text))
        if tag is None:
            if len(self._tags) >= LIMIT or len(self._numbers) >= LIMIT:
                self._forget()
            tag = self._tags[type_, text] = f"[{type_}-{self._number(type_, text)}]"
        return tag

    def _next(self, type_: str) -> int:
        number = self._count[type_] = self._count.get(type_, 0) + 1
        return number

    def _number(self, type_: str, text: str) -> int:
        identity = (type_, normal_form(type_, text))
        number = self._numbers.get(identity)
        if number is None and type_ in NAMED_PLACES:
            number = self._places.setdefault(type_, _Places()).number(identity[1], text)
        if number is None:
            number = self._next(type_)
            if type_ in NAMED_PLACES:
                self._places[type_].learn(identity[1], number)
        self._numbers[identity] = number
        return number

    def _forget(self) -> None:
        self._tags.clear()
        self._numbers.clear()
        self._places.clear()


class _Places:
    """The named places of one type: "Mid Coast" for "Mid Coast Regional Hospital", "TGH" for its initials."""

    def __init__(self) -> None:
        self._short: dict[str, set[int]] = {}

    def number(self, form: str, text: str) -> int | None:
        """The number of the only place that goes by this short form."""
        telling = len(form) > 4 or " " in form or (text.isupper() and len(form) > 2)
        numbers = self._short.get(form, set()) if telling else set()
        return next(iter(numbers)) if len(numbers) == 1 else None

    def learn(self, form: str, number: int) -> None:
        """Remember a full name by its first words and its initials."""
        words = form.split()[:8]
        for count in range(1, len(words)):
            self._short.setdefault(" ".join(words[:count]), set()).add(number)
        initials = initials_of(form)
        if len(initials) >= 3:
            self._short.setdefault(initials, set()).add(number)


def initials_of(name: str) -> str:
    """The letters that a place's name is called by: "tgh" for "toronto general hospital"."""
    return "".join(word[0] for word in name.split()[:8] if word.casefold() not in _SMALL_WORDS)


_SMALL_WORDS = word_set("of the and for at in de la du des & - /")
