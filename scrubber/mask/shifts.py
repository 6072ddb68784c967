"""By how many days a patient's dates are shifted."""

from __future__ import annotations

import csv
from pathlib import Path

from scrubber.errors import UsageError
from scrubber.mask.keys import Key
from scrubber.text.remembered import remembered

LONGEST = 36_500
"""Days: a shift beyond a century would leave the calendar of living people."""


@remembered(1024)
def shift_days(key: Key, realm: str, days: int = 365, least: int = 1, whole_weeks: bool = False) -> int:
    """A signed number of days, never 0, the same for the same realm under the same key.

    Raises:
        UsageError: no such number lies in the range.
    """
    if not 1 <= least <= days <= LONGEST:
        raise UsageError(f"shift: the range must lie within 1..{LONGEST} days, least before days")
    choices = [n for n in range(least, days + 1) if (n % 7 == 0) == whole_weeks]
    if not choices:
        raise UsageError("shift: the range holds no " + ("whole week" if whole_weeks else "day but whole weeks"))
    number = key.number("shift", realm)
    magnitude = choices[(number >> 1) % len(choices)]
    return magnitude if number & 1 else -magnitude


def read_shifts(path: Path) -> dict[str, int]:
    """Days by patient from a CSV file with a patient in its first column and days in its second.

    A first line without a number is a header.

    Raises:
        UsageError: the file cannot be read, or a line holds no patient, no number or a zero. It names the line, not
            the patient.
    """
    shifts: dict[str, int] = {}
    for number, row in enumerate(read_rows(path), 1):
        try:
            patient, days = row[0].strip(), int(row[1])
        except (IndexError, ValueError):
            if number == 1:
                continue
            raise UsageError(f"{path}: line {number}: needs a patient and a whole number of days") from None
        if not patient or days == 0 or abs(days) > LONGEST:
            raise UsageError(f"{path}: line {number}: a shift is never 0 and at most {LONGEST} days")
        if shifts.setdefault(patient, days) != days:
            raise UsageError(f"{path}: line {number}: the patient has another shift further up")
    return shifts


def read_rows(path: Path) -> list[list[str]]:
    """The rows of a CSV file that are not empty.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return [row for row in csv.reader(file) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else "no CSV file in UTF-8"
        raise UsageError(f"{path}: {reason}") from None
