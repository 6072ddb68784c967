"""How near pairs of numbers ("3/12") come to the dates that their note writes in full, for a whole batch at once."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scrubber.text.batch import Batch, Ints

_LENGTHS = np.array([0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
_STARTS = np.concatenate([[0, 0], np.cumsum([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30])])
_NEAR = np.array([0, 7, 31, 92])
"""Days by which nearness is told."""
_YEAR = 365
_NONE, _IMPOSSIBLE = 7, 8
FAR = 9
"""The step of a pair that is farther from any full date than the last of those."""


def steps(codes: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The steps that :func:`nearness` tells."""
    return (codes.astype(np.int64) - 1) >> 1


@lru_cache(maxsize=1)  # rules and the CRF ask for it of the same batch
def nearness(batch: Batch) -> NDArray[np.uint64]:
    """For both numbers of every pair: the step of nearness and the sign between them; 0 for all other tokens."""
    result = np.zeros(len(batch), np.uint64)
    if len(batch) < 3:
        return result
    value = batch.vocabulary.amounts[batch.ids].astype(np.int64)
    length = batch.ends - batch.starts
    short = (value >= 0) & (length <= 2)
    glued = batch.gap == 0
    slash, dash, dot = (batch.ids == batch.vocabulary.get(sign, -1) for sign in "/-.")
    sign = slash | dash | dot
    pair = np.zeros(len(batch), bool)
    pair[:-2] = short[:-2] & sign[1:-1] & short[2:] & glued[1:-1] & glued[2:]
    triple = np.zeros(len(batch), bool)
    if len(batch) > 4:
        year = (value >= 0) & ((length == 2) | (length == 4))
        same = batch.ids[1:-3] == batch.ids[3:-1]
        triple[:-4] = pair[:-4] & same & year[4:] & glued[3:-1] & glued[4:]
    inner = np.zeros(len(batch), bool)
    inner[2:] = triple[:-2]
    first = np.flatnonzero(
        pair
        & ~triple
        & ~inner
        & ~_continues(sign, glued)
        & (slash | dash)[np.minimum(np.arange(len(batch)) + 1, len(batch) - 1)]
    )
    if not len(first):
        return result
    day_first, dates = _full_dates(batch, value, triple, glued, sign)
    note = batch.note[first]
    a, b = value[first], value[first + 2]
    swapped = day_first[note]
    day = _day_of(np.where(swapped, b, a), np.where(swapped, a, b))
    step = _steps(day, note, dates)
    code = step * 2 + slash[first + 1] + 1
    result[first] = code
    result[first + 2] = code
    return result


def _continues(sign: NDArray[np.bool_], glued: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a sign stands right before a token."""
    before = np.zeros(len(sign), bool)
    before[1:] = sign[:-1] & glued[1:]
    return before


def _day_of(month: Ints, day: Ints) -> Ints:
    """The day of the year, from 0; -1 where there is none such."""
    valid = (month >= 1) & (month <= 12) & (day >= 1)
    month = np.where(valid, month, 1)
    valid &= day <= _LENGTHS[month]
    return np.where(valid, _STARTS[month] + day - 1, -1)


def _full_dates(
    batch: Batch, value: Ints, triple: NDArray[np.bool_], glued: NDArray[np.bool_], sign: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], tuple[Ints, Ints]]:
    """Whether each note's dates have the day first, and the note and day of the year of all full dates."""
    note = batch.note
    at = np.flatnonzero(triple)
    a, b = value[at], value[at + 2]
    over_a, over_b = (np.bincount(note[at], x > 12, len(batch.texts)) > 0 for x in (a, b))
    day_first = over_a & ~over_b
    swapped = day_first[note[at]]
    notes, days = [note[at]], [_day_of(np.where(swapped, b, a), np.where(swapped, a, b))]
    four = np.flatnonzero(
        (value[:-4] >= 1900) & (value[:-4] < 2100) & sign[1:-3] & sign[3:-1] & glued[1:-3] & glued[4:]
    )
    notes.append(note[four])
    days.append(_day_of(value[four + 2], value[four + 4]))
    months = batch.vocabulary.months[batch.ids].astype(np.int64)
    at = np.flatnonzero(months)
    for offset in (1, -1, 2, -2):
        other = at + offset
        inside = np.clip(other, 0, len(batch) - 1)
        number = np.where((inside == other) & (note[inside] == note[at]), value[inside], -1)
        notes.append(note[at])
        days.append(_day_of(months[at], number))
    every_note, every_day = np.concatenate(notes), np.concatenate(days)
    good = every_day >= 0
    return day_first, (every_note[good], every_day[good])


def _steps(day: Ints, note: Ints, dates: tuple[Ints, Ints]) -> Ints:
    """The step of nearness of each day to its note's dates."""
    notes, days = dates
    order = np.lexsort((days, notes))
    keys = notes[order] * 1000 + days[order]
    keys = np.unique(keys)
    size = len(keys)
    wanted = note * 1000 + day
    behind = np.searchsorted(keys, wanted)
    low = np.searchsorted(keys, note * 1000)
    high = np.searchsorted(keys, note * 1000 + 999)
    best = np.full(len(day), 10_000)
    if size:
        for at in (behind, behind - 1, low, high - 1):
            ok = (at >= low) & (at < high)
            away = np.abs(keys[np.clip(at, 0, size - 1)] - wanted)
            away = np.minimum(away, _YEAR - np.minimum(away, _YEAR))
            best = np.where(ok, np.minimum(best, away), best)
    step = np.where(best > _NEAR[-1], FAR, np.searchsorted(_NEAR, best))
    step = np.where(high > low, step, _NONE)
    return np.where(day < 0, _IMPOSSIBLE, step)
