"""What is counted in a file and its output, and which columns tell of people, by a list that scrub does not use."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

_STRUCTURED = re.compile(
    r"(?:^| )(?:(?:first|last|middle|maiden|full|family|given|patient|pat|pt|sur)?name|first|last|maiden|surname|nom|"
    r"prenom|nombre|apellidos?|(?:home |street )?address|adresse|direccion|street|city|ville|ciudad|zip|zip code|cp|"
    r"postal code|code postal|phone|telephone|telefono|tel|mobile|fax|e ?mail|courriel|ssn|mrn|passport|drivers|lat|"
    r"lon|birth ?date|dob|date de naissance|fecha de nacimiento|death ?date|patient|encounter|nir|ipp|dni|"
    r"nhc)(?: \d+)?$|^id$"
)
_OF_THINGS = re.compile(r"file|column|generic|drug|medica|product|test|class|type|event|table|field")
_DAYS = re.compile(r"(?:^| )date$")
"""Numbers in such a column are days, as databases count them: dates."""
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?")


@dataclass
class Counts:
    """Of one file, or of many."""

    numbers: int = 0
    """Numeric values and codes that tell of nobody."""
    changed: int = 0
    """Of these, how many are not what they were."""
    structured: int = 0
    """Values in places that are a person's name, address, number or the like."""
    left: int = 0
    """Of these, how many are still there."""
    valid: int = 0
    """Documents that are valid by their standard."""
    invalid: int = 0
    """Of these, how many are not any more."""

    def __iadd__(self, other: Counts) -> Counts:
        for count in fields(self):
            setattr(self, count.name, getattr(self, count.name) + getattr(other, count.name))
        return self


Measure = Callable[[Path, Path], Counts]
"""Compares a file with its output; whatever it raises at the output means that this one does not open."""


def is_structured(header: str) -> bool:
    """Whether a column of this name holds what identifies a person."""
    words = _words(header)
    return bool(_STRUCTURED.search(words)) and not _OF_THINGS.search(words)


def _words(header: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFD", header) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", plain)).lower()


def _of_people(header: Sequence[str]) -> list[bool]:
    """Which columns identify people; a name beside nothing but the number of a drug is the drug's."""
    found = [is_structured(name) for name in header]
    of_things = sum(found) == 1 and any(map(_OF_THINGS.search, map(_words, header)))
    return [False] * len(header) if of_things else found


def of_columns(header: Sequence[str], before: Iterable[Sequence[str]], after: Iterable[Sequence[str]]) -> Counts:
    """Counts over rows that belong together. A value is left where its column still holds it in the same row."""
    counts = Counts()
    structured, days = _of_people(header), [_DAYS.search(_words(name)) for name in header]
    for old, new in zip(before, after, strict=True):
        for at, value in enumerate(old):
            value = value.strip()
            if at < len(structured) and structured[at]:
                counts.structured += bool(value)
                counts.left += bool(value) and new[at].strip() == value
            elif _NUMBER.fullmatch(value) and not days[at]:
                counts.numbers += 1
                counts.changed += new[at].strip() != value
    return counts


def of_values(values: Iterable[str], after: str) -> Counts:
    """Counts over values that may stand nowhere in the output."""
    wanted = {value.strip() for value in values if len(value.strip()) > 2}
    return Counts(structured=len(wanted), left=sum(value in after for value in wanted))
