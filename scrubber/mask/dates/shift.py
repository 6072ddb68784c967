"""Moving a date by whole days and writing it as it was written."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from scrubber.lazy_pattern import lazy_re
from scrubber.mask.dates.parse import MEMORY, ParsedDate, Token, parse_date
from scrubber.mask.dates.words import ROMAN, calendars
from scrubber.mask.numerals import in_digits
from scrubber.text.remembered import remembered


class DateContext(NamedTuple):
    """What the note tells about how its dates are to be read."""

    day_first: bool = False
    """Whether "3/4" is the third of April."""
    anchor: date | None = None
    """The nearest full date before: gives "3/14" its year and "the 29th" its month."""
    language: str = "en"


_OCR = (str.maketrans("lIO|", "1101"), str.maketrans("10", "lo"))
_NO_YEAR = date(2001, 7, 1)
_BY_ITSELF = DateContext()


@remembered(MEMORY)
def shift_date(text: str, days: int, context: DateContext = _BY_ITSELF) -> str | None:
    """``text`` moved by ``days``, in the form it was in; None if it does not read as a date.

    Full dates move by exactly ``days``. A month and year, a year, a season, a quarter or a decade move as their middle
    does, so that most stay or go to the next. Weekdays follow the full date, and otherwise move by ``days`` modulo 7.
    A holiday becomes the month into which it moves, without the weekday that it always falls on.
    """
    for attempt in (_shift_one, _shift_letters, _shift_holiday, _shift_range):
        shifted = attempt(text, days, context)
        if shifted is not None:
            return shifted
    repaired = in_digits(text)
    if repaired == text:
        repaired = _repaired(text)
    return shift_date(repaired, days, context) if repaired != text else None


@remembered(MEMORY)
def full_date(text: str, context: DateContext = _BY_ITSELF) -> date | None:
    """The calendar day that a text names in full, if it does."""
    parsed = parse_date(text, context.day_first, context.language)
    if parsed is None or not (parsed.y and parsed.m and parsed.d):
        return None
    try:
        return date(parsed.y, parsed.m, parsed.d)
    except ValueError:
        return None


def _shift_one(text: str, days: int, context: DateContext) -> str | None:
    parsed = parse_date(text, context.day_first, context.language)
    if parsed is None or not parsed.fields():
        return None
    try:
        old = _day(parsed, context.anchor)
        new = old + timedelta(days)
    except (ValueError, OverflowError):  # no such day, or the end of the calendar
        return None
    weekday_shift = new.weekday() if parsed.y and parsed.d and parsed.m else None
    return "".join(_write(parsed, n, new, days, weekday_shift) for n in range(len(parsed.tokens)))


def _day(parsed: ParsedDate, anchor: date | None) -> date:
    """A day for what the text says; the middle of a month, season, quarter, year or decade."""
    base = anchor or _NO_YEAR
    year = parsed.y or base.year
    fields = parsed.fields()
    if "season" in fields:
        season = next(t.word.index for t in parsed.tokens if t.word and t.field == "season")
        return date(year, 3 * season + 1, 15)
    if "quarter" in fields:
        quarter = next(int(t.text) for t in parsed.tokens if t.field == "quarter")
        return date(year, 3 * quarter - 1, 15)
    if "decade" in fields:
        decade = next(int(t.text) for t in parsed.tokens if t.field == "decade")
        return date(decade + 1905 if decade < 100 else decade + 5, 7, 1)
    if parsed.m:
        day = parsed.d or 15
        return date(parsed.y, parsed.m, day) if parsed.y else _nearest_of_year(base, parsed.m, day)
    if parsed.d:
        return _nearest_with_day(base, parsed.d)
    return date(year, 7, 1)


def _nearest_of_year(base: date, month: int, day: int) -> date:
    """The day of this month that is nearest to the anchor: a note of December means the next year by "1/2"."""
    if (month, day) == (2, 29):
        return date(base.year - base.year % -4, month, day)
    return min((date(base.year + years, month, day) for years in (-1, 0, 1)), key=lambda found: abs(found - base))


def _nearest_with_day(base: date, day: int) -> date:
    """The day of this number in the anchor's month, or in the next month that is long enough."""
    for months in range(3):
        month = base.month - 1 + months
        try:
            return date(base.year + month // 12, month % 12 + 1, day)
        except ValueError:
            continue
    raise ValueError("no month has such a day")


def _write(parsed: ParsedDate, n: int, new: date, days: int, weekday: int | None) -> str:
    token, calendar = parsed.tokens[n], parsed.calendar
    match token.field:
        case "y":
            return f"{new.year:04d}" if len(token.text) == 4 else f"{new.year % 100:02d}"
        case "m" if token.word:
            return _month_name(parsed, n, new.month - 1)
        case "m":
            return _padded(parsed, token, new.month)
        case "d":
            return _padded(parsed, token, new.day)
        case "ordinal":
            return _like(token.text, calendar.ordinal(new.day)) or token.text
        case "weekday":
            assert token.word is not None
            index = (token.word.index + days) % 7 if weekday is None else weekday
            name = calendar.write("weekday", index, token.word.short)
            plural = token.text.lower().endswith({"en": "days", "es": "os"}.get(calendar.language, "?"))
            return _like(token.text, name + ("s" if plural and not name.endswith("s") else ""))
        case "season":
            return _like(token.text, calendar.write("season", (new.month - 1) // 3, False))
        case "quarter":
            return str((new.month - 1) // 3 + 1)
        case "decade":
            decade = new.year - new.year % 10
            return str(decade) if len(token.text) == 4 else f"{decade % 100:02d}"
        case _:
            return token.text


def _month_name(parsed: ParsedDate, n: int, month: int) -> str:
    token = parsed.tokens[n]
    assert token.word is not None
    if parsed.calendar.roman and token.text in ROMAN:
        return ROMAN[month]
    short = token.word.short
    if len(token.text) == 3 and parsed.calendar.write("month", token.word.index, True).lower() == token.text.lower():
        # "May" is its own abbreviation: one where it is joined to its neighbours
        around = [parsed.tokens[at].text for at in (n - 1, n + 1) if 0 <= at < len(parsed.tokens)]
        full = parsed.calendar.write("month", token.word.index, False)
        short = len(full) > 3 or any(not a.isspace() and a not in ",'’" for a in around)
    name = _like(token.text, parsed.calendar.write("month", month, short))
    return name[:3] + token.text[3:] if token.text.lower() == "sept" and name.lower() == "sep" else name


def _padded(parsed: ParsedDate, token: Token, value: int) -> str:
    """The number with a leading zero where the text writes (or seems to write) leading zeros."""
    if len(token.text) == 1:
        return str(value)
    numbers = [t for t in parsed.tokens if t.field in ("d", "m") and t.word is None]
    joined = any(t.text in ("-", "/", ".") for t in parsed.tokens) or not any(t.text.isspace() for t in parsed.tokens)
    ordinal = any(t.field == "ordinal" for t in parsed.tokens)
    pad = token.text[0] == "0" or (all(len(t.text) == 2 for t in numbers) and joined and not ordinal)
    alone = len(numbers) == 1 == len([t for t in parsed.tokens if t.field])
    return f"{value:02d}" if pad and (token.text[0] == "0" or not alone) else str(value)


def _like(model: str, word: str) -> str:
    """``word`` in the letter case of ``model``."""
    if model.isupper() and len(model) > 1:
        return word.upper()
    if model.islower():
        return word.lower()
    return word[:1].upper() + word[1:]


def _shift_letters(text: str, days: int, context: DateContext) -> str | None:
    """Weekdays as letters: "MWF", "T/Th/Sa", "M"."""
    letters = calendars()["en"].letters
    names = re.findall(r"Th|Tu|Sa|Su|[MTWRFS]", text)
    signs = re.split(r"Th|Tu|Sa|Su|[MTWRFS]", text)
    if not names or any(sign not in ("", "/", "-", ",", ", ", " ") for sign in signs):
        return None
    indexes: list[int] = []
    for name in names:
        index = {"Tu": 1, "T": 1, "R": 3, "S": 5}.get(name)
        index = letters.index(name) if index is None else index
        while indexes and index <= indexes[-1]:  # the second T of "TTS" is Thursday, the second S of "SS" Sunday
            index += 2 if name == "T" else 1
            if index > 6:
                return None
        indexes.append(index)
    moved = [letters[(index + days) % 7] for index in indexes]
    return signs[0] + "".join(m + sign for m, sign in zip(moved, signs[1:], strict=True))


_HOLIDAY_YEAR = lazy_re(r"(.+?)((?:,|\s+of)?\s+)(\d{4}|['’]\d\d)")


def _shift_holiday(text: str, days: int, context: DateContext) -> str | None:
    found = _HOLIDAY_YEAR.fullmatch(text)
    name = _without_weekday(found[1] if found else text)
    year = _holiday_year(found[3]) if found else (context.anchor or _NO_YEAR).year
    for calendar in calendars().values():
        try:
            day = calendar.holiday(name, year)
            new = day + timedelta(days) if day else None
        except (ValueError, OverflowError):
            return None
        if new:
            month = _like(name, calendar.write("month", new.month - 1, False))
            return f"{month}{found[2]}{_like_year(found[3], new.year)}" if found else month
    return None


def _without_weekday(name: str) -> str:
    """A holiday's name without a weekday or a word like "weekend" behind it: they would tell the shift."""
    first, _, last = name.rpartition(" ")
    if not first or any(" ".join(name.lower().split()) in calendar.holidays for calendar in calendars().values()):
        return name
    word = last.lower().rstrip(".")
    weekday = any(found.kind == "weekday" for c in calendars().values() if (found := c.words.get(word)))
    return first.rstrip(" ,") if weekday or word in _DAYS_AROUND else name


_DAYS_AROUND = ("weekend", "wknd", "wk", "week", "eve", "night", "morning", "afternoon")


def _holiday_year(text: str) -> int:
    parsed = parse_date(text)
    return parsed.y if parsed else _NO_YEAR.year


def _like_year(text: str, year: int) -> str:
    return f"{year:04d}" if text.isdigit() else f"{text[0]}{year % 100:02d}"


@cache
def _range_sign() -> re.Pattern[str]:
    words = sorted(frozenset[str]().union(*(c.ranges for c in calendars().values())))
    return re.compile(rf"(?i)\s*[-–—&]\s*|(?<=\d{{4}})/|\s+(?:{'|'.join(words)})\s+")


def _shift_range(text: str, days: int, context: DateContext) -> str | None:
    """Two dates with a sign or word between them; the second may lean on the first ("3/14-17")."""
    if days_of_month := _DAYS_OF_MONTH.fullmatch(text):
        return _shift_days_of_month(days_of_month, days, context)
    for found in _range_sign().finditer(text):
        first, second = text[: found.start()], text[found.end() :]
        left = _shift_one(first, days, context)
        if left is None:
            continue
        anchor = _range_anchor(first, context)
        right = _shift_one(second, days, DateContext(context.day_first, anchor, context.language))
        if right is not None:
            return left + found[0] + right
    return None


_DAYS_OF_MONTH = lazy_re(r"([^\W\d_]{3,}\.? )(\d{1,2})(\s?[-–—&]\s?)(\d{1,2})(,? )(\d{4})")


def _shift_days_of_month(found: re.Match[str], days: int, context: DateContext) -> str | None:
    """Two days of one month with the year behind them ("Jan 8-9, 2020"), also where they move into two months."""
    month, first, sign, last, comma, year = found.groups()
    moved = [_shift_one(f"{month}{day}{comma}{year}", days, context) or "" for day in (first, last)]
    old, new = (_DAY_OF_MONTH.fullmatch(text) for text in moved)
    if old is None or new is None:
        return None
    if old[4] != new[4]:
        return sign.join(moved)
    return f"{old[1]}{old[2]}{sign}{new[1] if new[1] != old[1] else ''}{new[2]}{comma}{new[4]}"


_DAY_OF_MONTH = lazy_re(r"([^\W\d_]{3,}\.? )(\d{1,2})(,? )(\d{4})")


def _range_anchor(text: str, context: DateContext) -> date | None:
    """The first day of a range, as far as it is known: gives the second its year and month."""
    parsed = parse_date(text, context.day_first, context.language)
    try:
        return _day(parsed, context.anchor) if parsed else context.anchor
    except ValueError:
        return context.anchor


def _repaired(text: str) -> str:
    """The text with letters and digits that a scanner mixes up put right: "7/l8/97", "Ju1y"."""

    def fix(found: re.Match[str]) -> str:
        word = found[0]
        if sum(c.isdigit() for c in word) * 2 >= len(word) or word in ("l", "I", "O", "lO", "IO", "ll", "II"):
            return word.translate(_OCR[0])
        return word.translate(_OCR[1]) if re.search(r"[^\W\d_]", word) else word

    return re.sub(r"[^\W_]+", fix, text)


def order_shown(text: str) -> str:
    """``dmy`` or ``mdy`` where a numeric date can be read in one order only, otherwise empty."""
    parsed = parse_date(text) if re.fullmatch(r"\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d\d)", text) else None
    return parsed.ordered if parsed else ""
