"""The first row of a table: names of columns, which stay, or data after all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copy import copy

from scrubber.formats.cells import plain_label
from scrubber.formats.columns import Plan
from scrubber.formats.context import FileContext, Mark

_WORD = re.compile(r"\w+", re.UNICODE)
_NUMBERED = re.compile(r"(?<=\D)\d{1,2}$")
"""As one of several columns is ("phone2")."""
_NAME = "header"
_SEVERAL = 3


def header_marks(names: Sequence[str], plan: Plan, context: FileContext, *, is_data: bool = False) -> list[list[Mark]]:
    """What has to be replaced in each name: nothing, unless the row looks like data, which is then told of.

    Names that say what stands below them are not looked at. Beside several of these the row is a header whatever it
    holds: then only those names are masked that tell something.

    Args:
        is_data: it is known to look like data.
    """
    unknown = [at for at, column in enumerate(plan.columns) if not column.named and names[at].strip()]
    marks: list[list[Mark]] = [[] for _ in names]
    if not is_data and not _is_data((names[at] for at in unknown), context):
        return marks
    context.warn("the first row looks like data, and was masked as such: if it is no header, say --no-header")
    sure = len(plan.columns) - len(unknown) >= _SEVERAL
    for at in unknown:
        if sure and not tells(names[at], context):
            continue
        note = context.uncounted_note(patient=_NAME, part=_NAME)
        marks[at] = note.marks(names[at], f"header, column {at + 1}")
    return marks


def recurs(first: Sequence[str], others: Iterable[Sequence[str]]) -> bool:
    """Whether a word of the first row stands below itself too, as values do and names of columns do not.

    A row that is the first again is a header that was copied along.
    """
    return any(
        one == other and any(map(str.isalpha, one))
        for row in others
        if row != first
        for one, other in zip(first, row, strict=False)
    )


def _is_data(names: Iterable[str], context: FileContext) -> bool:
    return any(tells(name, context) for name in names)


def tells(name: str, context: FileContext) -> bool:
    """Whether a name, if it is more than a word, holds what would be masked."""
    if len(_WORD.findall(name)) < 2 and not any(map(str.isdigit, _NUMBERED.sub("", name))):
        return False
    aside = copy(context)
    aside.begin(None)
    aside.note(patient=_NAME, part=_NAME).marks(plain_label(name))
    return bool(aside.spans)
