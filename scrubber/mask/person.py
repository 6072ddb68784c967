"""A person as a note tells of them, and the user names that are made of a name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class Person:
    """A person as known so far from the note; all words folded."""

    type: str
    """The PHI type of the first mention."""
    given: str = ""
    """Given name, or its initial as long as no more is known."""
    middle: str = ""
    surname: str = ""
    """With its particles: "de la cruz"."""
    lone: str = ""
    """A single word not yet known to be the one or the other."""
    letters: str = ""
    """Initials, where nothing else is known."""
    sex: str = ""
    """``f`` or ``m`` where a title tells."""
    number: int = 0
    """In the tag; 0 as long as there is none."""
    mentions: int = 0
    """How many were replaced, where names switch."""
    turn: int = 0
    """How often the surrogate switched."""

    @property
    def last(self) -> str:
        """The surname without its particles."""
        return self.surname.rsplit(" ", 1)[-1]

    @property
    def full(self) -> bool:
        """Whether given name and surname are known."""
        return len(self.given) > 1 and bool(self.surname)

    @property
    def identity(self) -> str:
        """What the person is known by, however a mention writes it: given name and surname as far as they are known."""
        return f"{self.given} {self.surname}".strip() or self.lone or self.letters

    def initials(self) -> tuple[str, ...]:
        """The initials that a note may sign this person with."""
        if not (self.given and self.surname):
            return (self.letters,) if self.letters else ()
        short = self.given[0] + self.last[0]
        return (short, self.given[0] + self.middle[0] + self.last[0]) if self.middle else (short,)

    def handles(self) -> tuple[str, ...]:
        """What a user name makes of a full name, the forms with the whole surname first: "zorvath", "orvathz"."""
        return handles_of(self.given, self.middle[:1], self.last)


def handles_of(given: str, middle: str, last: str) -> tuple[str, ...]:
    """User names of a given name, a middle initial and a surname, always in the same order."""
    first = given[0]
    return (given + last, last + given, first + last, first + middle + last, given + last[0], last + first)
