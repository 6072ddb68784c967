"""Columns of numbers that measure or count, and of letters that stand for something: these are not searched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scrubber.formats.columns import Column, Plan
from scrubber.formats.settings import TEXT

_NUMBER = re.compile(r"\s*(?:[-+]?(?:\d+(?:[.,]\d+)?|\.\d+)(?:[eE][-+]?\d+)?|nan|null|n/?a)\s*", re.IGNORECASE)
_LETTERS = re.compile(r"\s*(?:[^\W\d_]{1,2}|[^\w\s]?)\s*")
"""One or two, as codes have them ("F", "MC"); a column of surnames has longer ones too."""
_SHORT = 3
"""Digits of a number that is no year, no day and no identifier."""


def is_searched(column: Column, value: str | None) -> bool:
    """Whether a value of a column of texts is looked at."""
    return bool(value) and not (column.quantity and (_NUMBER.fullmatch(value or "") or _LETTERS.fullmatch(value or "")))


def with_quantities(plan: Plan, rows: Sequence[Sequence[str]]) -> Plan:
    """The plan, in which those columns of texts are of quantities whose values in these rows are numbers of all sizes.

    Numbers of one length may be of records, telephones or days: those columns are searched, as all texts are.
    """
    columns = list(plan.columns)
    for at in plan.of(TEXT):
        values = [row[at].strip() for row in rows if at < len(row) and row[at].strip()]
        if not columns[at].named and values and all(map(_NUMBER.fullmatch, values)):
            columns[at] = replace(columns[at], quantity=_are_quantities(values))
        elif len(values) > 1 and all(map(_LETTERS.fullmatch, values)):
            columns[at] = replace(columns[at], quantity=True)
    return replace(plan, columns=tuple(columns))


def _are_quantities(numbers: Sequence[str]) -> bool:
    """Whether some have fractions or signs, or all are short, or short ones stand among long ones."""
    if not all(number.isdigit() for number in numbers if any(map(str.isdigit, number))):
        return True
    sizes = [len(number) for number in numbers]
    return max(sizes) <= _SHORT or (min(sizes) <= _SHORT and max(sizes) - min(sizes) > 1)
