"""How the dates of one note read: which of "3/4" is the month, and which day a date without a year counts from."""

from __future__ import annotations

from datetime import date

from scrubber.mask.dates.shift import DateContext, full_date, order_shown
from scrubber.mask.dates.words import calendars

LONGEST_STAY = 2 * 366
"""Days: full dates further from the note's latest one are no dates of the note (births, operations long ago)."""


class NoteDates:
    """What a note's dates tell of one another."""

    def __init__(self, language: str = "en") -> None:
        self._orders = {"dmy": 0, "mdy": 0}
        self._anchor: date | None = None
        self._latest: date | None = None
        self._births: set[date] = set()
        self._language = language
        self._context: DateContext | None = None

    def learn(self, text: str, *, of_birth: bool) -> None:
        """The note has a date."""
        order = order_shown(text)
        if order:
            self._orders[order] += 1
            self._context = None
        day = full_date(text, self.context())
        if day is None:
            return
        if of_birth:
            self._births.add(day)
        elif self._latest is None or day > self._latest:
            self._latest, self._context = day, None

    def context(self) -> DateContext:
        """How the note's dates are to be read."""
        if self._context is None:
            shown = self._orders["dmy"] - self._orders["mdy"]
            usual = self._language in calendars() and calendars()[self._language].day_first
            day_first = shown > 0 or (usual and not shown)
            self._context = DateContext(day_first, self._anchor or self._latest, self._language)
        return self._context

    def saw(self, day: date) -> None:
        """A full date has been read: partial ones behind it count from there, unless somebody was born on it."""
        if (
            day != self._anchor
            and day not in self._births
            and (self._latest is None or abs((self._latest - day).days) <= LONGEST_STAY)
        ):
            self._anchor, self._context = day, None
