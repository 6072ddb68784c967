"""The words of dates, by language, as ``patterns/calendar.toml`` gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from scrubber.data import data_folder
from scrubber.toml_file import read_toml

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
"""The months as Roman numerals."""


@dataclass(frozen=True, slots=True)
class DateWord:
    """What a word means in a date."""

    kind: str
    """``month``, ``weekday`` or ``season``."""
    index: int
    """From 0: January, Monday, winter."""
    short: bool
    """Whether it is the abbreviation."""


@dataclass(frozen=True)
class Calendar:
    """One language's words of dates."""

    language: str
    words: Mapping[str, DateWord]
    names: Mapping[str, tuple[tuple[str, str], ...]]
    """Full and short form, by kind and index."""
    letters: tuple[str, ...]
    ordinals: Mapping[str, str]
    between: frozenset[str]
    ranges: frozenset[str]
    holidays: Mapping[str, Any]
    day_first: bool = False
    roman: bool = False

    def write(self, kind: str, index: int, short: bool) -> str:
        """The word for a month, weekday or season."""
        return self.names[kind][index][short]

    def ordinal(self, day: int) -> str:
        """What makes an ordinal of a day: "th"."""
        return self.ordinals.get(str(day), self.ordinals["default"])

    def holiday(self, name: str, year: int) -> date | None:
        """When a holiday is in a year; None for one that is not in the table."""
        name = " ".join(name.lower().replace("’", "'").split())
        rule = self.holidays.get(name)
        if rule is None:
            return moving_holidays().get(name, {}).get(year)
        if isinstance(rule, str):
            return date(year, int(rule[:2]), int(rule[3:]))
        if isinstance(rule, int):
            from dateutil.easter import easter

            return easter(year) + timedelta(rule)
        return _weekday_of_month(year, *rule)


def _weekday_of_month(year: int, month: int, weekday: int, which: int) -> date:
    if which < 0:
        last = date(year + month // 12, month % 12 + 1, 1) - timedelta(1)
        return last - timedelta((last.isoweekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta((weekday - first.isoweekday()) % 7 + 7 * (which - 1))


@cache
def moving_holidays() -> Mapping[str, Mapping[int, date]]:
    """The days of feasts that follow the moon, by name and year; of two in a year the first."""
    found: dict[str, Mapping[int, date]] = {}
    for feast in read_toml(data_folder("patterns") / "moving_holidays.toml").values():
        days = {day.year: day for day in map(date.fromisoformat, reversed(feast["days"].split()))}
        found |= dict.fromkeys(feast["names"], days)
    return found


@cache
def calendars() -> Mapping[str, Calendar]:
    """Every language's calendar, English first."""
    table = read_toml(data_folder("patterns") / "calendar.toml")
    return {language: _calendar(language, entry) for language, entry in table.items()}


def _calendar(language: str, entry: Mapping[str, Any]) -> Calendar:
    words: dict[str, DateWord] = {}
    names: dict[str, tuple[tuple[str, str], ...]] = {}
    for kind, key in (("month", "months"), ("weekday", "weekdays"), ("season", "seasons")):
        names[kind] = tuple(
            (forms[0], forms[1] if kind != "season" and len(forms) > 1 else forms[0]) for forms in entry[key]
        )
        for index, forms in enumerate(entry[key]):
            for place, form in enumerate(forms):
                words.setdefault(form.lower(), DateWord(kind, index, place > 0 and len(form) < 6))
            if kind == "weekday":
                words.setdefault(forms[0].lower() + "s", DateWord(kind, index, False))
    return Calendar(
        language,
        words,
        names,
        tuple(entry["letters"]),
        {str(day): sign for day, sign in entry["ordinals"].items()},
        frozenset(entry["between"]),
        frozenset(entry["ranges"]),
        entry.get("holidays", {}),
        bool(entry.get("day-first", False)),
        bool(entry.get("roman", False)),
    )
