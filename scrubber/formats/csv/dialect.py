"""How a delimited file is written, found out from its beginning."""

from __future__ import annotations

import re

from scrubber.errors import NoteError
from scrubber.formats.csv.records import Dialect, complete_records

SAMPLE = 65_536
"""Code points that are looked at."""
DELIMITERS = (",", "\t", ";", "|")
NO_DELIMITER = "\x1f"
"""Stands for the delimiter of a single column, whose text may hold all the others."""
_MANNERS: tuple[dict[str, bool], ...] = ({}, {"backslash": True}, {"spaced": True})


def sniff_dialect(sample: str, whole: bool, delimiter: str = "") -> Dialect:
    """The dialect in which all records of the sample have as many fields; where several do, that with most of them.

    Args:
        whole: the sample is the file, and so its last record is complete.
        delimiter: what the file's name says of it; empty for nothing.
    """
    signs = (delimiter,) if delimiter else DELIMITERS
    for manner in _MANNERS:
        counts = {sign: _count(sample, whole, Dialect(sign, **manner)) for sign in signs}
        best = max(signs, key=lambda sign: counts[sign])  # the first of several
        if counts[best] > 1:
            return Dialect(best, **manner)
    first = re.split(r"[\r\n]", sample.lstrip("\r\n"), maxsplit=1)[0]
    if any(sign in first for sign in signs):
        return Dialect(max(signs, key=first.count))  # which rows differ is told when they are read
    return Dialect(signs[0] if _count(sample, whole, Dialect(signs[0])) else NO_DELIMITER)


def _count(sample: str, whole: bool, dialect: Dialect) -> int:
    """How many fields every record of the sample has; 0 where they differ or are not in this dialect."""
    try:
        counts = {len(record.fields) for record in complete_records(sample, dialect, whole) if record.fields}
    except NoteError:
        return 0
    return next(iter(counts)) if len(counts) == 1 else 0
