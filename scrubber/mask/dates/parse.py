"""Reading a date span: which of its numbers and words are year, month, day, weekday.

Nothing is guessed: what does not read as a date gives None, and the caller redacts it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from scrubber.lazy_pattern import lazy_re
from scrubber.mask.dates.words import ROMAN, Calendar, DateWord, calendars
from scrubber.text.remembered import remembered

MEMORY = 16_384
"""Dates that are remembered, for speed alone."""
PIVOT = 30
"""Two-digit years up to this are of the 21st century. Fixed, since output must not depend on today's date."""


@dataclass(frozen=True, slots=True)
class Token:
    """A number, a word or a sign of the text; as a field it is what the shifted date is written into."""

    text: str
    field: str = ""
    """``y``, ``m``, ``d``, ``weekday``, ``season``, ``quarter``, ``decade``; empty for what stays as it is."""
    word: DateWord | None = None


@dataclass(frozen=True, slots=True)
class ParsedDate:
    """A date's parts. ``m`` and ``d`` count from 1; 0 where the text does not say."""

    tokens: tuple[Token, ...]
    calendar: Calendar
    y: int = 0
    m: int = 0
    d: int = 0
    ordered: str = ""
    """``dmy`` or ``mdy`` where the text itself shows the order, otherwise empty."""

    def fields(self) -> frozenset[str]:
        """What the text says."""
        return frozenset(t.field for t in self.tokens if t.field)


_TOKEN = lazy_re(r"\d+|[^\W\d_]+|.", re.DOTALL)
_TIME = lazy_re(r"[T ]\d\d?:\d\d.*|(?<=\d{8})T?\d{4,}(?:\.\d+)?(?:Z|[+-]\d{4})?$", re.DOTALL)
_YEAR = lazy_re(r"(?:1[89]|20)\d\d")


@remembered(MEMORY)
def parse_date(text: str, day_first: bool = False, language: str = "en") -> ParsedDate | None:
    """The parts of a date, or None.

    Args:
        text: the span's text.
        day_first: how to read "3/4" when it shows no order of its own.
        language: the calendar to try first.
    """
    tail = _TIME.search(text)
    if tail and tail.start():
        parsed = parse_date(text[: tail.start()], day_first, language)
        return parsed and replace(parsed, tokens=(*parsed.tokens, Token(tail[0])))
    pieces = _TOKEN.findall(text)
    if len(pieces) > 24:
        return None
    for calendar in _calendars_from(language):
        tokens = _classified(pieces, calendar)
        if tokens is not None:
            return _read(tokens, calendar, day_first)
    return None


@cache
def _calendars_from(language: str) -> list[Calendar]:
    """Every calendar, that of the language first."""
    return sorted(calendars().values(), key=lambda calendar: calendar.language != language)


def _classified(pieces: Sequence[str], calendar: Calendar) -> list[Token] | None:
    """The tokens with every word known to this calendar, or None."""
    tokens: list[Token] = []
    for piece in pieces:
        low = piece.lower()
        word = calendar.words.get(low)
        if tokens and tokens[-1].field == "n" and (low in _signs_of(calendar.language) or low == "s"):
            tokens.append(Token(piece, "ordinal" if low != "s" else "s"))
        elif word is not None:
            tokens.append(Token(piece, "m" if word.kind == "month" else word.kind, word))
        elif calendar.roman and tokens and piece in ROMAN:
            tokens.append(Token(piece, "m", DateWord("month", ROMAN.index(piece), False)))
        elif piece.isdecimal():
            tokens.append(Token(piece, "n"))
        elif low in ("q", "fq"):
            tokens.append(Token(piece, "q"))
        elif piece.isalpha() and low not in calendar.between:
            return None
        else:
            tokens.append(Token(piece))
    return tokens


@cache
def _signs_of(language: str) -> frozenset[str]:
    return frozenset(calendars()[language].ordinals.values()) - {""} | {"st", "nd", "rd", "th"}


def _read(tokens: list[Token], calendar: Calendar, day_first: bool) -> ParsedDate | None:
    kinds = "".join(_LETTER[t.field] for t in tokens if t.field)
    core = kinds.replace("w", "").replace("o", "")
    reader = _READERS.get(core)
    if reader is None:
        return None
    fields = reader([t.text for t in tokens if t.field == "n"], tokens, day_first)
    return None if fields is None else _finished(tokens, fields, calendar)


_LETTER = {"n": "n", "m": "m", "weekday": "w", "season": "s", "ordinal": "o", "s": "D", "q": "q"}


def _finished(tokens: list[Token], fields: str, calendar: Calendar) -> ParsedDate | None:
    """The parsed date once every number has its field."""
    numbers = [n for n, t in enumerate(tokens) if t.field == "n"]
    values = {"y": 0, "m": 0, "d": 0}
    for n, field in zip(numbers, fields, strict=True):
        name = _FIELD[field]
        tokens[n] = replace(tokens[n], field=name)
        if name in values:
            values[name] = int(tokens[n].text)
    for n, token in enumerate(tokens):
        if token.field == "m" and token.word:
            values["m"] = token.word.index + 1
        elif token.field in ("s", "q"):
            tokens[n] = replace(token, field="")
    year = next((tokens[n].text for n, f in zip(numbers, fields, strict=True) if f == "y"), "")
    if len(year) == 2:
        values["y"] += 2000 if values["y"] <= PIVOT else 1900
    ordered = ""
    if fields in ("mdy", "dmy", "md", "dm") and max(values["m"], values["d"]) <= 31 and values["d"] > 12:
        ordered = "dmy" if fields[0] == "d" else "mdy"
    if values["m"] > 12 or values["d"] > 31:
        return None
    return ParsedDate(tuple(tokens), calendar, **values, ordered=ordered)


_FIELD = {"y": "y", "m": "m", "d": "d", "q": "quarter", "D": "decade"}


def _is_year(number: str) -> bool:
    return _YEAR.fullmatch(number) is not None


def _month_day(a: str, b: str, day_first: bool) -> str:
    """``md`` or ``dm`` for two numbers, whichever is possible; empty if neither."""
    if len(a) > 2 or len(b) > 2:
        return ""
    md = 1 <= int(a) <= 12 and 1 <= int(b) <= 31
    dm = 1 <= int(b) <= 12 and 1 <= int(a) <= 31
    if md and dm:
        return "dm" if day_first else "md"
    return "md" if md else "dm" if dm else ""


def _three(numbers: list[str], tokens: list[Token], day_first: bool) -> str | None:
    a, b, c = numbers
    at = [n for n, t in enumerate(tokens) if t.field == "n"]
    if [t.text for t in tokens[at[0] + 1 : at[1]]] != [t.text for t in tokens[at[1] + 1 : at[2]]]:
        return None  # "3/14-17" is a range
    if _is_year(a):
        order = _month_day(b, c, False)
        return "y" + order if order == "md" else None
    if len(c) not in (2, 4) or (len(c) == 4 and not _is_year(c)):
        return None
    points = any(t.text == "." for t in tokens)
    order = _month_day(a, b, day_first or points)
    if order:
        return order + "y"
    if len(a) == 2 == len(c) and _month_day(b, c, False) == "md":  # "81/09/12"
        return "ymd"
    return None


def _two(numbers: list[str], tokens: list[Token], day_first: bool) -> str | None:
    a, b = numbers
    if _is_year(a):
        return "ym" if len(b) <= 2 and 1 <= int(b) <= 12 else None
    if _is_year(b):
        return "my" if len(a) <= 2 and 1 <= int(a) <= 12 else None
    return _month_day(a, b, day_first) or None


def _one(numbers: list[str], tokens: list[Token], day_first: bool) -> str | None:
    number = numbers[0]
    if len(number) in (6, 8):
        return _compact(number, tokens, day_first)
    if _is_year(number):
        return "y"
    if len(number) == 2 and (int(number) > 31 or int(number) == 0 or tokens[0].text in "'’‘"):
        return "y"
    return "d" if len(number) <= 2 and 1 <= int(number) <= 31 else None


def _compact(number: str, tokens: list[Token], day_first: bool) -> str | None:
    """Digits without separators: the token is cut where the parts meet."""
    widths = {8: ((4, 2, 2, "ymd"), (2, 2, 4, "mdy"), (2, 2, 4, "dmy")), 6: _SHORT_FIRST[day_first]}[len(number)]
    at = next(n for n, t in enumerate(tokens) if t.field == "n")
    for *cut, order in widths:
        parts = [number[: cut[0]], number[cut[0] : cut[0] + cut[1]], number[cut[0] + cut[1] :]]
        parts = [p for p in parts if p]
        named = dict(zip(order, parts, strict=True))
        if len(named["y"]) == 4 and not _is_year(named["y"]):
            continue
        if 1 <= int(named["m"]) <= 12 and 1 <= int(named.get("d", "1")) <= 31:
            tokens[at : at + 1] = [Token(p, "n") for p in parts]
            return order
    return None


_SHORT_FIRST = {
    False: ((2, 2, 2, "mdy"), (2, 2, 2, "dmy"), (4, 2, 0, "ym"), (2, 2, 2, "ymd")),
    True: ((2, 2, 2, "dmy"), (2, 2, 2, "mdy"), (4, 2, 0, "ym"), (2, 2, 2, "ymd")),
}


def _with_month(numbers: list[str], tokens: list[Token], day_first: bool) -> str | None:
    """A month's name and one or two numbers, in any order."""
    if len(numbers) == 1:
        number = numbers[0]
        at = next(n for n, t in enumerate(tokens) if t.field == "n")
        quoted = at > 0 and tokens[at - 1].text in "'’‘"
        if _is_year(number) or (len(number) == 2 and (quoted or int(number) > 31)):
            return "y"
        return "d" if len(number) <= 2 and 1 <= int(number) <= 31 else None
    a, b = numbers
    if _is_year(a) and len(b) <= 2:
        return "yd"
    if len(a) <= 2 and (_is_year(b) or len(b) == 2):
        return "dy"
    return None


def _only_words(numbers: list[str], tokens: list[Token], day_first: bool) -> str:
    return ""


def _season(numbers: list[str], tokens: list[Token], day_first: bool) -> str | None:
    return "y" if _is_year(numbers[0]) or len(numbers[0]) == 2 else None


def _quarter(numbers: list[str], tokens: list[Token], day_first: bool) -> str | None:
    at = [n for n, t in enumerate(tokens) if t.field in ("n", "q")]
    first = tokens[at[0]].field == "q" or len(numbers[0]) == 1  # "Q3 2015", "3Q 2015"
    values = numbers if first else numbers[::-1]
    if len(values[0]) != 1 or not 1 <= int(values[0]) <= 4 or (len(values) > 1 and len(values[1]) not in (2, 4)):
        return None
    order = "qy"[: len(values)]
    return order if first else order[::-1]


def _decade(numbers: list[str], tokens: list[Token], day_first: bool) -> str | None:
    number = numbers[0]
    return "D" if number.endswith("0") and (_is_year(number) or len(number) == 2) else None


_READERS = {
    "": _only_words,
    "m": _only_words,
    "s": _only_words,
    "n": _one,
    "nn": _two,
    "nnn": _three,
    "mn": _with_month,
    "nm": _with_month,
    "mnn": _with_month,
    "nmn": _with_month,
    "sn": _season,
    "qn": _quarter,
    "qnn": _quarter,
    "nqn": _quarter,
    "nD": _decade,
}
"""What reads a date, by its numbers (n), month (m), season (s), quarter sign (q) and decade sign (D)."""
