"""How a delimited file is written, found out from its beginning."""

from __future__ import annotations

from scrubber.errors import NoteError
from scrubber.formats.records import Dialect, complete_records

SAMPLE = 65_536
"""Code points that are looked at."""
DELIMITERS = (",", "\t", ";", "|")
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
        if counts[best]:
            return Dialect(best, **manner)
    return Dialect(max(signs, key=sample.partition("\n")[0].count))


def _count(sample: str, whole: bool, dialect: Dialect) -> int:
    """How many fields every record of the sample has; 0 where they differ or are not in this dialect."""
    try:
        counts = {len(record.fields) for record in complete_records(sample, dialect, whole) if record.fields}
    except NoteError:
        return 0
    return next(iter(counts)) if len(counts) == 1 else 0
