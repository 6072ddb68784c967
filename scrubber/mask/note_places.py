"""The places that one note names, so that what names them again (initials, a hospital's town) agrees with them."""

from __future__ import annotations

from scrubber.mask.surrogate.pools import form_of
from scrubber.mask.surrogate.regions import Region, regions
from scrubber.mask.tags import initials_of

LIMIT = 5_000
"""Towns and places remembered; those after it are replaced all the same, only what their initials stand for is then not
known."""


class NotePlaces:
    """Where a note is at home, its towns, and the full names of its hospitals and organizations."""

    def __init__(self, language: str = "en") -> None:
        self.home: Region | None = None
        """The state, province or nation that the note named first."""
        self.towns: dict[str, Region | None] = {}
        """The note's towns by their folded names, and the state, province or country that stood beside each."""
        self._names: dict[str, str] = {}
        self._regions = regions(language)

    def learn_name(self, name: str) -> None:
        """The note names a hospital or organization."""
        if len(self._names) < LIMIT and len(letters := initials_of(name)) > 2:
            self._names.setdefault(letters.upper(), name)

    def learn_region(self, type_: str, text: str, after: str) -> None:
        """The note names a town, a state or a ZIP code; ``after`` is what stands behind it."""
        form = form_of(text)
        if type_ == "CITY":
            region = self._regions.beside(after)
            if len(self.towns) < LIMIT:
                self.towns[form] = self.towns.get(form) or region
        else:
            region = self._regions.of_code(text) if type_ == "ZIP" else self._regions.by_name.get(form)
        if region is not None and region.postal:
            self.home = self.home or region

    def of_initials(self, text: str) -> str:
        """The full name of the place that these capitals are the initials of, or an empty string."""
        if not text.isupper() or " " in text:
            return ""
        return self._names.get("".join(c for c in text if c.isalpha()), "")
