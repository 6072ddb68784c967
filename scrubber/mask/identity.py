"""When two pieces of text are the same thing: one normal form per kind of PHI type."""

from __future__ import annotations

from scrubber.lazy_pattern import lazy_re
from scrubber.mask.names import word_set

PERSON_TYPES = frozenset({"PATIENT", "DOCTOR"})
NAMED_PLACES = frozenset({"HOSPITAL", "HEALTHCENTRE", "ORGANIZATION"})
"""Places that a note calls by the first words of their name, or by its initials."""
CODES = word_set(
    "PHONE FAX ZIP SSN MEDICALRECORD HEALTHPLAN ACCOUNT LICENSE VEHICLE DEVICE BIOID IDNUM NATIONALID ENCOUNTER STAFFID"
)
_SIGNS = lazy_re(r"[\W_]+")
_SOFT = lazy_re(r"[.'’,]+")


def normal_form(type_: str, text: str) -> str:
    """The form in which equal text means the same thing.

    Case never counts. In numbers and codes the separators do not count either, in places the points and apostrophes;
    dates count as they are written: "3/14" may be of any year.
    """
    low = text.casefold()
    if type_ in CODES:
        return _SIGNS.sub("", low) or low
    if type_ in NAMED_PLACES or type_ in ("CITY", "STREET", "LOCATION-OTHER"):
        low = _SOFT.sub("", low).replace("-", " ")
    return " ".join(low.split()) or text
