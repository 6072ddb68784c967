"""From a policy's choice of operators to replacements: what is made once, and what belongs to one note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scrubber.budget import watched
from scrubber.data import data_folder
from scrubber.errors import UsageError
from scrubber.lazy_pattern import lazy_re
from scrubber.mask.certainty import INVENTING, likely_again, surely_personal
from scrubber.mask.identity import CODES, normal_form
from scrubber.mask.keys import Key, fresh_key
from scrubber.mask.people import People
from scrubber.mask.tags import LIMIT, TagNumbers
from scrubber.policy import OperatorChoice, Policy
from scrubber.text.span import Span

if TYPE_CHECKING:
    from scrubber.mask.book import Book
    from scrubber.mask.operators import Operator
    from scrubber.mask.subject import Subject

_UNKEYED = frozenset(("tag", "redact", "generalise", "truncate", "keep"))
_LONG = 7
"""Letters and digits of a number that two of a note do not share by chance."""
_SHORT_YEAR = lazy_re(r"\d\d")


class Masking:
    """The operators of a policy, made ready once. Holds no state of any note.

    Args:
        key: what keyed operators derive from; a fresh one when none is given (see :attr:`fresh`).
        shifts: days by patient, where they are given rather than derived.

    Raises:
        UsageError: an unknown operator or option.
    """

    def __init__(
        self, policy: Policy, key: Key | None = None, shifts: Mapping[str, int] | None = None, language: str = "en"
    ) -> None:
        choices = self._choices = {type_: policy.operator_of(type_) for type_ in policy.masked}
        self.keyed = any(is_keyed(choice.name) for choice in choices.values())
        self.key = key or fresh_key()
        self.shifts = shifts or {}
        self.language = language
        self.only_tags = all(choice.name == "tag" and not choice.options for choice in choices.values())
        self.operators: dict[str, Operator] = {}
        if not self.only_tags:  # plain tags need nothing of all this, and start in no time
            from scrubber.mask.operators import make_operator
            from scrubber.mask.surrogate.surrogates import Surrogates

            self.operators = {t: make_operator(choice.name, choice.options, t) for t, choice in choices.items()}
            made = {t: choice.options for t, choice in choices.items() if choice.name == "surrogate"}
            nearest = made.get("CITY", {}).get("nearest", 0)
            if nearest < 0 or (nearest and "STATE" in made):
                raise UsageError("types.CITY: nearest is one town or more, of a state that stays or gets a tag")
            listed = made.get("HOSPITAL", {}).get("listed", False)
            self.surrogates = Surrogates(language, moves="STATE" in made, nearest=nearest, listed=listed)
            self.inventing = frozenset(t for t, choice in choices.items() if choice.name in INVENTING)
            if made:
                self.surrogates.load()

    def chosen(self, type_: str) -> OperatorChoice:
        """The operator that the policy chose for a type."""
        return self._choices[type_]

    def leaves_readable(self, type_: str) -> bool:
        """Whether what replaces a type still tells of it to whoever reads it."""
        return self._choices[type_].name in ("keep", "generalise", "vary")

    @property
    def fresh(self) -> bool:
        """Whether the output depends on a key that nobody gave, and so cannot be made again."""
        return self.keyed and self.key.fresh

    def note(self, name: str, patient: str | None, before: NoteMasking | None = None) -> NoteMasking:
        """What masks one note, or goes on masking it in another language than ``before`` did."""
        return NoteMasking(self, name, patient, before)


class Maskings:
    """The operators for each language, with the key of them all; those of English where it has no lists of its own."""

    def __init__(self, policy: Policy, key: Key | None, shifts: Mapping[str, int] | None) -> None:
        self.first = Masking(policy, key, shifts)
        """Those of English."""
        self._policy = policy
        self._made = {self.first.language: self.first}

    def of(self, language: str) -> Masking:
        """The operators for a language."""
        if language not in self._made:
            own = (data_folder("lexicons") / f"{language}_surrogates").is_dir()
            made = Masking(self._policy, self.first.key, self.first.shifts, language) if own else self.first
            self._made[language] = made
        return self._made[language]


def is_keyed(operator: str) -> bool:
    """Whether an operator's output depends on the key. One of a site's own is taken to."""
    return operator not in _UNKEYED


class NoteMasking:
    """What masks one note, given whole or piece by piece."""

    def __init__(self, masking: Masking, name: str, patient: str | None, before: NoteMasking | None) -> None:
        self._masking = masking
        self._numbers: TagNumbers = before._numbers if before else TagNumbers()
        self._people: People = before._people if before else People()
        self._subject: Subject | None = None
        self._book: Book | None = None
        self._sure: set[object] = set()
        """The people, places and numbers that a mention so far names surely."""
        self._numbers_of: dict[str, str] = {}
        """The type under which the note first has a long number, without its separators."""
        self._name = name
        self._patient = patient

    def replacements(self, text: str, spans: Sequence[Span]) -> list[str]:
        """What replaces every span, in order.

        Raises:
            NoteError: a site's own operator failed; nothing of the note may be written.
        """
        people = self._people.whom(text, spans, self._masking.language)
        if self._masking.only_tags:
            return self._numbers.tags(text, spans, people)
        spans = [self._as_first(text, span) if span.type in CODES else span for span in spans]
        book = self._book = self._book or self._new_book()
        book.learn(text, spans)
        subject = self._subject or self._new_subject(book)
        named = [
            person or (span.type, normal_form(span.type, text[span.start : span.end]))
            for span, person in zip(spans, people, strict=True)
        ]
        if len(self._sure) > LIMIT:
            self._sure.clear()
        sure = [self._surely_personal(text, span) for span in spans]
        self._sure.update(what for what, surely in zip(named, sure, strict=True) if surely)
        made: list[str] = []
        for span, person, what, surely in watched(zip(spans, people, named, sure, strict=True)):
            subject.person = person
            surely = surely or (what in self._sure and likely_again(text, span, self._masking.language))
            made.append(self._replaced(text, span, subject, surely))
        return made

    def _as_first(self, text: str, span: Span) -> Span:
        """A number as one of the type under which the note had it first: one number has one surrogate."""
        form = normal_form(span.type, text[span.start : span.end])
        if len(form) < _LONG:
            return span
        if len(self._numbers_of) >= LIMIT:
            self._numbers_of.clear()
        first = self._numbers_of.setdefault(form, span.type)
        same = self._masking.chosen(first) == self._masking.chosen(span.type)
        return span.typed(first) if same else span

    def _surely_personal(self, text: str, span: Span) -> bool:
        masking = self._masking
        return span.type in masking.inventing and surely_personal(
            text, span, masking.language, masking.surrogates.names.knows
        )

    def _replaced(self, text: str, span: Span, subject: Subject, surely: bool) -> str:
        masking, original = self._masking, text[span.start : span.end]
        if span.type in masking.inventing and not surely:
            return subject.numbers.tag(span.type, original, subject.person)
        operator = masking.operators[span.type]
        if span.type == "DATE" and span.start and text[span.start - 1] in "'’‘" and _SHORT_YEAR.fullmatch(original):
            # the apostrophe of '08 is no part of the span, and yet is what makes a year of it
            return operator("'" + original, span.type, subject).removeprefix("'")
        return operator(original, span.type, subject)

    def _new_book(self) -> Book:
        from scrubber.mask.book import Book

        return Book(self._masking.language, self._people)

    def _new_subject(self, book: Book) -> Subject:
        """Whose note it is: as the run was told, else as its first spans tell."""
        from scrubber.mask.subject import Subject

        masking = self._masking
        self._subject = Subject(
            masking.key,
            self._name,
            book.owner or self._name if self._patient is None else self._patient,
            self._numbers,
            book,
            masking.surrogates,
            masking.shifts,
        )
        return self._subject
