"""Whose text is being masked: what an operator gets beside the text and its type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scrubber.errors import UsageError
from scrubber.mask.book import Book
from scrubber.mask.keys import Key
from scrubber.mask.person import Person
from scrubber.mask.surrogate.surrogates import Surrogates
from scrubber.mask.tags import TagNumbers

SCOPES = ("note", "patient", "corpus")


@dataclass(slots=True)
class Subject:
    """The note and patient that a text belongs to, whom it names, and the key.

    Operators are functions of the text, its type and this; they change nothing in it but tag numbers, the date that
    was read last, and under which name a person goes.
    """

    key: Key
    note: str = ""
    """The note's name."""
    patient: str = ""
    """The patient's id; the note's name where no patient is known, so that nobody is taken for somebody else."""
    numbers: TagNumbers = field(default_factory=TagNumbers)
    book: Book = field(default_factory=Book)
    surrogates: Surrogates = field(default_factory=Surrogates)
    shifts: Mapping[str, int] = field(default_factory=dict)
    """Days by patient, where they were given rather than derived."""
    person: Person | None = None
    """Whom the text that is being masked names; None for what is no name."""

    def realm(self, scope: str) -> str:
        """Within what the same original has the same replacement, as a text to derive from.

        Raises:
            UsageError: there is no such scope.
        """
        if scope == "corpus":
            return ""
        if scope == "patient":
            return f"patient {self.patient}"
        if scope == "note":
            return f"note {self.patient} {self.note}"
        raise UsageError(f"no scope '{scope}': choose from {', '.join(SCOPES)}")
