"""What one note tells of its people, places and dates before anything in it is replaced."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from scrubber.mask.dates import DateContext
from scrubber.mask.dates.shift import full_date, order_shown
from scrubber.mask.dates.words import calendars
from scrubber.mask.identity import NAMED_PLACES, normal_form
from scrubber.mask.people import People
from scrubber.mask.surrogate.pools import plain
from scrubber.mask.surrogate.regions import Region, regions
from scrubber.mask.tags import initials_of
from scrubber.mask.vocabulary import vocabulary
from scrubber.text.span import Span

AROUND = 32
"""Characters around a span that tell what it is."""
LIMIT = 5_000
"""Towns and places remembered per note; those after it are replaced all the same, only what their initials stand for is
then not known."""
LONGEST_STAY = 2 * 366
"""Days: full dates further from the note's latest one are no dates of the note (births, operations long ago)."""


class Book:
    """The places of a note, so that initials and hospitals fit them; how its dates read; and its people."""

    def __init__(self, language: str = "en", people: People | None = None) -> None:
        self.people = people or People()
        self.home: Region | None = None
        """The state or province that the note named first."""
        self.towns: dict[str, Region | None] = {}
        """The note's towns by their folded names, and the state, province or country that stood beside each."""
        self._places: dict[str, str] = {}
        self.record = ""
        """The note's first medical record number, as it is written."""
        self._orders = {"dmy": 0, "mdy": 0}
        self._anchor: date | None = None
        self._latest: date | None = None
        self._births: set[date] = set()
        self._language = language
        self._context: DateContext | None = None

    def learn(self, text: str, spans: Iterable[Span]) -> None:
        """Take notice of a text's spans, and of what stands around them, before any is replaced."""
        for span in spans:
            if span.type == "DATE":
                self._learn_date(text, span)
            elif span.type in NAMED_PLACES:
                self._learn_place(text[span.start : span.end])
            elif span.type in ("CITY", "ZIP", "STATE"):
                self._learn_region(span.type, text[span.start : span.end], text[span.end : span.end + AROUND])
            elif span.type == "MEDICALRECORD":
                self.record = self.record or text[span.start : span.end]

    def _learn_place(self, name: str) -> None:
        if len(self._places) < LIMIT and len(letters := initials_of(name)) > 2:
            self._places.setdefault(letters.upper(), name)

    def _learn_date(self, text: str, span: Span) -> None:
        name = text[span.start : span.end]
        order = order_shown(name)
        if order:
            self._orders[order] += 1
            self._context = None
        day = full_date(name, self.dates())
        if day is None:
            return
        if vocabulary(self._language).birth.search(text[max(0, span.start - AROUND) : span.start]):
            self._births.add(day)
        elif self._latest is None or day > self._latest:
            self._latest, self._context = day, None

    def _learn_region(self, type_: str, text: str, after: str) -> None:
        known = regions(self._language)
        form = " ".join(plain(text).split())
        if type_ == "CITY":
            region = known.beside(after)
            if len(self.towns) < LIMIT:
                self.towns[form] = self.towns.get(form) or region
        else:
            region = known.of_code(text) if type_ == "ZIP" else known.by_name.get(form)
        if region is not None and region.code:
            self.home = self.home or region

    @property
    def owner(self) -> str:
        """Whose note it is, as far as it tells by itself: its first record number, else its first patient's name."""
        if self.record:
            return f"record {normal_form('MEDICALRECORD', self.record)}"
        return f"name {self.people.patient}" if self.people.patient else ""

    def place_of_initials(self, text: str) -> str:
        """The full name of the note's place that these capitals are the initials of, or an empty string."""
        if not text.isupper() or " " in text:
            return ""
        return self._places.get("".join(c for c in text if c.isalpha()), "")

    def dates(self) -> DateContext:
        """How the note's dates are to be read."""
        if self._context is None:
            shown = self._orders["dmy"] - self._orders["mdy"]
            usual = self._language in calendars() and calendars()[self._language].day_first
            day_first = shown > 0 or (usual and not shown)
            self._context = DateContext(day_first, self._anchor or self._latest, self._language)
        return self._context

    def saw_date(self, day: date) -> None:
        """A full date has been read: partial ones behind it count from there, unless somebody was born on it."""
        if (
            day != self._anchor
            and day not in self._births
            and (self._latest is None or abs((self._latest - day).days) <= LONGEST_STAY)
        ):
            self._anchor, self._context = day, None
