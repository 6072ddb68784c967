"""Writes ``patterns/moving_holidays.toml``: the days of feasts that follow the moon, for the operator ``shift``.

    python lexicons/build_holidays.py

Run by hand when the years run out; the table is committed. Needs the package ``holidays`` (MIT; 0.109 was used), which
has the days as they were kept or, before its records and ahead of today, as they are reckoned.
"""

from __future__ import annotations

import textwrap
from importlib import import_module
from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "patterns" / "moving_holidays.toml"
YEARS = range(1950, 2041)
FEASTS = (
    ("islamic", "_IslamicLunar", "RAMADAN_BEGINNING", ["ramadan", "ramadhan", "ramazan"]),
    ("islamic", "_IslamicLunar", "EID_AL_FITR", ["eid", "eid al-fitr", "eid al fitr", "eid ul-fitr"]),
    ("islamic", "_IslamicLunar", "EID_AL_ADHA", ["eid al-adha", "eid al adha", "eid ul-adha"]),
    ("islamic", "_IslamicLunar", "ASHURA", ["ashura"]),
    ("hebrew", "_HebrewLunisolar", "PURIM", ["purim"]),
    ("hebrew", "_HebrewLunisolar", "PASSOVER", ["passover", "pesach"]),
    ("hebrew", "_HebrewLunisolar", "SHAVUOT", ["shavuot"]),
    ("hebrew", "_HebrewLunisolar", "ROSH_HASHANAH", ["rosh hashanah", "high holidays", "the high holidays"]),
    ("hebrew", "_HebrewLunisolar", "YOM_KIPPUR", ["yom kippur"]),
    ("hebrew", "_HebrewLunisolar", "SUKKOT", ["sukkot"]),
    ("hebrew", "_HebrewLunisolar", "HANUKKAH", ["hanukkah", "chanukah"]),
    ("chinese", "_ChineseLunisolar", "LUNAR_NEW_YEAR", ["lunar new year", "chinese new year", "tet", "tết"]),
    ("chinese", "_ChineseLunisolar", "MID_AUTUMN", ["mid-autumn festival"]),
    ("hindu", "_HinduLunisolar", "DIWALI", ["diwali", "deepavali"]),
    ("hindu", "_HinduLunisolar", "HOLI", ["holi"]),
    ("hindu", "_HinduLunisolar", "GANESH_CHATURTHI", ["ganesh chaturthi"]),
)
"""Module and class of the package's calendar, the feast's name there, and its names in notes."""


def main() -> None:
    """Write the table."""
    parts = [f"# Written by lexicons/build_holidays.py: feasts that follow the moon, {YEARS[0]} to {YEARS[-1]}.\n"]
    for module, calendar, feast, names in FEASTS:
        table = getattr(getattr(import_module(f"holidays.calendars.{module}"), calendar), f"{feast}_DATES")
        days = [f"{year}-{month:02d}-{day:02d}" for year in YEARS for month, day in _pairs(table.get(year, ()))]
        written = ", ".join(f'"{name}"' for name in names)
        parts.append(f'[{feast.lower()}]\nnames = [{written}]\ndays = """\n{textwrap.fill(" ".join(days), 120)}\n"""\n')
    OUT.write_text("\n".join(parts), "utf-8")


def _pairs(days: tuple[object, ...]) -> list[tuple[int, int]]:
    """Month and day, of a feast that falls into a year twice both: the package gives one pair, or several."""
    return [days] if days and isinstance(days[0], int) else list(days)  # type: ignore[list-item, arg-type]


if __name__ == "__main__":
    main()
