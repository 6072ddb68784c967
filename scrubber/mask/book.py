"""What one note tells of its people, places and dates before anything in it is replaced."""

from __future__ import annotations

from collections.abc import Iterable

from scrubber.mask.dates.note_dates import NoteDates
from scrubber.mask.identity import NAMED_PLACES, normal_form
from scrubber.mask.note_places import NotePlaces
from scrubber.mask.people import People
from scrubber.mask.vocabulary import vocabulary
from scrubber.text.span import Span

AROUND = 32
"""Characters around a span that tell what it is."""


class Book:
    """The people, places and dates of a note, and its record number."""

    def __init__(self, language: str = "en", people: People | None = None) -> None:
        self.people = people or People()
        self.places = NotePlaces(language)
        self.dates = NoteDates(language)
        self.record = ""
        """The note's first medical record number, as it is written."""
        self._birth = vocabulary(language).birth

    def learn(self, text: str, spans: Iterable[Span]) -> None:
        """Take notice of a text's spans, and of what stands around them, before any is replaced."""
        for span in spans:
            name = text[span.start : span.end]
            if span.type == "DATE":
                before = text[max(0, span.start - AROUND) : span.start]
                self.dates.learn(name, of_birth=self._birth.search(before) is not None)
            elif span.type in NAMED_PLACES:
                self.places.learn_name(name)
            elif span.type in ("CITY", "ZIP", "STATE"):
                self.places.learn_region(span.type, name, text[span.end : span.end + AROUND])
            elif span.type == "MEDICALRECORD":
                self.record = self.record or name

    @property
    def owner(self) -> str:
        """Whose note it is, as far as it tells by itself: its first record number, else its first patient's name."""
        if self.record:
            return f"record {normal_form('MEDICALRECORD', self.record)}"
        return f"name {self.people.patient}" if self.people.patient else ""
