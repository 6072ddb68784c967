"""How many patients of a run share what their notes leave to be read: k, by group, and the chance to tell one by it."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from scrubber.report.left import Left

MOST_PATIENTS = 1_000_000
"""Patients that are compared; a report says where there were more."""
FEW = 5
"""A group of fewer patients is small."""
_LONGEST_SUM = 500.0

Profile = tuple[tuple[str, str], ...]
"""What is left of a patient: the first value of each type."""


class Risk:
    """Compares the patients of a run, in the order of their notes. A note of nobody who is known is a patient's own."""

    def __init__(self, population: int | None = None) -> None:
        self._population = population
        self._known: dict[bytes, dict[str, str]] = {}
        self._unknown: Counter[Profile] = Counter()
        self._complete = True

    def add(self, notes: Iterable[Left], *, complete: bool = True) -> None:
        """The notes of one more file."""
        self._complete &= complete
        for note in notes:
            if len(self._known) + len(self._unknown) >= MOST_PATIENTS:
                self._complete = False
                return
            if note.patient:
                name = blake2b(note.patient.encode("utf-8", "surrogatepass"), digest_size=12).digest()
                self._known.setdefault(name, {}).update(note.values | self._known.get(name, {}))
            else:
                self._unknown[_profile(note.values)] += 1

    def report(self) -> dict[str, Any]:
        """The figures; no values."""
        sizes = self._unknown + Counter(_profile(values) for values in self._known.values())
        patients = sizes.total()
        groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for profile, size in sizes.items():
            groups[tuple(type_ for type_, _ in profile)].append(size)
        left = Counter({type_: 0 for types in groups for type_ in types})
        for types, found in groups.items():
            left.update(dict.fromkeys(types, sum(found)))
        report: dict[str, Any] = {
            "patients": patients,
            "complete": self._complete,
            "left": dict(sorted(left.items())),
            "k": _figures(sizes.values()),
            "groups": [{"left": list(types), **_figures(found)} for types, found in sorted(groups.items())],
        }
        if self._population is not None and patients:
            report["population"] = self._population
            share = min(1.0, patients / self._population)
            report["re_identification"] = round(
                sum(size * chance_to_tell(size, share) for size in sizes.values()) / patients, 6
            )
        return report


def _profile(values: dict[str, str]) -> Profile:
    return tuple(sorted(values.items()))


def _figures(sizes: Iterable[int]) -> dict[str, int]:
    """Of groups of patients who are alike: how many patients, the least k, and how many are alone or among few."""
    found = list(sizes)
    return {
        "patients": sum(found),
        "least": min(found, default=0),
        "alone": sum(size for size in found if size == 1),
        "among_few": sum(size for size in found if size < FEW),
    }


def chance_to_tell(alike: int, share: float) -> float:
    """The chance to pick the right person of a population for a patient whom ``alike`` patients of the run equal.

    The run is a ``share`` of the population, drawn by chance: each of the population's F alike is in it with that
    probability (a binomial of F, itself a Poisson), so that F - k is a Poisson of k (1 - share) / share. The chance is
    the mean of 1 / F.
    """
    others = alike * (1 - share) / share
    if others > _LONGEST_SUM:
        return 1 / (alike + others)
    weight, total = math.exp(-others), 0.0
    for count in range(int(others + 12 * math.sqrt(others + 1)) + 12):
        total += weight / (alike + count)
        weight *= others / (count + 1)
    return total
